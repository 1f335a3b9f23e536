import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * Whether a loader makes the page that answers a posted form, and not one that was asked for. Remix
 * runs it as a GET then, with the headers of the post; a browser's GET has no such header.
 */
export function isAnswerToForm(request: Request): boolean {
  return request.headers.has('Content-Type');
}

/**
 * For the route of an edit form: what the form shows is not asked for again when it was refused.
 * What it edits may be gone by then, and what was typed must stay. A form that was remade is made
 * from the record as it stands, and needs what goes with that: a client added meanwhile, say.
 */
export const keepFormOnRefusal: ShouldRevalidateFunction = ({
  actionStatus = 200,
  actionResult,
  defaultShouldRevalidate,
}) => (actionStatus < 400 || isRemade(actionResult)) && defaultShouldRevalidate;

function isRemade(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'remade' in reply;
}
