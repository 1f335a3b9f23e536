import type { RequestHandler } from 'express';

/** After so many requests there is something to give back; and so long after the last of them, in milliseconds. */
export type GiveBackLimits = { requests: number; idle: number };

const USUAL: GiveBackLimits = { requests: 1_000, idle: 10_000 };

/**
 * Once many requests were answered and none has come for a while, has V8 give back the memory that it no longer uses
 * (docs/decisions/0056-given-back.md). By itself it keeps the pages of the largest heap that it ever had. It takes a tenth of a
 * second, in which nobody is answered, so it is never done while somebody waits. Does nothing where Node was
 * started without `--expose-gc`, which `tallyhour` starts it with.
 */
export function giveBackWhenIdle(
  collect: NodeJS.GCFunction | undefined = globalThis.gc,
  { requests, idle }: GiveBackLimits = USUAL,
): RequestHandler {
  if (collect === undefined) {
    return (_request, _response, next) => {
      next();
    };
  }
  let answered = 0;
  let underWay = 0;
  const rest = setTimeout(() => {
    if (underWay > 0 || answered < requests) return;
    answered = 0;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
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
