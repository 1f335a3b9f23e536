import { prepared, type Database } from '#db/connection.server.ts';
import { looksOf } from '../../lib/looks.ts';
import { gatherTwins } from '../../lib/twins.ts';
import { nameKey, type Choices, type FileName } from './choices.ts';
import type { ImportNameKind } from '#db/words.ts';
import type { Services } from '../../context.server.ts';
import { formatCount } from '../../lib/count.ts';
import { displayName } from '../../users/users.ts';
import { listUsers } from '../../users/users.server.ts';

/** What a name means: a record; none and no problem: a new one, or nobody here; else why it means nothing yet. */
type Meaning = { recordId: number | null; problem: string | null };

type NameRow = Meaning & FileName & { id: number };

type Candidate = { id: number; name: string; isHardware: number };

const NAMES = `select id, kind, name, is_hardware as isHardware, record_id as recordId, problem
  from import_names where import_id = ?`;
const CLIENTS = 'select id, name, 0 as isHardware from clients';
const WORK_TYPES = 'select id, name, is_hardware as isHardware from work_types';
const PEOPLE = `select id, email as name, 0 as isHardware from users
  union all select id, trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), 0 from users`;
const SET = 'update import_names set record_id = ?, problem = ? where id = ?';

/** All names in a file, with what they mean. */
export function listNames(db: Database, importId: number): NameRow[] {
  return prepared<NameRow>(db, NAMES).all(importId);
}

/**
 * Finds what names mean: what a person chose, else the one record of this name, else a new one. A name of several is
 * asked about. The twin of a client's name (lib/twins.ts) may be proposed to be that client. A person is found by email
 * or by whole name, and is else nobody here: other people's hours are not the importer's. Gives whether one means
 * something else than before.
 */
export function matchNames(db: Database, importId: number, choices: Choices): boolean {
  const records = {
    client: known(prepared<Candidate>(db, CLIENTS).all()),
    'work-type': known(prepared<Candidate>(db, WORK_TYPES).all()),
    person: known(prepared<Candidate>(db, PEOPLE).all()),
  };
  const twins = gatherTwins(choices.twins === 'existing' ? records.client.byId.values() : []);
  let isChanged = false;
  for (const row of listNames(db, importId)) {
    const choice = choices.names[nameKey(row)];
    const is = meaningOf(row, records[row.kind], choice);
    if (row.kind === 'client' && choice === undefined && is.problem === null) {
      is.recordId ??= twins.find(row.name)?.id ?? null;
    }
    if (is.recordId === row.recordId && is.problem === row.problem) continue;
    prepared(db, SET).run(is.recordId, is.problem, row.id);
    isChanged = true;
  }
  return isChanged;
}

type Known = ReturnType<typeof known>;

function meaningOf(row: NameRow, { byName, byId }: Known, choice: number | undefined): Meaning {
  const called = (name: string) => byName.get(plainName(name)) ?? [];
  const isPerson = row.kind === 'person';
  const what = row.kind === 'client' ? 'client' : 'work type';
  const chosen = byId.get(choice ?? 0);
  if (chosen !== undefined) return fitting(row, chosen);
  if (row.name === '' && !isPerson) return nothing(`It has no ${what}.`);
  if (choice === 0) return nothing();
  if (isPerson) return { recordId: personCalled(row.name, called), problem: null };
  const found = called(row.name);
  const exact = found.filter(({ name }) => name === row.name);
  const candidates = exact.length > 0 ? exact : found;
  const ofKind = candidates.filter(({ isHardware }) => isHardware === row.isHardware);
  const [first, second] = ofKind.length > 0 ? ofKind : candidates;
  if (first === undefined) return nothing();
  if (second === undefined) return fitting(row, first);
  return nothing(`There are several ${what}s called “${row.name}”. Choose one.`);
}

const nothing = (problem: string | null = null): Meaning => ({ recordId: null, problem });

/** The one person whose email it is, else whose name. */
function personCalled(text: string, called: (name: string) => Candidate[]): number | null {
  const [, name = text, email = text] = /^(.*) <(.*)>$/.exec(text) ?? [];
  const [found] = [email, name].map(called).filter((people) => people.length === 1);
  return found?.[0]?.id ?? null;
}

