import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import { openToRead } from '#db/connection.server.ts';
import { createLogCopy } from '#db/log-copy.server.ts';
import { passBy } from '#db/open-file.server.ts';
import type { Services } from './context.server.ts';
import { giveBack } from './http/server/give-back.ts';
import { narrowBuilds, startOf } from './http/server/narrow-routes.ts';
import type {
  Ask,
  FromReader,
  ReadAnswer,
  ReaderOrder,
  ToReader,
} from './http/server/reader.server.ts';
import { tagsBy } from './http/server/unchanged.ts';
import { pageOf } from './http/whole-page.server.ts';
import { inRequest, type RequestScope } from './platform/request-scope.server.ts';
import { connectServices } from './services.server.ts';

/** Shorter pages are not compressed, as in the server's own thread. */
const SHORTEST_COMPRESSED = 1_024;

/**
 * Answers screens in a thread of its own, one after another, each from one state of the database. What it cannot
 * do as the server's own thread would is left to that one: writing, logging, asking an outside service, telling
 * of a fault (docs/decisions/0052-reader.md).
 */
export function readInThread(build: ServerBuild, { root, config, tags, gate }: ReaderOrder): void {
  const port = parentPort;
  if (port === null) throw new Error('This runs in a thread.');
  let left = 0;
  const leave = () => {
    left += 1;
  };
  globalThis.fetch = () => {
    leave();
    return Promise.reject(new Error('The reader asks no outside service.'));
  };
  passBy(gate);
  const db = openToRead(config.databaseFile, leave);
  let now = 0;
  const options = { root, clock: () => new Date(now), logDestination: { write: leave } };
  const services = leaving(
    connectServices(db, config, options, { counts: null, onError: leave }),
    leave,
  );
  const handlerFor = handlersOf(build);
  const tagFor = tagsBy(tags);
  const begin = db.$client.prepare('begin');
  const commit = db.$client.prepare('commit');
  const copyLog = createLogCopy(config.databaseFile);

  async function answer(ask: Ask): Promise<ReadAnswer | null> {
    now = ask.now;
    const leftBefore = left;
    const request = new Request(ask.url, { headers: ask.headers });
    const context: AppLoadContext = {
      ...services,
      ...ask.ofRequest,
      sentLater: null,
      pageOf: null,
      sentAt: null,
      takeTurn: () => Promise.reject(new Error('The reader writes nothing in parts.')),
      toast: null,
      confirmed: new Set<string>(),
      unchanged: { tagFor },
    };
    const scope: RequestScope = { requestId: '' };
    begin.run();
    let answered: Response;
    try {
      answered = await inScope(scope, () => handlerFor(request)(request, context));
    } finally {
      commit.run();
    }
    const { status, statusText, headers } = answered;
    const page = pageOf(answered);
    const bytes = page ?? (answered.body && Buffer.from(await answered.arrayBuffer()));
    if (left > leftBefore || status >= 500) return null;
    const isShort = page !== undefined && page.length < SHORTEST_COMPRESSED;
    const body = bytes && ownBytes(isShort ? bytes : compressed(bytes, headers, ask.encoding));
    return { status, statusText, headers: [...headers], body, userId: scope.userId };
  }

  let last: Promise<void> = Promise.resolve();
  const say = (said: FromReader, body: ArrayBuffer | null = null) => {
    port.postMessage(said, body ? [body] : []);
  };
  port.on('message', (told: ToReader) => {
    if (told === 'give back') last = last.then(giveBack);
    else if (told === 'copy log') last = last.then(copyLog);
    else if ('sent' in told) tags.sent.set(...told.sent);
    else {
      const { ask } = told;
      last = last.then(async () => {
        const given = await answer(ask).catch(() => null);
        // Ended then, and the server's own thread answers.
        if (db.$client.inTransaction)
          throw new Error('The reader does not let go of the database.');
        say({ id: ask.id, answer: given }, given?.body);
      });
    }
  });
  say({ hasBegun: true });
}

/** The services without those that only the server's own thread has, or that lead outside. */
function leaving(services: Services, leave: () => void): Services {
  const none = <Service extends object>(service: Service) =>
    new Proxy(service, {
      get: () => {
        leave();
        throw new Error('Only the server’s own thread has this.');
      },
    });
  const { ai, background, backups, exports, longWrites, todoist } = services;
  return {
    ...services,
    ai: none(ai),
    background: none(background),
    backups: none(backups),
    exports: none(exports),
    longWrites: none(longWrites),
    todoist: none(todoist),
  };
}

type Handler = ReturnType<typeof createRequestHandler>;

/** Handlers of as few routes as can match, each made when it is first needed. */
function handlersOf(build: ServerBuild): (request: Request) => Handler {
  const builds = narrowBuilds(build);
  const handlers = new Map<string, Handler>();
  return ({ url }) => {
    const start = startOf(new URL(url).pathname);
    const handler =
      handlers.get(start) ?? createRequestHandler(builds.get(start) ?? build, process.env.NODE_ENV);
    handlers.set(start, handler);
    return handler;
  };
}

function inScope<Result>(scope: RequestScope, run: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    inRequest(scope, () => {
      run().then(resolve, reject);
    });
  });
}

/** Compresses an answer as the server's own thread does, and says so in its headers. */
function compressed(bytes: Buffer, headers: Headers, encoding: Ask['encoding']): Buffer {
  const isText = /^(text\/html|application\/json)\b/.test(headers.get('Content-Type') ?? '');
  if (encoding === null || !isText) return bytes;
  headers.set('Content-Encoding', encoding);
  if (encoding === 'gzip') return gzipSync(bytes);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** The bytes alone, which a message can take along without a copy. */
function ownBytes(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
