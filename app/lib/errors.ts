/**
 * An error whose message is written for the person who reads it, with its HTTP status. Any other
 * error is a fault of ours: it is logged, and people get a generic sentence with status 500.
 */
export class ProductError extends Error {
  readonly status: number;
  readonly issues: Issue[];

  constructor(status: number, message: string, issues: Issue[] = []) {
    super(message);
    this.name = 'ProductError';
    this.status = status;
    this.issues = issues;
  }
}

/** One thing that is wrong with the input: the path of its field, and a sentence about it. */
export type Issue = { path: string; message: string };

/** 404: a record does not exist, or no longer. `what` names it, such as `The user`. */
export function notFound(what: string): ProductError {
  return new ProductError(404, `${what} was not found. It may have been removed.`);
}

/** 409: a rule forbids the change in the record's present state. */
export function conflict(message: string): ProductError {
  return new ProductError(409, message);
}

/** 400: the input breaks a rule; the message is shown beside the field at `path`. */
export function invalid(path: string, message: string): ProductError {
  return new ProductError(400, message, [{ path, message }]);
}