function fitting(row: NameRow, { id, isHardware }: Candidate): Meaning {
  if (row.kind !== 'work-type' || isHardware === row.isHardware) {
    return { recordId: id, problem: null };
  }
  const [is, needed] = isHardware ? ['hardware', 'time'] : ['time', 'hardware'];
  return nothing(`“${row.name}” is a work type for ${is} here, and this line has ${needed}.`);
}

/** A name for comparing: what it looks like, in one case. */
export function plainName(name: string): string {
  return looksOf(name) || name;
}

function known(records: Candidate[]) {
  return { byName: byPlainName(records), byId: new Map(records.map((one) => [one.id, one])) };
}

/** Records by what their names look like; those whose name shows nothing have no place. */
function byPlainName<Record extends { name: string }>(records: Record[]): Map<string, Record[]> {
  const byName = Map.groupBy(records, ({ name }) => plainName(name));
  byName.delete('');
  return byName;
}

/** A name of the file, and what it can mean. */
export type ShownName = FileName & {
  key: string;
  lines: string;
  problem: string | null;
  /** The id of the record, `0` for a new one or for nobody here, empty for none yet. */
  value: string;
  /** What stands for {@link value} where it is typed; null where it is one of a few choices. */
  typed: string | null;
  /** What the client is called here that is proposed for a name which is almost its own. */
  twin: string | null;
};

export type Option = { id: number; name: string };
export type Options = Record<ImportNameKind, Option[]>;

/** The most names that a page asks about, and the most choices that each of them has beside it. */
const MOST_SHOWN = 100;

const SHOWN = `with used as (
    select client_name as id, count(*) as lines from import_rows where import_id = :id group by 1
    union all
    select work_type_name, count(*) from import_rows where import_id = :id group by 1
    union all
    select person_name, count(*) from import_rows where import_id = :id group by 1)
  select * from (
    select n.kind, n.name, n.is_hardware as isHardware, n.record_id as recordId, n.problem,
      used.lines, count(*) over () as count
    from import_names n join used on used.id = n.id
    order by n.problem is null, n.kind <> 'client' or n.record_id is null
      or exists (select 1 from clients c where c.id = n.record_id and c.name = n.name)
    limit ${MOST_SHOWN})
  order by kind, name = '' desc, problem is null, recordId is not null, name collate nocase`;

/**
 * The first names of a file, those with a problem and those that are called otherwise here before others, with what each
 * means now and can mean; and how many more there are.
 */
export function shownNames(services: Pick<Services, 'db'>, id: number, choices: Choices) {
  type Found = NameRow & { lines: number; count: number };
  const found = prepared<Found>(services.db, SHOWN).all({ id });
  const options = optionsOf(services);
  const names = found.map(({ kind, name, isHardware, recordId, problem, lines }): ShownName => {
    const key = nameKey({ kind, name, isHardware });
    const value = valueOf({ recordId, problem }, choices.names[key]);
    const called = optionOf(options[kind], value)?.name ?? '';
    const isChosen = choices.names[key] !== undefined || recordId === null;
    const isTwin = kind === 'client' && !isChosen && plainName(called) !== plainName(name);
    const typed = isTyped(options[kind]) ? called : null;
    const shown = { key, kind, name, isHardware, lines: formatCount(lines), problem, value, typed };
    return { ...shown, twin: isTwin ? called : null };
  });
  return { names, options, left: (found[0]?.count ?? 0) - names.length };
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
  const byName = new Map(Object.entries(options).map(([kind, all]) => [kind, byPlainName(all)]));
  return (kind, text) => {
    const is = plainName(text);
    if (is === '') return '0';
    const [found, another] = byName.get(kind)?.get(is) ?? [];
    return found === undefined || another !== undefined ? null : String(found.id);
  };
}

/** What names can mean: all clients, work types and people. Where they are typed, each has a name of its own. */
export function optionsOf({ db }: Pick<Services, 'db'>): Options {
  const order = 'is_active desc, name collate nocase, id';
  const list = (table: string) =>
    prepared<Option>(db, `select id, name from ${table} order by ${order}`).all();
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
