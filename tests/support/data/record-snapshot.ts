import type { Database } from '#db/connection.server.ts';

type Row = Record<string, unknown>;

const TIMES = ['created_at', 'updated_at', 'version'];

/** The tables of records: what a row belongs to, and the columns that are nobody's change. */
const TABLES: Record<string, { of: (row: Row) => string; without: string[] }> = {
  clients: { of: ({ id }) => `client:${String(id)}`, without: TIMES },
  client_contacts: { of: (row) => `client:${String(row.client_id)}`, without: ['linked_at'] },
  jobs: { of: ({ id }) => `job:${String(id)}`, without: TIMES },
  work_types: { of: ({ id }) => `work-type:${String(id)}`, without: TIMES },
  work_logs: {
    of: ({ id }) => `work-log:${String(id)}`,
    // What an invoice bills more or less follows from the invoice.
    without: [...TIMES, 'day', 'has_own_rate', 'created_by', 'billed_more_pence'],
  },
  hardware_items: { of: (row) => `work-log:${String(row.work_log_id)}`, without: TIMES },
  pending_work_logs: {
    of: ({ id }) => `pending-work-log:${String(id)}`,
    // What is only suggested is nobody's change.
    without: [
      ...TIMES,
      'metadata',
      'project_id',
      'name_key',
      'is_retold',
      'suggestions',
      'set_by_person',
      'decision',
      'inactive_client_id',
    ],
  },
  rules: { of: ({ id }) => `rule:${String(id)}`, without: TIMES },
  invoices: {
    of: ({ id }) => `invoice:${String(id)}`,
    without: [...TIMES, 'run_id', 'tenant_id', 'send_key', 'sent_at', 'contents', 'message'],
  },
  left_findings: { of: ({ id }) => `forgotten:${String(id)}`, without: [] },
  webhooks: {
    of: () => 'settings',
    // How far it was told, and how that went, is nobody's change.
    without: [
      ...TIMES,
      ...['told_entry', 'told_since', 'failing_since', 'held_until', 'key_shown_until'],
    ],
  },
  users: { of: ({ id }) => `user:${String(id)}`, without: TIMES },
  approved_emails: { of: ({ id }) => `approved-email:${String(id)}`, without: TIMES },
  settings: { of: () => 'settings', without: [] },
};

const OWN_SETTINGS = ['key.check', 'installation.id', 'served.origin', 'clock.noted', 'time_zone'];

/** What every record looks like in the tables, read without the product's code for it. */
export function recordSnapshot({ $client }: Database): Map<string, string> {
  const parts = new Map<string, string[]>();
  const add = (record: string, part: unknown) => {
    parts.set(record, [...(parts.get(record) ?? []), JSON.stringify(part)]);
  };
  for (const [table, { of, without }] of Object.entries(TABLES)) {
    for (const row of $client.prepare(`select * from ${table} order by 1`).all() as Row[]) {
      if (table === 'settings' && OWN_SETTINGS.includes(String(row.name))) continue;
      if (row.state === 'sending') row.state = 'claimed';
      if (table === 'pending_work_logs') hideSuggestions(row);
      const kept = Object.entries(row).filter(([name]) => !without.includes(name));
      add(of(row), [table, kept]);
    }
  }
  for (const text of [
    'select tenant_id, ended_at from xero_connections',
    `select tenant_id, account_code, time_tax_code, vat_changes from xero_organisations
      where account_code is not null or time_tax_code is not null order by 1`,
  ]) {
    for (const row of $client.prepare(text).all()) add('settings', row);
  }
  return new Map([...parts].map(([record, list]) => [record, list.join('\n')]));
}

/** The records that differ between two snapshots, sorted. */
export function changedRecords(before: Map<string, string>, after: Map<string, string>): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((record) => before.get(record) !== after.get(record)).sort();
}

const COLUMNS: Record<string, string> = {
  clientId: 'client_id',
  workTypeId: 'work_type_id',
  duration: 'duration',
};

/** Takes what is only suggested out of an entry's row. */
function hideSuggestions(row: Row): void {
  const suggested = JSON.parse(String(row.suggestions)) as Record<string, unknown>;
  for (const field of Object.keys(suggested)) row[COLUMNS[field] ?? field] = null;
  const isTyped = String(row.set_by_person).includes('estimatedHourlyRate');
  if (row.status === 'pending_review' && !isTyped) row.estimated_hourly_rate_pence = null;
}
