import { expect } from 'vitest';
import { toastOf } from './html.ts';
import type { Visitor } from './server/visitor.ts';

/** Presses a button of the review for these tasks; gives its toast, and the address of the toast's Undo. */
export async function pressReview(visitor: Visitor, button: string, ids: number[], typed = {}) {
  const sent = new URLSearchParams({ do: button, ...typed });
  for (const id of ids) sent.append('ids', String(id));
  const answer = await visitor.post('/pending-work-logs/review', sent);
  expect(answer.status).toBe(303);
  const { text } = await visitor.get(answer.location ?? '');
  const undo = /action="(\/pending-work-logs\/undo\/\d+)"/.exec(text)?.[1];
  return { toast: toastOf(text), undo: undo ?? '' };
}

/** Presses Undo with these filters; gives the toast on the list, which has the same filters again. */
export async function pressUndo(visitor: Visitor, undo: string) {
  const answer = await visitor.post(undo, { goTo: '/pending-work-logs?missing=duration' });
  expect(answer.location).toBe('/pending-work-logs?missing=duration');
  return toastOf((await visitor.get(answer.location ?? '')).text);
}
