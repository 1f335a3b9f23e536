import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import type { Health } from '../../platform/health/health.server.ts';
import { EXPOSITION_TYPE, type Metrics } from '../../platform/metrics/metrics.server.ts';

type Parts = {
  health: Health;
  /** Null: there is no /metrics. */
  metrics: { source: Metrics; token: string } | null;
};

/**
 * `/up` for the process, `/health` for what it needs, `/metrics` for who knows the token. They are
 * asked often, so they are not logged.
 */
export function answerHealth({ health, metrics }: Parts): Router {
  const router = express.Router();
  router.get('/up', (_request, response) => {
    response.type('text').send('up\n');
  });
  router.get('/health', (_request, response, next) => {
    sendHealth(health, response).catch(next);
  });
  if (metrics === null) return router;
  const { source, token } = metrics;
  router.get('/metrics', (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    if (hasToken(request, token)) {
      sendMetrics(source, response).catch(next);
      return;
    }
    response.set('WWW-Authenticate', 'Bearer').status(401).type('text');
    response.send('Send the METRICS_TOKEN as a bearer token.\n');
  });
  return router;
}

async function sendHealth(health: Health, response: Response): Promise<void> {
  const problems = await health.look();
  const lines = problems.map(({ about, sentence }) => `${about}: ${sentence}`);
  response.set('Cache-Control', 'no-store').type('text');
  if (lines.length === 0) response.send('healthy\n');
  else response.status(503).send(`${[...new Set(lines)].join('\n')}\n`);
}

async function sendMetrics(source: Metrics, response: Response): Promise<void> {
  const text = await source.text();
  response.set('Content-Type', EXPOSITION_TYPE).send(text);
}

function hasToken(request: Request, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.get('Authorization') ?? '') ?? [];
  return timingSafeEqual(hashOf(given), hashOf(token));
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();
