import { afterEach, beforeEach } from 'vitest';
import { startTodoist, type RunningTodoist, type TodoistAccount } from '#sandbox/todoist.ts';

/** A stand-in for Todoist for each test of a file; to be called before `useServer`. */
export function useTodoist(account: () => TodoistAccount): () => RunningTodoist {
  let todoist: RunningTodoist | null = null;

  beforeEach(async () => {
    todoist = await startTodoist({ account: account() });
  });

  afterEach(async () => {
    await todoist?.close();
    todoist = null;
  });

  return () => {
    if (!todoist) throw new Error('The stand-in is not started yet');
    return todoist;
  };
}
