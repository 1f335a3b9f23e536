import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type ErrorRequestHandler } from 'express';
import { SENT_LATER } from '../form/sent-later.ts';
import { refusedHeaders } from '../form/sent-later.server.ts';
import type { Services } from '../../context.server.ts';
import type { Health } from '../../platform/health/health.server.ts';
import type { Counts, Metrics } from '../../platform/metrics/metrics.server.ts';
import { refuseForeign, renewSession, type Sessions } from './session-checks.ts';
import { giveBack, giveBackWhenIdle } from './give-back.ts';
import { limitCostly, limitGuesses, limitTokens } from './limits.ts';
import { answerHealth } from './health-routes.server.ts';
import { inTurn, type QueueLimits } from './in-turn.ts';
import { refuseOtherMethods, waitToWrite } from './methods.ts';
import { takeNamed } from './named-by-proxy.ts';
import { logRequests, stayInRequest } from './request-log.server.ts';
import { passToRemix } from './pass-to-remix.server.ts';
import { createRoutePatterns, type RoutePatterns } from './route-patterns.ts';
import { noteOpened } from './opened-at.ts';
import { refuse } from './refuse.ts';
import { takeScriptErrors } from './script-errors.ts';
import { securityHeaders, shortenForAsset } from './security-headers.ts';
import { takeToken, type FindToken } from './tokens.ts';
import { shortenUnchanged, tellRedirect, tellUnchanged } from './unchanged.ts';
import { countFields, isUpload, peekIntoUpload } from './uploads.ts';
import { takeWebhooks, XERO_WEBHOOK, type TakeWebhook } from './webhooks.ts';

/** More than the largest form of ours with every field full. */
const BODY_LIMIT = '512kb';

/** A browser asks for it again with every visit, so that none is left with an old one. */
const SERVICE_WORKER = '/service-worker.js';

const YEAR_IN_SECONDS = 31_536_000;

type AppOptions = {
  services: Services;
  sessions: Sessions;
  findToken: FindToken;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The patterns of the JSON API, which is one route of the build. */
  apiAddresses: string[];
  /** The folder with the browser's files. */
  clientFolder: string;
  health: Health;
  /** Null: there is no /metrics, and nothing is counted for it. */
  metrics: { source: Metrics; counts: Counts; token: string } | null;
  /** Null: Xero has no key to sign with, and nothing is taken from it. */
  takeXeroWebhook: TakeWebhook | null;
  development?: Development;
  /** How many requests may wait, where that is not as usual. */
  queue?: QueueLimits;
};

/** Vite's part in the development server. */
export type Development = {
  middleware: express.RequestHandler;
  loadBuild: () => Promise<ServerBuild>;
};

/**
 * The whole product as an Express app. It refuses foreign and too large requests before Remix runs.
 */
