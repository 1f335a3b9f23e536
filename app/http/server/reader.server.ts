import { AsyncLocalStorage } from 'node:async_hooks';
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { endThread, makeGate } from '#db/open-file.server.ts';
import type { RequestContext, Services } from '../../context.server.ts';
import type { Config } from '../../platform/env.server.ts';
import type { TagState } from './unchanged.ts';

/**
 * How many requests have to wait for the thread to begin, and for it to be asked, and how long it may take for an
 * answer, in milliseconds.
 */
export type ReaderLimits = { begins: number; helps: number; patience: number };

const USUAL: ReaderLimits = { begins: 8, helps: 1, patience: 5_000 };

/** How many it is asked at once: one that it answers, and two that it has while this thread does something long. */
const MOST_ASKED = 3;
/** For so many who wait it is asked one more, up to so many: this thread may do something longer meanwhile. */
const WAITING_FOR_MORE = 20;
const MOST_ASKED_IN_A_RUSH = 8;

/**
 * How long it waits without being asked before it ends, in milliseconds: a thread that begins in a rush answers half as
 * many in its first seconds.
 */
const IDLE = 600_000;
/** How long none begins after one that failed. */
const PAUSE = 60_000;

/** What the thread is given to begin with; plain data. */
export type ReaderOrder = {
  root: string;
  config: Config;
  tags: TagState;
  /** The server's build, and the folder with what Node compiled of it, where this process uses one. */
  build: string;
  compiled: string | null;
  /** The gate of its database. */
  gate: SharedArrayBuffer;
};

/** What a request is by itself; plain data. */
export type OfRequest = Pick<
  RequestContext,
  'address' | 'host' | 'nonce' | 'isDataRequest' | 'isLite' | 'cookies' | 'askedBy'
>;

/** What it is asked: a GET, at an instant in milliseconds since 1970. */
export type Ask = {
  id: number;
  now: number;
  url: string;
  headers: [name: string, value: string][];
  ofRequest: OfRequest;
  /** How the answer may be compressed. */
  encoding: 'br' | 'gzip' | null;
};

/** What it is told: a question, how often a person has sent something, to give back memory, or to copy SQLite's log. */
export type ToReader =
  { ask: Ask } | { sent: [personId: number, times: number] } | 'give back' | 'copy log';

export type ReadAnswer = {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  body: ArrayBuffer | null;
  /** Who asked; undefined: nobody who is signed in. */
  userId: number | undefined;
};

/** What it says: that it has begun, or an answer; null: this has to be answered where writing is possible. */
export type FromReader = { hasBegun: true } | { id: number; answer: ReadAnswer | null };

/**
 * A second thread that answers screens while many wait, by reading the database (docs/decisions/0052-reader.md).
 * Nothing is lost with it: whatever it does not answer is answered here.
 */
export type Reader = {
  /** Notes how many requests wait; with many the thread begins. */
  noteWaiting: (waiting: number) => void;
  /** Notes how often a person has sent something. */
  noteSent: (personId: number, times: number) => void;
  hasRoom: () => boolean;
  /** Has the thread give back the memory that it no longer uses. */
  giveBack: () => void;
  /** Whether the thread has begun, and is there. */
  isThere: () => boolean;
  /** Has the thread copy SQLite's log into the database. */
  copyLog: () => void;
  /** Gives null where it cannot answer, also because it has ended. */
  ask: (ask: Omit<Ask, 'id' | 'now'>) => Promise<ReadAnswer | null>;
  /** Ends the thread, for good. */
  close: () => Promise<void>;
};

type Thread = {
  worker: Worker;
  gate: SharedArrayBuffer;
  hasBegun: boolean;
  asked: Map<number, (answer: ReadAnswer | null) => void>;
  idle: NodeJS.Timeout;
};

type Parts = {
  root: string;
  services: Pick<Services, 'config' | 'appSecret' | 'clock' | 'logger'>;
  tags: TagState;
  limits?: ReaderLimits;
};

