import type { ImportNameKind } from '#db/words.ts';
import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { formatCount } from '../../lib/count.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';
import { nameKey, type Choices, type FileName } from './choices.ts';
import { byPlainName, plainName, type Meaning } from './names.server.ts';
import { listStagedNames } from './staged.server.ts';

/** A name of the file, and what it can mean. */
export type ShownName = FileName & {
  key: string;
  lines: string;
  problem: string | null;
  /** The id of the record, `0` for a new one or for nobody here, empty for none yet. */
  value: string;
  /** What stands for {@link value} where it is typed; null where it is one of a few choices. */
  typed: string | null;
};

export type Option = { id: number; name: string };
export type Options = Record<ImportNameKind, Option[]>;

/** The most names that a page asks about, and the most choices that each of them has beside it. */
const MOST_SHOWN = 100;

/** The first names of a file, those with a problem before others, with what each means now; and how many more there are. */
export function shownNames(
  services: Pick<Services, 'db'>,
  id: number,
  { choices, options }: { choices: Choices; options: Options },
): { names: ShownName[]; left: number } {
  const { names, count } = listStagedNames(services.db, id, MOST_SHOWN);
  const shown = names.map(({ kind, name, isHardware, recordId, problem, lines }) => {
    const key = nameKey({ kind, name, isHardware });
    const value = valueOf({ recordId, problem }, choices.names[key]);
    const typed = isTyped(options[kind]) ? (optionOf(options[kind], value)?.name ?? '') : null;
    return { key, kind, name, isHardware, lines: formatCount(lines), problem, value, typed };
  });
  return { names: shown, left: count - shown.length };
}

/** What stands in the field of a name: what it means, or what was `chosen` where that is a problem. */
export function valueOf({ recordId, problem }: Meaning, chosen?: number): string {
  if (recordId !== null) return String(recordId);
  return problem === null ? '0' : (chosen?.toString() ?? '');
}

/** The choice that a value stands for. */
export const optionOf = (options: Option[], value: string) =>
  options.find(({ id }) => String(id) === value);

/** Whether there are too many choices for a list of them beside each name: one list stands in the page, and one is typed. */
const isTyped = (options: Option[]) => options.length > MOST_SHOWN;

/** Reads what was typed for a name: gives its value; null where nothing here, or more than one, is called so. */
export function typedIn(options: Options): (kind: ImportNameKind, text: string) => string | null {
  const byName = new Map<ImportNameKind, Map<string, Option[]>>();
  return (kind, text) => {
    const is = plainName(text);
    if (is === '') return '0';
    const known = byName.get(kind) ?? byPlainName(options[kind]);
    byName.set(kind, known);
    const [found, another] = known.get(is) ?? [];
    return found === undefined || another !== undefined ? null : String(found.id);
  };
}

/** What names can mean: all clients, work types and people. Where they are typed, each has a name of its own. */
export function optionsOf({ db }: Pick<Services, 'db'>): Options {
  const list = (table: string) =>
    prepared<Option>(
      db,
      `select id, name from ${table} order by is_active desc, name collate nocase, id`,
    ).all();
  const person = listUsers({ db }).map((user) => ({ id: user.id, name: displayName(user) }));
  return {
    client: toldApart(list('clients')),
    'work-type': toldApart(list('work_types')),
    person: toldApart(person),
  };
}

function toldApart(options: Option[]): Option[] {
  if (!isTyped(options)) return options;
  const byName = byPlainName(options);
  const isAlone = ({ name }: Option) => byName.get(plainName(name))?.length === 1;
  return options.map((one) => (isAlone(one) ? one : { ...one, name: `${one.name} (${one.id})` }));
}
