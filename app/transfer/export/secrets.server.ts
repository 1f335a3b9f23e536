import type SqliteDatabase from 'better-sqlite3';

/** What of the database never goes out. secrets.test.ts holds it against the schema: each new column is decided. */

/** Tables that go out empty: who is signed in or may sign in, requests' keys, tokens, webhooks, work that is going on. */
export const SECRET_TABLES = [
  'sessions',
  'sign_in_links',
  'passkeys',
  'passkey_challenges',
  'calendars',
  'api_tokens',
  'one_time_keys',
  'xero_connections',
  'contact_calls',
  'webhook_deliveries',
  'webhooks',
  'history_touched',
] as const;

/** The settings that go out; all others are secrets, or seal them (`settings-store.server.ts`). */
export const OPEN_SETTINGS = [
  'ai.prompt',
  'installation.id',
  'invoices.template',
  'time_zone',
  'todoist.people',
  'todoist.schedule',
  'week.target',
] as const;

/** Columns that go out empty: the ids of connections that this machine has with Xero. */
export const SECRET_COLUMNS = [['xero_organisations', 'connection_id']] as const;

/**
 * Takes every secret out of a copy. Unused bytes may still have it: only one that is written anew (`VACUUM INTO`)
 * goes out.
 */
export function takeOutSecrets(copy: SqliteDatabase.Database): void {
  const settings = OPEN_SETTINGS.map((name) => `'${name}'`).join(', ');
  copy.transaction(() => {
    for (const [table, column] of SECRET_COLUMNS) copy.exec(`update ${table} set ${column} = null`);
    copy.exec(`delete from settings where name not in (${settings})`);
    // The triggers of the trail note what the statements above did; they are emptied last.
    for (const table of SECRET_TABLES) copy.exec(`delete from ${table}`);
    copy.exec('delete from history_touched');
  })();
}
