import type SqliteDatabase from 'better-sqlite3';
import { RECORD_KINDS, type Part, type RecordKind } from './records.ts';
import { SETTINGS_RECORDS } from './settings-records.ts';

/**
 * The triggers that note what a transaction touches, and the views that say how a record looks. They
 * are made from the schema at every start, not by a migration, so that a new column of a record
 * enters the trail with its migration alone.
 */

/** A trigger or a view: its name, and the SQL that makes it. */
type Made = { name: string; type: 'trigger' | 'view'; text: string };

/** The view of a kind: its records as JSON, by id. */
export const viewOf = (kind: string) => `history_${kind.replaceAll('-', '_')}`;

/** SQL that notes a record, unless it was touched already; `before` is SQL for its JSON. */
const touch = (record: string, before: string) => `
  INSERT INTO history_touched (record, before) SELECT ${record}, ${before}
  WHERE NOT EXISTS (SELECT 1 FROM history_touched WHERE record = ${record});`;

const isChanged = (columns: string[], compared: Record<string, string> = {}) => {
  const of = (row: string) =>
    columns.map((name) => (compared[name] ?? `r.${name}`).replaceAll('r.', `${row}.`)).join(', ');
  return `(${of('old')}) IS NOT (${of('new')})`;
};

const trigger = (name: string, when: string, run: string): Made => ({
  name,
  type: 'trigger',
  text: `CREATE TRIGGER ${name} ${when} BEGIN ${run} END`,
});

function ofKind({ kind, table, columns, compared, beside, fields, parts }: RecordKind): Made[] {
  const view = viewOf(kind);
  const object = fields.map(({ name, text }) => `'${name}', ${text}`).join(', ');
  const touchRow = (row: 'old' | 'new', before: string) => touch(`'${kind}:' || ${row}.id`, before);
  const asBefore = `(SELECT json FROM ${view} WHERE id = old.id)`;
  return [
    {
      name: view,
      type: 'view',
      text: `CREATE VIEW ${view} AS SELECT r.id, json_object(${object}) AS json FROM ${table} r`,
    },
    trigger(`${view}_made`, `AFTER INSERT ON ${table}`, touchRow('new', 'NULL')),
    trigger(
      `${view}_changed`,
      `BEFORE UPDATE OF ${[...columns, ...beside].join(', ')} ON ${table}
        WHEN ${isChanged(columns, compared)}`,
      touchRow('old', asBefore),
    ),
    trigger(`${view}_deleted`, `BEFORE DELETE ON ${table}`, touchRow('old', asBefore)),
    ...parts.flatMap((part) => ofPart(kind, part)),
  ];
}

function ofPart(kind: string, { table, owner, columns }: Part): Made[] {
  const view = viewOf(kind);
  const touchOwner = (row: 'old' | 'new') =>
    touch(`'${kind}:' || ${row}.${owner}`, `(SELECT json FROM ${view} WHERE id = ${row}.${owner})`);
  const name = `history_${table}`;
  return [
    trigger(`${name}_made`, `BEFORE INSERT ON ${table}`, touchOwner('new')),
    trigger(
      `${name}_changed`,
      `BEFORE UPDATE OF ${columns.join(', ')} ON ${table} WHEN ${isChanged(columns)}`,
      touchOwner('old') + touchOwner('new'),
    ),
    trigger(`${name}_deleted`, `BEFORE DELETE ON ${table}`, touchOwner('old')),
  ];
}

function ofSettings(): Made[] {
  const views = SETTINGS_RECORDS.map(
    ({ table, record, json }) =>
      `SELECT ${record('r')} AS record, ${json('r')} AS json FROM ${table} r`,
  );
  const rows = SETTINGS_RECORDS.flatMap(({ table, record, json, columns, isKept }) => {
    const name = `history_of_${table}`;
    const touchRow = (row: 'old' | 'new', before: string) => touch(record(row), before);
    return [
      trigger(
        `${name}_made`,
        `AFTER INSERT ON ${table} WHEN ${isKept('new')}`,
        touchRow('new', 'NULL'),
      ),
      trigger(
        `${name}_changed`,
        `BEFORE UPDATE OF ${columns.join(', ')} ON ${table}
          WHEN (${isKept('old')} OR ${isKept('new')}) AND ${isChanged(columns)}`,
        touchRow('old', json('old')),
      ),
      trigger(
        `${name}_deleted`,
        `BEFORE DELETE ON ${table} WHEN ${isKept('old')}`,
        touchRow('old', json('old')),
      ),
    ];
  });
  const view = viewOf('settings');
  return [
    { name: view, type: 'view', text: `CREATE VIEW ${view} AS ${views.join(' UNION ALL ')}` },
    ...rows,
  ];
}

const MADE: readonly Made[] = [...RECORD_KINDS.flatMap(ofKind), ...ofSettings()];

/** Triggers of the history itself, which a migration makes; these here are made from the schema. */
const OURS = `type in ('trigger', 'view') and name glob 'history_*'
  and name not glob 'history_entries_*'`;

/** Takes the triggers and views away, for migrations: they could not change a table that these name. */
export function dropHistoryTriggers(sqlite: SqliteDatabase.Database): void {
  const found = sqlite.prepare(`select type, name from sqlite_schema where ${OURS}`).all();
  for (const { type, name } of found as Pick<Made, 'type' | 'name'>[]) {
    sqlite.exec(`drop ${type} ${name}`);
  }
}

/** Makes the triggers and views anew where they are not those of this program. */
export function makeHistoryTriggers(sqlite: SqliteDatabase.Database): void {
  const isHere = sqlite.prepare(`select name, sql as text from sqlite_schema where ${OURS}`);
  const here = new Map(
    (isHere.all() as Pick<Made, 'name' | 'text'>[]).map(({ name, text }) => [name, text]),
  );
  if (here.size === MADE.length && MADE.every(({ name, text }) => here.get(name) === text)) return;
  sqlite
    .transaction(() => {
      dropHistoryTriggers(sqlite);
      for (const { text } of MADE) sqlite.exec(text);
    })
    .immediate();
}
