/** The settings whose values the trail keeps. Of all others, such as tokens, it keeps only that they are set. */
const OPEN = [
  'todoist.schedule',
  'todoist.people',
  'ai.prompt',
  'invoices.template',
  'week.target',
];

/** What the product keeps for itself: nobody's setting. */
const INTERNAL = [
  'key.check',
  'installation.id',
  'restored.at',
  'served.origin',
  'clock.noted',
  'time_zone',
];

const listed = (names: string[]) => names.map((name) => `'${name}'`).join(', ');

/** Whether the trail holds only that this setting is set. */
export const isClosed = (name: string) => !OPEN.includes(name) && !name.startsWith('xero.');

/** A table with settings; the functions give SQL for a row (`old`, `new` or an alias). */
type SettingsTable = {
  table: string;
  record: (row: string) => string;
  json: (row: string) => string;
  columns: string[];
  /** Which rows count. */
  isKept: (row: string) => string;
};

/**
 * What makes up the record `settings`: those of the Settings screen, which organisation of Xero
 * invoices go to, and what was chosen for it. Secrets never enter, and so are named, not shown.
 */
export const SETTINGS_RECORDS: readonly SettingsTable[] = [
  {
    table: 'settings',
    record: (row) => `'settings:' || ${row}.name`,
    json: (row) =>
      `json_object(${row}.name, iif(${row}.name IN (${listed(OPEN)}), ${row}.value, 'set'))`,
    columns: ['value'],
    isKept: (row) => `${row}.name NOT IN (${listed(INTERNAL)})`,
  },
  {
    table: 'xero_connections',
    record: () => `'settings:xero.connection'`,
    json: (row) => `json_object(
      'xero.connection', iif(${row}.ended_at IS NULL, 'connected', 'ended'),
      'xero.organisation', (SELECT o.name FROM xero_organisations o WHERE o.tenant_id = ${row}.tenant_id))`,
    columns: ['tenant_id', 'ended_at'],
    isKept: () => 'true',
  },
  {
    table: 'xero_organisations',
    record: (row) => `'settings:xero.organisation:' || ${row}.tenant_id`,
    json: (row) =>
      `json_object('xero.accountCode', ${row}.account_code, 'xero.timeTaxCode', ${row}.time_tax_code,
        'xero.vatChanges', json(nullif(${row}.vat_changes, '[]')))`,
    columns: ['account_code', 'time_tax_code', 'vat_changes'],
    isKept: (row) => `${row}.account_code IS NOT NULL OR ${row}.time_tax_code IS NOT NULL`,
  },
  {
    table: 'webhooks',
    record: (row) => `'settings:webhook:' || ${row}.id`,
    json: (row) => `json_object('webhook:' || ${row}.id, ${row}.name || ', ' || ${row}.state)`,
    columns: [
      ...['name', 'url', 'events', 'body', 'content_type', 'template', 'state'],
      ...['signing_key', 'authorization'],
    ],
    isKept: () => 'true',
  },
];
