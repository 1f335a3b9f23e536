import { prepared, type Database } from '#db/connection.server.ts';
import { looksOf } from '../../lib/looks.ts';
import { nameKey, type Choices, type FileName } from './choices.ts';

/** What a name means: a record; none and no problem: a new one, or nobody here; else why it means nothing yet. */
export type Meaning = { recordId: number | null; problem: string | null };

type NameRow = Meaning & FileName & { id: number };

/** A name that meant something else until now. */
export type ChangedName = FileName & { was: Meaning; is: Meaning };

type Candidate = { id: number; name: string; isHardware: number };

const NAMES = `select id, kind, name, is_hardware as isHardware, record_id as recordId, problem
  from import_names where import_id = ?`;
const CLIENTS = 'select id, name, 0 as isHardware from clients';
const WORK_TYPES = 'select id, name, is_hardware as isHardware from work_types';
const PEOPLE = `select id, email as name, 0 as isHardware from users
  union all select id, trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), 0 from users`;
const SET = 'update import_names set record_id = ?, problem = ? where id = ?';

/**
 * Finds what the names of a file mean: what a person chose, else the one record of this name, else, for
 * a name that nobody has, a new one. A name of several is asked about, and so is none. A person is found
 * by email or by whole name, and is else nobody here: other people's hours are not the importer's.
 * Writes, and gives, only what means something else than before.
 */
export function matchNames(db: Database, importId: number, choices: Choices): ChangedName[] {
  const records = {
    client: known(prepared<Candidate>(db, CLIENTS).all()),
    'work-type': known(prepared<Candidate>(db, WORK_TYPES).all()),
    person: known(prepared<Candidate>(db, PEOPLE).all()),
  };
  const chosen = new Map(Object.entries(choices.names));
  const changed: ChangedName[] = [];
  for (const row of prepared<NameRow>(db, NAMES).all(importId)) {
    const { byName, byId } = records[row.kind];
    const choice = chosen.get(nameKey(row));
    const picked = byId.get(choice ?? 0);
    const is =
      row.kind === 'person'
        ? personMeant(row.name, byName, picked, choice)
        : meaningOf(row, byName.get(plainName(row.name)) ?? [], picked, choice);
    const { kind, name, isHardware, recordId, problem } = row;
    if (is.recordId === recordId && is.problem === problem) continue;
    prepared(db, SET).run(is.recordId, is.problem, row.id);
    changed.push({ kind, name, isHardware, was: { recordId, problem }, is });
  }
  return changed;
}

/** Whom a person chose, else the one whose email it is, else whose name. */
function personMeant(
  text: string,
  people: Map<string, Candidate[]>,
  picked: Candidate | undefined,
  choice: number | undefined,
): Meaning {
  if (picked !== undefined) return { recordId: picked.id, problem: null };
  const [, name = text, email = text] = /^(.*) <(.*)>$/.exec(text) ?? [];
  const [found] = [email, name]
    .map((part) => people.get(plainName(part)) ?? [])
    .filter((candidates) => candidates.length === 1);
  const recordId = choice === 0 ? null : (found?.[0]?.id ?? null);
  return { recordId, problem: null };
}

function meaningOf(
  row: NameRow,
  found: Candidate[],
  chosen: Candidate | undefined,
  choice: number | undefined,
): Meaning {
  const what = row.kind === 'client' ? 'client' : 'work type';
  if (chosen !== undefined) return fitting(row, chosen);
  if (row.name === '') return { recordId: null, problem: `It has no ${what}.` };
  if (choice === 0) return { recordId: null, problem: null };
  const exact = found.filter(({ name }) => name === row.name);
  const candidates = exact.length > 0 ? exact : found;
  const ofKind = candidates.filter(({ isHardware }) => isHardware === row.isHardware);
  const [first, second] = ofKind.length > 0 ? ofKind : candidates;
  if (first === undefined) return { recordId: null, problem: null };
  if (second === undefined) return fitting(row, first);
  return {
    recordId: null,
    problem: `There are several ${what}s called “${row.name}”. Say which is meant.`,
  };
}

function fitting(row: NameRow, { id, isHardware }: Candidate): Meaning {
  if (row.kind === 'client' || isHardware === row.isHardware) {
    return { recordId: id, problem: null };
  }
  const [is, needed] = isHardware ? ['hardware', 'time'] : ['time', 'hardware'];
  const problem = `“${row.name}” is a work type for ${is} here, and this line has ${needed}.`;
  return { recordId: null, problem };
}

/** A name for comparing: what it looks like, in one case. */
export function plainName(name: string): string {
  return looksOf(name) || name;
}

function known(records: Candidate[]) {
  return { byName: byPlainName(records), byId: new Map(records.map((one) => [one.id, one])) };
}

/** Records by what their names look like; those whose name shows nothing have no place. */
export function byPlainName<Record extends { name: string }>(
  records: Record[],
): Map<string, Record[]> {
  const byName = new Map<string, Record[]>();
  for (const record of records) {
    const key = plainName(record.name);
    if (key !== '') byName.set(key, [...(byName.get(key) ?? []), record]);
  }
  return byName;
}
