/**
 * The header by which the service worker asks where a form leads, and that of the answer. A redirect itself would
 * be hidden from the worker, which could not tell ours from that of a network that wants a sign-in of its own.
 */
export const TELL_REDIRECT = 'X-Tell-Redirect';
export const REDIRECT_TO = 'X-Redirect-To';
