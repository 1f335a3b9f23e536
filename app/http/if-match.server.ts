import { ProductError } from '../lib/errors.ts';

/** A record's version as a strong entity tag, for the `ETag` header. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/.source;
const TAGS = new RegExp(`^[\\t ]*(?:,[\\t ]*)*${TAG}(?:[\\t ]*,(?:[\\t ]*${TAG})?)*[\\t ]*$`);

/**
 * Checks a request's `If-Match` against a record. It matches when it is missing, is `*`, or lists
 * the record's tag; a weak tag never matches (RFC 9110). Throws 412 when it does not match, 400
 * when it is not a list of tags.
 */
export function checkIfMatch(request: Request, record: { version: number }): void {
  const header = request.headers.get('If-Match');
  if (header === null || header.trim() === '*') return;
  if (!TAGS.test(header)) throw new ProductError(400, MALFORMED);
  const tags = [...header.matchAll(new RegExp(TAG, 'g'))].map(([tag]) => tag);
  if (!tags.includes(etagOf(record))) throw new ProductError(412, STALE);
}

const MALFORMED =
  'If-Match should be * or a list of entity tags as ETag gives them, such as "3". Nothing was changed.';
const STALE =
  'This was changed since you read it, so nothing was changed now. Read it again, and repeat your change on what it says.';