/** Makes what asks the thread; null where the operator wants none, or the machine has one processor. */
export function createReader({ root, services, tags, limits = USUAL }: Parts): Reader | null {
  const { config, appSecret, clock, logger } = services;
  if (config.readerThread === 'off' || availableParallelism() < 2) return null;
  let thread: Thread | null = null;
  let waiting = 0;
  let lastId = 0;
  let notBefore = 0;
  let isClosed = false;
  // The thread is no one request's, in whose turn it begins: it must not be logged as that one's.
  const inNoRequest = AsyncLocalStorage.snapshot();

  function begin(): void {
    const order: ReaderOrder = {
      root,
      config: { ...config, appSecret },
      tags,
      build: pathToFileURL(join(root, 'build/server/index.js')).href,
      compiled: getCompileCacheDir() === undefined ? null : join(root, 'build/compiled'),
      gate: makeGate(),
    };
    const worker = startThread(order);
    const begun: Thread = {
      worker,
      gate: order.gate,
      hasBegun: false,
      asked: new Map(),
      idle: setTimeout(() => {
        void end(begun);
      }, IDLE).unref(),
    };
    thread = begun;
    worker.on('message', (said: FromReader) => {
      if ('hasBegun' in said) {
        begun.hasBegun = true;
        logger.info('The reader thread has begun');
      } else begun.asked.get(said.id)?.(said.answer);
    });
    worker.once('error', fail);
    worker.once('exit', () => {
      void end(begun);
    });
  }

  /** A machine may refuse another thread. */
  function tryToBegin(): void {
    try {
      begin();
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown): void {
    notBefore = performance.now() + PAUSE;
    logger.error({ error }, 'The reader thread failed');
  }

  /** Has what it was asked answered here. */
  function end(ended: Thread): Promise<void> {
    if (thread === ended) {
      thread = null;
      logger.info('The reader thread has ended');
    }
    clearTimeout(ended.idle);
    for (const answer of ended.asked.values()) answer(null);
    return endThread(ended.worker, ended.gate);
  }

  return {
    noteWaiting(count) {
      waiting = count;
      const isNeeded = thread === null && count >= limits.begins && !isClosed;
      if (isNeeded && performance.now() >= notBefore) inNoRequest(tryToBegin);
    },
    noteSent(personId, times) {
      if (thread) tell(thread, { sent: [personId, times] });
    },
    hasRoom: () =>
      thread !== null &&
      thread.hasBegun &&
      waiting >= limits.helps &&
      thread.asked.size < mostAsked(waiting),
    giveBack() {
      if (thread?.hasBegun) tell(thread, 'give back');
    },
    isThere: () => thread?.hasBegun ?? false,
    copyLog() {
      if (thread?.hasBegun) tell(thread, 'copy log');
    },
    async ask(ask) {
      const asking = thread;
      if (asking === null) return null;
      const { promise, resolve } = Promise.withResolvers<ReadAnswer | null>();
      const id = (lastId += 1);
      const late = setTimeout(() => {
        notBefore = performance.now() + PAUSE;
        logger.warn('The reader thread did not answer in time');
        void end(asking);
      }, limits.patience);
      asking.asked.set(id, resolve);
      tell(asking, { ask: { ...ask, id, now: clock().getTime() } });
      const answer = await promise;
      clearTimeout(late);
      asking.asked.delete(id);
      if (thread === asking) asking.idle.refresh();
      return answer;
    },
    async close() {
      isClosed = true;
      if (thread !== null) await end(thread);
    },
  };
}

function tell({ worker }: Thread, said: ToReader): void {
  worker.postMessage(said);
}

/** Plain JavaScript: the build is one for both threads, and nothing but this file starts one of it. */
const CODE = `
const { workerData } = require('node:worker_threads');
if (workerData.compiled !== null) {
  require('node:module').enableCompileCache({ directory: workerData.compiled, portable: true });
}
import(workerData.build).then((build) => build.entry.module.readInThread(build, workerData));`;

function startThread(order: ReaderOrder): Worker {
  const { NODE_ENV } = process.env;
  const worker = new Worker(CODE, { eval: true, workerData: order, env: { NODE_ENV } });
  worker.unref();
  return worker;
}

const mostAsked = (waiting: number) =>
  Math.min(MOST_ASKED_IN_A_RUSH, MOST_ASKED + Math.floor(waiting / WAITING_FOR_MORE));