export function createApp(options: AppOptions): express.Express {
  const { services, sessions, build, clientFolder, development } = options;
  const refuseOthers = refuseForeign(services.config.origin, sessions.isFormToken);
  const ownHost = new URL(services.config.origin).host;
  const app = express();
  app.disable('x-powered-by');
  // Trusted proxies may tell the visitor's address; nobody may tell us our host name.
  app.set('trust proxy', services.config.trustedProxies);
  app.use((request, response, next) => {
    // Only a proxy is sent a whole address, or none (`*`).
    if (!request.url.startsWith('/')) {
      refuse(request, response, 400, 'A request names a path of this server, such as /work-logs.');
      return;
    }
    next();
  });
  app.use(noteOpened(services));
  app.use((request, _response, next) => {
    // Remix refuses a post whose Origin differs from Host, and needs Host to build the URL.
    request.headers.host = ownHost;
    next();
  });

  app.use(takeNamed(services));
  app.use(answerHealth(options));
  app.use(giveBackWhenIdle(giveBack));
  const patterns = patternsOf(options);
  app.use(logRequests(services.logger, patterns, options.metrics?.counts ?? null));
  app.use((_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString('base64');
    next();
  });
  app.use(
    securityHeaders({ origin: services.config.origin, isDevelopment: development !== undefined }),
  );
  app.use(shortenUnchanged);
  app.use(tellRedirect);
  app.use(compression());
  if (development) app.use(development.middleware);
  serveFiles(app, clientFolder);
  app.use(takeToken(services.config, options.findToken));
  app.use(limitTokens());
  for (const limiter of limitCostly(services.config.limits, sessions.personOf)) app.use(limiter);
  app.use('/calendar', limitGuesses());
  app.use(takeScriptErrors(services.logger, refuseOthers, patterns));
  app.use(takeWebhooks(options.takeXeroWebhook));
  app.use(express.raw({ type: (request) => !isUpload(request), limit: BODY_LIMIT }));
  app.use(countFields);
  app.use(peekIntoUpload);
  app.use(stayInRequest);
  app.use(refuseOthers);
  app.use(refuseOtherMethods);
  app.use(inTurn(options.queue));
  const unchanged = tellUnchanged(sessions);
  app.use(unchanged.noteSent);
  app.use(waitToWrite(services));
  app.use(renewSession(sessions));
  app.use(['/api', '/mcp'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.all('*', passToRemix({ services, build, unchanged }));
  app.use(handleFault(services));
  return app;
}

/**
 * Serves the browser's files. Names are listed once, so that a page's address is never looked up on
 * disk.
 */
function serveFiles(app: express.Express, folder: string): void {
  app.use('/assets', preferCompressed(join(folder, 'assets')));
  app.use(
    '/assets',
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: YEAR_IN_SECONDS * 1000,
      fallthrough: false,
      index: false,
      acceptRanges: false,
      lastModified: false,
      setHeaders: shortenForAsset,
    }),
  );
  const serve = express.static(folder, {
    maxAge: '1h',
    index: false,
    setHeaders: (response, path) => {
      if (path.endsWith(SERVICE_WORKER)) response.set('Cache-Control', 'no-cache');
    },
  });
  for (const name of filesIn(folder)) app.get(`/${name}`, serve);
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The addresses that the log and the metrics name; in development, once the build is there. */
function patternsOf({ build, apiAddresses, clientFolder }: AppOptions): RoutePatterns {
  const patterns = createRoutePatterns();
  for (const name of filesIn(clientFolder)) patterns.add(`/${name}`);
  for (const address of [...apiAddresses, '/script-errors', XERO_WEBHOOK]) patterns.add(address);
  if (typeof build === 'function') build().then(patterns.addBuild, () => undefined);
  else patterns.addBuild(build);
  return patterns;
}

/**
 * Answers with the Brotli copy that the build made of a file, if the browser accepts it: a seventh
 * smaller than compressing on each request.
 */
function preferCompressed(folder: string): express.RequestHandler {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const copies = new Set(names.filter((name) => name.endsWith('.br')));
  return (request, response, next) => {
    const copy = `${request.path.slice(1)}.br`;
    if (copies.has(copy)) {
      response.vary('Accept-Encoding');
      if (request.acceptsEncodings('br')) {
        response.type(extname(request.path)).set('Content-Encoding', 'br');
        request.url = `/${copy}`;
      }
    }
    next();
  };
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return Number.isInteger(status) && status >= 400 ? status : 500;
}

/** Answers errors outside Remix: a body over the limit, an aborted request, a missing asset. */
function handleFault({ logger }: Services): ErrorRequestHandler {
  // Express knows a handler of errors by its four parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      logger.error({ error }, 'An answer broke off');
      response.destroy();
      return;
    }
    const status = statusOf(error);
    if (status >= 500) logger.error({ error }, 'A request failed outside Remix');
    const sentence = sentenceFor(status);
    // The outbox of a device would send it again for ever, and nothing behind it.
    if (status < 500 && request.get(SENT_LATER)) response.set(refusedHeaders(sentence));
    refuse(request, response, status, sentence);
  };
}

function sentenceFor(status: number): string {
  if (status === 413) {
    return 'Not saved: this is over the limit of 512 KB. Shorten it and send it again.';
  }
  if (status === 404) return 'This file does not exist.';
  if (status < 500) return 'The request could not be read. No changes were made.';
  return 'Something went wrong on the server. Please try again.';
}
