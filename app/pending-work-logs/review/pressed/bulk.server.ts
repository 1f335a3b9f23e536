import { write } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import { DoubtfulError } from '../../../lib/doubts.ts';
import { ProductError } from '../../../lib/errors.ts';
import {
  archivePendingLog,
  confirmPendingLog,
  MissingInformation,
  rejectPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../../entries.server.ts';
import type { NamedPendingLog, PendingChange } from '../../pending-work-logs.ts';

/** The result of a bulk action: how many rows were done, and a reason for each of the others. */
export type BulkResult = { done: number; refused: string[] };

/** What can be done to several entries at once. */
export type BulkWork = 'confirm' | 'archive' | 'reject' | 'change';

/**
 * Does the same to several entries, each by the rules of a single one: what is refused for one is
 * counted and does not stop the others. The change of each is applied first; to confirm, too. Each is
 * confirmed with what it held before: others learn from it when all are done. Those in `unseen` hold
 * what nobody has seen, and are left as they are.
 */
export function doAll(
  services: PendingServices & Partial<Pick<Services, 'logger'>>,
  what: BulkWork,
  changes: ReadonlyMap<number, PendingChange>,
  unseen?: ReadonlySet<number>,
): BulkResult {
  return write(services.db, () => {
    const result: BulkResult = { done: 0, refused: [] };
    for (const [id, change] of changes) {
      try {
        if (unseen?.has(id)) throw new UnseenChange();
        doOne(services, what, id, change);
        result.done += 1;
      } catch (error) {
        if (!(error instanceof ProductError)) {
          services.logger?.error({ error, id }, 'A bulk action failed');
        }
        result.refused.push(reasonOf(error));
      }
    }
    return result;
  });
}

/** Does it to one entry. Throws what the action throws. */
export function doOne(
  services: PendingServices,
  what: BulkWork,
  id: number,
  change: PendingChange,
): NamedPendingLog {
  switch (what) {
    case 'confirm':
      return confirmPendingLog(services, id, change);
    case 'archive':
      return archivePendingLog(services, id);
    case 'reject':
      return rejectPendingLog(services, id);
    case 'change':
      return updatePendingLog(services, id, change);
  }
}

/** 409: the entry holds what nobody has seen. */
class UnseenChange extends ProductError {
  constructor() {
    super(409, 'This task has changed. Check it, then confirm again.');
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof MissingInformation) {
    const [only, ...others] = error.missing;
    return others.length > 0
      ? 'more than one thing'
      : `a ${only ?? 'value'}`.replace('a hour', 'an hour');
  }
  if (error instanceof UnseenChange) return 'unseen';
  if (error instanceof DoubtfulError) return 'a look';
  if (!(error instanceof ProductError)) return 'failed';
  if (error.status === 409) return 'already';
  return ANOTHER[error.issues[0]?.path ?? ''] ?? 'failed';
}

/** What an entry needs whose client or work type can no longer be chosen. */
const ANOTHER: Record<string, string> = {
  clientId: 'another client',
  workTypeId: 'another work type',
};

/** A bulk result in one sentence: `7 confirmed, 2 need a client`. */
export function describeBulk({ done, refused }: BulkResult, verb: string): string {
  const counts = new Map<string, number>();
  for (const reason of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort(
    ([one], [other]) => Number(one === 'unseen') - Number(other === 'unseen'),
  );
  const parts = sorted.map(([reason, count]) => {
    if (reason === 'unseen') {
      const them = count === 1 ? 'it' : 'them';
      const again = verb === 'changed' ? `set ${them}` : 'confirm';
      return `${count} changed since: check ${them}, then ${again} again`;
    }
    if (reason === 'already') return `${count} ${count === 1 ? 'was' : 'were'} no longer in review`;
    if (reason === 'failed') return `${count} failed`;
    return `${count} ${count === 1 ? 'needs' : 'need'} ${reason}`;
  });
  return [`${done} ${verb}`, ...parts].join(', ');
}
