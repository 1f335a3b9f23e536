/** A value as JSON has it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** One completion of a task. Task id and instant together are its identity. */
export type CompletedTask = {
  taskId: string;
  /** To the whole second, so that it is the same however precisely the source states it. */
  completedAt: Date;
  content: string;
  description: string;
  projectId: string | null;
  /** Null when the task has no project, or one that the source does not show any more. */
  projectName: string | null;
  labels: string[];
  /** Whole minutes, 1 to 6,000; null when the task has no duration in minutes. */
  durationMinutes: number | null;
  isRecurring: boolean;
  /** What else is worth keeping, under names that people can read. */
  raw: Record<string, Json>;
};

/** Which completions are read: from `since` on, up to but without `until`. */
export type TasksQuery = {
  since: Date;
  until: Date;
  /** Is given sentences for people about what could not be read. */
  onNote?: (note: string) => void;
  /** Raised when nobody waits for the rest any more: what is under way is broken off. */
  signal?: AbortSignal;
};

/**
 * Reads completions in batches as they arrive, none twice, so that a caller may keep what came
 * before a fault. Their order is not promised. Throws a {@link TaskSourceError}.
 */
export type ReadTasks = (query: TasksQuery) => AsyncGenerator<CompletedTask[]>;

/** Where completed tasks come from: all that the import knows of the service that has them. */
export type TaskSource = {
  /**
   * The way to the tasks, with the credentials of this moment; null as long as nobody has
   * connected the source. Nothing is asked of the source before something is read.
   */
  open: () => ReadTasks | null;
};

/** The source failed. The message is a sentence for people and holds no secret. */
export class TaskSourceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaskSourceError';
  }
}
