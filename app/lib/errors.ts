/**
 * The one error that a person may read: whoever throws it wrote the sentence.
 * Everything else that is thrown is a fault of ours, is logged, and is shown as
 * a generic sentence with status 500.
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

/** One thing that is wrong with the input: where it is and a sentence about it. */
export type Issue = { path: string; message: string };

/** 404: the thing does not exist, or not any more. */
export function notFound(what: string): ProductError {
  return new ProductError(404, `${what} was not found. It may have been removed.`);
}

/** 409: a rule forbids it in the present state. */
export function conflict(message: string): ProductError {
  return new ProductError(409, message);
}

/** 400: the input breaks a rule; the sentence stands beside the field at `path`. */
export function invalid(path: string, message: string): ProductError {
  return new ProductError(400, message, [{ path, message }]);
}
