import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * Whether a loader is building the page that answers a posted form. Remix then runs the loader as a
 * GET with the headers of the post; a browser's own GET has no `Content-Type`.
 */
export function isAnswerToForm(request: Request): boolean {
  return request.headers.has('Content-Type');
}

/**
 * For the route of a form: does not load the form's data again when the form was refused. The record may
 * be gone by then, and what was typed must stay, also what is typed while a slow line brings that data: a
 * new one-time key would make the form anew. A remade form does load again: it shows
 * the record as it is now, and its lists may need an entry added meanwhile, such as a client.
 */
export const keepFormOnRefusal: ShouldRevalidateFunction = ({
  actionStatus = 200,
  actionResult,
  defaultShouldRevalidate,
}) => (actionStatus < 400 || isRemade(actionResult)) && defaultShouldRevalidate;

function isRemade(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'remade' in reply;
}
