import { prepared, type Database } from '#db/connection.server.ts';
import { nameKey, type Choices } from './choices.ts';

type NameRow = {
  id: number;
  kind: 'client' | 'work-type';
  name: string;
  isHardware: number;
};

type Candidate = { id: number; name: string; isHardware: number };

const NAMES = `select id, kind, name, is_hardware as isHardware from import_names where import_id = ?`;
const CLIENTS = 'select id, name, 0 as isHardware from clients';
const WORK_TYPES = 'select id, name, is_hardware as isHardware from work_types';
const SET = 'update import_names set record_id = ?, problem = ? where id = ?';

/**
 * Finds what the names of a file mean: what a person chose, else the one record of this name, else, for
 * a name that nobody has, a new one. A name of several is asked about, and so is none.
 */
export function matchNames(db: Database, importId: number, choices: Choices): void {
  const records = {
    client: byName(prepared<Candidate>(db, CLIENTS).all()),
    'work-type': byName(prepared<Candidate>(db, WORK_TYPES).all()),
  };
  const chosen = new Map(Object.entries(choices.names));
  for (const row of prepared<NameRow>(db, NAMES).all(importId)) {
    const found = records[row.kind].get(plain(row.name)) ?? [];
    const known = [...records[row.kind].values()].flat();
    const choice = chosen.get(nameKey(row.kind, row.name));
    const { recordId, problem } = meaningOf(
      row,
      found,
      known.find(({ id }) => id === choice),
      choice,
    );
    prepared(db, SET).run(recordId, problem, row.id);
  }
}

type Meaning = { recordId: number | null; problem: string | null };

const WHAT = { client: 'client', 'work-type': 'work type' } as const;

function meaningOf(
  row: NameRow,
  found: Candidate[],
  chosen: Candidate | undefined,
  choice: number | undefined,
): Meaning {
  const what = WHAT[row.kind];
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

const plain = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

function byName(records: Candidate[]): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const record of records) {
    const key = plain(record.name);
    found.set(key, [...(found.get(key) ?? []), record]);
  }
  return found;
}
