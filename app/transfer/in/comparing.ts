import type { Database } from '#db/connection.server.ts';
import type { Choices } from './choices.ts';
import type { StagedLine } from './staged.server.ts';

/** What the lines of a file are compared by, to tell which logs they are. */

/** What of its log a line can say. */
export type LineField =
  | 'client'
  | 'workType'
  | 'job'
  | 'date'
  | 'duration'
  | 'description'
  | 'billable'
  | 'rate'
  | 'items';

/**
 * What a line is: a log, perhaps to be changed in what the line says of it, or why it cannot become that; `isAsked`:
 * whether it is that log at all.
 */
export type Found = {
  log: number;
  isChanged?: boolean;
  says?: readonly LineField[];
  doubt?: string | null;
  isAsked?: boolean;
};

/** Tells what a line is; null: it does not know the line. */
export type Judge = (line: StagedLine, comparing: Comparing) => Found | null;

/** What is known of a file when one of its lines is compared. */
export type Comparing = {
  db: Database;
  timeZone: string;
  importId: number;
  source: string | null;
  /** The logs that are a line's by now. */
  taken: Set<number>;
  /** The ids that several lines of the file have: one of them was copied, perhaps to be a new log. */
  twice: ReadonlySet<string>;
  /** Whether the ids of its lines are those from before; and whether those of logs are another installation's. */
  hasItsIds: boolean;
  isForeign: boolean;
  again: Choices['again'];
  /** What the rows of our own file say of their logs: what they have columns for. */
  columns: readonly LineField[];
  /** The imports for whose files the same was chosen of projects, work types and tags. */
  chosenAlike: ReadonlySet<number>;
  /** Lines that came before, by their key. */
  lists: Map<string, KeptLine[]>;
};

/** A line that came before, by the log that it became. */
export type KeptLine = {
  log: number;
  rate: number | null;
  project: string | null;
  /** Null: it had none, or came in a file of another kind. */
  sourceId: string | null;
  /** Who logged it; null: nobody, or it is deleted. */
  person: number | null;
  /** What it has by now; null: it is deleted. */
  rateNow: number | null;
};
