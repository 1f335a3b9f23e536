import type { AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { noContent, toId, type Answer } from '../http/json-api.server.ts';
import {
  act,
  change,
  toResponse,
  type ApiCall,
  type Known,
  type Reader,
  type Writer,
} from './api-route.server.ts';
import { ProductError } from '../lib/errors.ts';

/** A record's version as a strong entity tag, for the `ETag` header. */
function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/.source;
const TAGS = new RegExp(`^[\\t ]*(?:,[\\t ]*)*${TAG}(?:[\\t ]*,(?:[\\t ]*${TAG})?)*[\\t ]*$`);

/**
 * Checks a request's `If-Match` against a record. It matches when it is missing, is `*`, or lists
 * the record's tag; a weak tag never matches (RFC 9110). Throws 412 when it does not match, 400
 * when it is not a list of tags.
 */
function checkIfMatch(request: Request, record: { version: number }): void {
  const header = request.headers.get('If-Match');
  if (header === null || header.trim() === '*') return;
  if (!TAGS.test(header)) throw new ProductError(400, MALFORMED);
  const tags = [...header.matchAll(new RegExp(TAG, 'g'))].map(([tag]) => tag);
  if (!tags.includes(etagOf(record))) throw new ProductError(412, STALE);
}

const MALFORMED =
  'If-Match should be * or a list of entity tags as ETag gives them, such as "3". No changes were made.';
const STALE =
  'This was changed since you read it, so your change was not made. Read it again, then repeat your change.';

type Versioned = { version: number };

/** 200 with a record as it is now, and its version as `ETag`. */
export function versioned<Row extends Versioned>(row: Row, view: (row: Row) => unknown): Answer {
  return { status: 200, data: view(row), headers: { ETag: etagOf(row) } };
}

/**
 * Checks a request's `If-Match` against the record and runs the change, in one transaction. Throws
 * 412 when the record has changed since, 400 for an unreadable `If-Match`, and what `find` throws.
 */
export function ifMatch<Result>(call: ApiCall, find: () => Versioned, run: () => Result): Result {
  return write(call.context.db, () => {
    checkIfMatch(call.request, find());
    return run();
  });
}

type Kind<Row> = {
  /** What a 404 says is not there, such as "The client". */
  what: string;
  /** Throws 404. */
  find: (context: AppLoadContext, id: number) => Row;
  view: (row: Row) => unknown;
  known: Known;
};

/**
 * Makes handlers for the addresses of one record, `…/:id`. Its version is the `ETag`, and each change heeds
 * `If-Match` and answers with the record as it is then; `remove` with 204.
 */
export function recordApi<Row extends Versioned>({ what, find, view, known }: Kind<Row>) {
  type Change<Result, Input extends unknown[] = []> = (
    context: AppLoadContext,
    id: number,
    ...input: Input
  ) => Result;
  const idOf = ({ params }: ApiCall) => toId(params.id, what);
  const matched = <Result>(call: ApiCall, run: Change<Result>) => {
    const [{ context }, id] = [call, idOf(call)];
    return ifMatch(
      call,
      () => find(context, id),
      () => run(context, id),
    );
  };
  return {
    read: ((call) => toResponse(versioned(find(call.context, idOf(call)), view))) satisfies Reader,
    change: <Schema extends z.ZodType>(
      schema: Schema,
      run: Change<Row, [z.output<Schema>]>,
    ): Writer =>
      change(
        schema,
        (input, call) =>
          versioned(
            matched(call, (context, id) => run(context, id, input)),
            view,
          ),
        known,
      ),
    act: (run: Change<Row>): Writer => act((call) => versioned(matched(call, run), view), known),
    remove: (run: Change<unknown>): Writer =>
      act((call) => {
        matched(call, run);
        return noContent();
      }, known),
  };
}
