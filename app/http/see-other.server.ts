import { redirect, type TypedResponse } from '@remix-run/node';

/** All that a header cannot hold, or that browsers leave out of an address. */
const NOT_IN_A_HEADER = /[^\x21-\x7e]+/g;

/**
 * Leads on after a press, to a page of ours. What an address or a form said of it may hold signs that a header
 * cannot: they are written as a browser writes them, so that what was done is never answered with a fault.
 */
export function seeOther(path: string, headers: HeadersInit = {}): TypedResponse<never> {
  const to = path.toWellFormed().replace(NOT_IN_A_HEADER, encodeURIComponent);
  return redirect(to, { status: 303, headers });
}
