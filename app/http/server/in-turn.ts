import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { refuse, sentForm } from './refuse.ts';
import { setImmediate as othersAreServed } from 'node:timers/promises';

/** The most requests that wait, and the most bytes that they have sent. */
export type QueueLimits = { longest: number; largest: number };

/** Some seconds' work. */
const USUAL: QueueLimits = { longest: 1_000, largest: 32 * 1024 * 1024 };

/**
 * While others connect, they are let in first, for so many turns: Node takes in one connection in a turn, and
 * an operating system refuses those that nobody takes in.
 */
const ARRIVALS = 20;

/** After how many seconds it is worth asking again. */
const RETRY_AFTER = 5;

const BUSY = 'The server is busy at the moment. No changes were made.';

type Waiting = { response: Response; bytes: number; begin: () => void };

/**
 * Begins one request in each turn of the event loop, in the order in which they came. What a request does
 * is mostly done when its turn ends, so that however many come at once, none of them holds up the loop for longer
 * than itself; and nothing is held by those that wait for another service. Where too many wait, the
 * next ones are answered 503. The limits may change, with effect from the next request.
 */
export function inTurn(limits: QueueLimits = USUAL): RequestHandler {
  const waiting: Waiting[] = [];
  const connected = new WeakSet<Socket>();
  let bytesWaiting = 0;
  let isServing = false;
  let hasArrived = false;
  let arrivals = 0;

  const take = (): Waiting | undefined => {
    const one = waiting.shift();
    bytesWaiting -= one?.bytes ?? 0;
    return one;
  };
  const takeOpen = (): Waiting | undefined => {
    let one = take();
    while (one?.response.closed) one = take();
    return one;
  };
  const serveNext = () => {
    if (hasArrived && arrivals < ARRIVALS) {
      hasArrived = false;
      arrivals += 1;
      setImmediate(serveNext);
      return;
    }
    arrivals = 0;
    const one = takeOpen();
    if (!one) {
      isServing = false;
      return;
    }
    setImmediate(serveNext);
    one.begin();
  };

  return (request, response, next) => {
    const bytes = bodyOf(request)?.length ?? 0;
    if (waiting.length >= limits.longest || bytesWaiting + bytes > limits.largest) {
      refuseBusy(request, response);
      return;
    }
    // Begun from another request's turn, it must still log as itself.
    waiting.push({
      response,
      bytes,
      begin: AsyncResource.bind(() => {
        next();
      }),
    });
    bytesWaiting += bytes;
    if (!connected.has(request.socket)) hasArrived = true;
    connected.add(request.socket);
    if (isServing) return;
    isServing = true;
    setImmediate(serveNext);
  };
}

function bodyOf({ body }: Request): Buffer | null {
  return Buffer.isBuffer(body) ? body : null;
}

/** Says 503; a form comes back in a page that sends it again, a page asks for itself again. */
function refuseBusy(request: Request, response: Response): void {
  response.set('Retry-After', String(RETRY_AFTER));
  const form = sentForm(request);
  if (request.method === 'GET') {
    response.set('Refresh', String(RETRY_AFTER));
    refuse(request, response, 503, `${BUSY} This page tries again in a few seconds.`);
  } else if (form) {
    const message = `${BUSY} What you entered is kept in this page: wait a few seconds, then send it again.`;
    refuse(request, response, 503, message, form);
  } else {
    refuse(request, response, 503, `${BUSY} Wait a few seconds, then send it again.`);
  }
}

/** Waits for the next turn of a long answer; false when the caller has left. */
export type TakeTurn = () => Promise<boolean>;

/**
 * Lets an answer be written in parts. Each part waits for its turn: until the caller has taken what
 * was written before, so that a slow caller fills no memory here (Remix writes without waiting), and
 * until other requests were served.
 */
export function turnsOf(response: Response): TakeTurn {
  let untilRoom: (() => Promise<void>) | null = null;
  return async () => {
    untilRoom ??= watchRoom(response);
    await untilRoom();
    await othersAreServed();
    return !response.closed;
  };
}

/** Gives a function that waits until a response takes more, or is closed. */
function watchRoom(response: Response): () => Promise<void> {
  let isFull = false;
  let wake: (() => void) | null = null;
  const write = response.write.bind(response) as (...chunk: unknown[]) => boolean;
  // What a write answers is the only sign of a full compressor; the response itself knows none.
  response.write = (...chunk: unknown[]) => {
    isFull = !write(...chunk);
    return !isFull;
  };
  const goOn = () => {
    isFull = false;
    wake?.();
  };
  response.on('drain', goOn);
  response.on('close', goOn);
  return () => {
    if (!isFull || response.closed) return Promise.resolve();
    return new Promise((resolve) => {
      wake = resolve;
    });
  };
}
