import { TaskSourceError } from '../../pending-work-logs/import/task-source.ts';

/**
 * What went wrong with Todoist: `unauthorised` the token is refused; `gone` the address is
 * withdrawn; `rate-limited` Todoist asks for a pause; `unavailable` Todoist is down or cannot be
 * reached; `unreadable` the answer is not what the API promises; `timeout` no answer came in time.
 */
export type TodoistErrorKind =
  'unauthorised' | 'gone' | 'rate-limited' | 'unavailable' | 'unreadable' | 'timeout';

type Details = { status?: number; retryAfterSeconds?: number | null };

/** A failed call to Todoist. Its message is a sentence for people and never holds the token. */
export class TodoistError extends TaskSourceError {
  readonly kind: TodoistErrorKind;
  readonly status: number | null;
  /** How many seconds Todoist asks to wait; null when it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(kind: TodoistErrorKind, message: string, details: Details = {}) {
    super(message);
    this.name = 'TodoistError';
    this.kind = kind;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** Whether Todoist answered with one of these statuses. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof TodoistError && statuses.includes(error.status ?? 0);
}

/** The error for an answer whose status is not a success. */
export function refusedAnswer(status: number, retryAfterSeconds: number | null): TodoistError {
  if (status === 401 || status === 403) {
    return new TodoistError(
      'unauthorised',
      'Todoist did not accept the API token. Check the token in Settings, and save it again.',
      { status },
    );
  }
  if (status === 410) {
    return new TodoistError(
      'gone',
      'Todoist has withdrawn the address that its tasks were read from. Tallyhour needs an update before it can import again.',
      { status },
    );
  }
  if (status === 429) {
    return new TodoistError(
      'rate-limited',
      `Todoist asks for a pause, because it was asked too often. Try again ${describePause(retryAfterSeconds)}.`,
      { status, retryAfterSeconds },
    );
  }
  if (status >= 500) {
    return new TodoistError(
      'unavailable',
      `Todoist is not available at the moment (status ${status}). Try again in a few minutes.`,
      { status, retryAfterSeconds },
    );
  }
  return new TodoistError(
    'unreadable',
    `Todoist answered in a way that Tallyhour does not know (status ${status}). Check that TODOIST_API_URL is Todoist’s address, and try again later.`,
    { status },
  );
}

/** The error for an answer that cannot be read; `what` completes "Todoist …". */
export function unreadableAnswer(what: string): TodoistError {
  return new TodoistError('unreadable', `Todoist ${what}. Try again in a few minutes.`);
}

function describePause(seconds: number | null): string {
  if (seconds === null) return 'in a few minutes';
  if (seconds < 60) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  if (seconds > 5_400) return `in ${Math.ceil(seconds / 3_600)} hours`;
  const minutes = Math.ceil(seconds / 60);
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
