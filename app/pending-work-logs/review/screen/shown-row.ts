import { keyOf, ROW_FIELDS, type Group, type RefusedRows, type RowField } from '../presses.ts';
import type { PendingScreenData, ReviewParts } from './review-screen.server.ts';

/** A row as the server gives it. */
export type Row = ReviewParts['groups'][number][0];

/** What the table of tasks shows. */
export type TableProps = Pick<
  PendingScreenData,
  'open' | 'search' | 'oneTimeKey' | 'canRewrite' | 'selection' | 'matching' | 'jobs'
> & {
  /** Null: they are in the page already. */
  parts: ReviewParts | null;
  refused: RefusedRows | null;
};

/** A row of the table: a task, or a group of twins, of which each is a row of its own below it. */
export type Shown = {
  key: string;
  ids: number[];
  row: Row;
  name: string;
  texts: Record<RowField, string>;
  /** Its job; of a group, the one that all have. */
  job: string | undefined;
  mixed: RowField[];
};

/** What a row shows of a task, or of a group; `name` is what its controls are called by. */
export function shownOf(group: Group<Row>, name: string): Shown {
  const [row] = group;
  const ids = group.map(({ id }) => id);
  const all = group.map((one) => ({
    client: one.clientName ?? '',
    workType: one.workTypeName ?? '',
    duration: one.duration ?? '',
  }));
  const mixed = ROW_FIELDS.filter((field) => new Set(all.map((one) => one[field])).size > 1);
  const text = (field: RowField) => (mixed.includes(field) ? '' : (all[0]?.[field] ?? ''));
  const texts = { client: text('client'), workType: text('workType'), duration: text('duration') };
  const job = group.every((one) => one.job === row.job) ? row.job : undefined;
  return { key: keyOf(ids), ids, row, name, texts, job, mixed };
}

/** The durations that a row offers, in minutes. */
export const DURATION_PRESETS = [15, 30, 60, 90, 120, 180, 240, 300, 360, 420, 480];

/** The last choice: hours of one's own, which are typed. Sent as it is, it is refused with how to write them. */
export const OTHER = 'Other';
