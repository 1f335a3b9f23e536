import type { HistoryEntry } from '#db/schema.ts';

/** The kinds of records in the trail, and what people call one. */
export const KINDS = {
  'work-log': 'Work log',
  'pending-work-log': 'Todoist task',
  client: 'Client',
  job: 'Job',
  'work-type': 'Work type',
  rule: 'Rule',
  invoice: 'Invoice',
  forgotten: 'Forgotten work',
  user: 'Person',
  'approved-email': 'Approved email',
  settings: 'Settings',
  'sign-in': 'Sign-in',
  download: 'Download',
  history: 'History',
} as const;
export type Kind = keyof typeof KINDS;

/** The kinds that have no ids: of each there is one. The last three are acts, which change no record. */
export const WITHOUT_IDS = ['settings', 'sign-in', 'download', 'history'];

/** A record by its kind and id; `settings` and acts have no id. */
export type RecordName = { kind: string; id: number | null };

/** `work-log:12`, or `settings`. */
export function formatRecord({ kind, id }: RecordName): string {
  return id === null ? kind : `${kind}:${id}`;
}

/** A record's JSON, in the words of the API. */
export type Contents = Record<string, unknown>;

/** An entry with what it holds read. */
export type ReadEntry = Omit<HistoryEntry, 'before' | 'after'> & {
  /** Of a change: only the fields that changed, as they were. */
  before: Contents | null;
  after: Contents | null;
};

/** What `person` is for entries that no person made. */
export const NO_PERSON = 'none';

/** An entry as the API gives it: before and after are the whole record. */
export function toEntryView(entry: ReadEntry) {
  const { before, after } = entry;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    by: entry.by,
    userId: entry.userId,
    record: formatRecord({ kind: entry.kind, id: entry.recordId }),
    action: entry.action,
    before: before === null ? null : { ...after, ...before },
    after,
  };
}
