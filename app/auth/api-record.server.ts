import type { AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { noContent, toId } from '../http/json-api.server.ts';
import {
  act,
  change,
  read,
  toResponse,
  type ApiCall,
  type Known,
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
/** Why a change of a record that is another by now was not made. */
export const STALE =
  'This was changed since you read it, so your change was not made. Read it again, then repeat your change.';

type Versioned = { version: number };

/** 200 with a record as it is now, and its version as `ETag`. */
export function versioned<Row extends Versioned, View>(row: Row, view: (row: Row) => View) {
  return { status: 200 as const, data: view(row), headers: { ETag: etagOf(row) } };
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

type Kind<Row, View> = {
  /** What a 404 says is not there, such as "The client". */
  what: string;
  /** What it is called in generated clients, such as "Client". */
  called: string;
  /** Throws 404. */
  find: (context: AppLoadContext, id: number) => Row;
  view: (row: Row) => View;
  json: z.ZodType<View>;
  known: Known;
};

/**
 * Makes handlers for the addresses of one record, `…/:id`. Its version is the `ETag`, and each change heeds
 * `If-Match` and answers with the record as it is then; `remove` with 204.
 */
export function recordApi<Row extends Versioned, View>(kind: Kind<Row, View>) {
  const { what, called, find, view, json, known } = kind;
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
  const said = { known, isVersioned: true as const };
  return {
    read: read({ called: `get${called}`, isVersioned: true, gives: json }, (call) =>
      toResponse(versioned(find(call.context, idOf(call)), view)),
    ),
    change: <Schema extends z.ZodType>(
      body: Schema,
      run: Change<Row, [z.output<Schema>]>,
    ): Writer =>
      change({ ...said, called: `update${called}`, body, gives: { 200: json } }, (input, call) =>
        versioned(
          matched(call, (context, id) => run(context, id, input)),
          view,
        ),
      ),
    act: (verb: string, run: Change<Row>): Writer =>
      act({ ...said, called: verb + called, gives: { 200: json } }, (call) =>
        versioned(matched(call, run), view),
      ),
    remove: (run: Change<unknown>, verb = 'delete'): Writer =>
      act({ ...said, called: verb + called, gives: { 204: null } }, (call) => {
        matched(call, run);
        return noContent();
      }),
  };
}
