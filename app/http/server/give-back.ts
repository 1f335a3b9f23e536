import type { RequestHandler } from 'express';

/** After so many requests there is something to give back; and so long after the last of them, in milliseconds. */
export type GiveBackLimits = { requests: number; idle: number };

const USUAL: GiveBackLimits = { requests: 1_000, idle: 10_000 };

/**
 * Has V8 give back the memory that this thread no longer uses (docs/decisions/0062-one-engine.md). By itself it keeps the
 * pages of the largest heap that it ever had. Takes a tenth of a second. Does nothing where Node was started without
 * `--expose-gc`, which `tallyhour` starts it with.
 */
export function giveBack(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Calls `give` once many requests were answered and none has come for a while, never while somebody
 * waits: what gives memory back answers nobody meanwhile.
 */
export function giveBackWhenIdle(
  give: () => void,
  { requests, idle }: GiveBackLimits = USUAL,
): RequestHandler {
  let answered = 0;
  let underWay = 0;
  const rest = setTimeout(() => {
    if (underWay > 0 || answered < requests) return;
    answered = 0;
    give();
  }, idle).unref();
  return (_request, response, next) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      answered += 1;
      rest.refresh();
    });
    next();
  };
}
