/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** How far apart two tellings of one completion can be, in milliseconds. */
export const RETOLD_WITHIN = 10_000;

/** One completion of a task. Its id and the instant together identify it: a recurring task has many. */
export type CompletedTask = {
  taskId: string;
  /** Cut to whole seconds, so that it is the same however precise the source is. */
  completedAt: Date;
  content: string;
  description: string;
  projectId: string | null;
  /** Null when the task has no project, or the source no longer shows it. */
  projectName: string | null;
  /** The part of the project that it is in; null, or left out, also where nobody asked ({@link TasksQuery}). */
  sectionName?: string | null;
  labels: string[];
  /** Whole minutes, 1 to 6,000; null when the task has no duration in minutes. */
  durationMinutes: number | null;
  isRecurring: boolean;
  /** Told second hand: first hand, the completion may be up to {@link RETOLD_WITHIN} earlier or later. */
  isRetold?: boolean;
  raw: Record<string, Json>;
};

/** Which completions to read: from `since` up to but not including `until`. */
export type TasksQuery = {
  since: Date;
  until: Date;
  /** Whether the names of sections are of use: they cost calls. */
  sections?: boolean;
  /** Called with a sentence for people about anything that could not be read. */
  onNote?: (note: string) => void;
  signal?: AbortSignal;
};

/** Reads completions in batches as they arrive. None comes twice. Throws a {@link TaskSourceError}. */
export type ReadTasks = (query: TasksQuery) => AsyncGenerator<CompletedTask[]>;

/** Where completed tasks come from: the only thing that the import knows about Todoist. */
export type TaskSource = {
  /** A reader with the current credentials, which contacts nothing yet; null while the source is not connected. */
  open: () => ReadTasks | null;
  /** What the reader depends on besides what it is asked: two with the same would read the same. */
  settings?: () => string;
  /** How often it is to be read by itself, in milliseconds; null or left out for never. */
  every?: () => number | null;
};

/** The source failed. The message is a sentence for people and holds no secret. */
export class TaskSourceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaskSourceError';
  }
}
