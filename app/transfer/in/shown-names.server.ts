import type { ImportNameKind } from '#db/words.ts';
import type { Services } from '../../context.server.ts';
import { formatCount } from '../../lib/count.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import { nameKey, type Choices, type FileName } from './choices.ts';
import type { Meaning } from './names.server.ts';
import { listStagedNames } from './staged.server.ts';

/** A name of the file, and what it can mean. */
export type ShownName = FileName & {
  key: string;
  lines: string;
  problem: string | null;
  /** The id of the record, `0` for a new one or for nobody here, empty for none yet. */
  value: string;
};

export type Option = { id: number; name: string };

const SHOWN_NAMES = 200;

/** The names of a file as its page shows them, with what each means now. */
export function shownNames(
  services: Pick<Services, 'db'>,
  id: number,
  choices: Choices,
): ShownName[] {
  return listStagedNames(services.db, id, SHOWN_NAMES)
    .filter(({ lines }) => lines > 0)
    .map(({ kind, name, isHardware, recordId, problem, lines }) => {
      const key = nameKey({ kind, name, isHardware });
      const value = valueOf({ recordId, problem }, choices.names[key]);
      return { key, kind, name, isHardware, lines: formatCount(lines), problem, value };
    });
}

/** What stands in the field of a name: what it means, or what was `chosen` where that is a problem. */
export function valueOf({ recordId, problem }: Meaning, chosen?: number): string {
  if (recordId !== null) return String(recordId);
  return problem === null ? '0' : (chosen?.toString() ?? '');
}

/** What names can mean: all clients, work types and people. */
export function optionsOf({ db }: Pick<Services, 'db'>): Record<ImportNameKind, Option[]> {
  const list = (table: string) =>
    db.$client
      .prepare<[], Option>(
        `select id, name from ${table} order by is_active desc, name collate nocase, id`,
      )
      .all();
  const person = listUsers({ db }).map((user) => ({ id: user.id, name: displayName(user) }));
  return { client: list('clients'), 'work-type': list('work_types'), person };
}
