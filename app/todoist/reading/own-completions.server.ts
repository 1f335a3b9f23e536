import type { Whose } from '../../ports.ts';
import type { Get } from './requests.server.ts';
import { User } from './schemas.ts';
import { TodoistError } from './todoist-error.ts';
import { formatCount } from '../../lib/count.ts';

/** Whether a completion is another person's, by the id that Todoist gives of whoever completed it. */
export type IsOthers = (completedBy: string | null | undefined) => Promise<boolean>;

/**
 * Tells one's own completions from those of others. Todoist is asked whose token it is when the first
 * completion names somebody, and once. Where it does not say, nothing is left out, and a note says so.
 */
export function createOwnCompletions(
  get: Get,
  whose: Whose,
  onNote: (note: string) => void,
): { isOthers: IsOthers; noteLeftOut: () => void } {
  let owner: Promise<string | null> | undefined;
  let leftOut = 0;
  const findOwner = async () => {
    const id = await readOwner(get);
    if (id === null) onNote(UNKNOWN);
    return id;
  };
  return {
    async isOthers(completedBy) {
      if (whose === 'everyone' || completedBy == null) return false;
      const own = await (owner ??= findOwner());
      const isOthers = own !== null && own !== completedBy;
      if (isOthers) leftOut += 1;
      return isOthers;
    },
    noteLeftOut() {
      if (leftOut > 0) onNote(describe(leftOut));
    },
  };
}

const UNKNOWN =
  'Todoist did not say whose token this is, so tasks that other people completed may be among these.';

function describe(count: number): string {
  return count === 1
    ? 'One task that somebody else completed was left out.'
    : `${formatCount(count)} tasks that other people completed were left out.`;
}

async function readOwner(get: Get): Promise<string | null> {
  try {
    return User.safeParse(await get('/user')).data?.id ?? null;
  } catch (error) {
    // An account that may not be asked about is no reason not to import from it.
    if (error instanceof TodoistError && [403, 404].includes(error.status ?? 0)) return null;
    throw error;
  }
}
