import express, { type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import type { Logger } from '../../platform/logger.server.ts';
import { withoutEmails, withoutQuotes } from '../../platform/secrets/redact.ts';
import { limitQuietly } from './limits.ts';
import type { RoutePatterns } from './route-patterns.ts';

/** More than `ui/scripts/start.js` sends. */
const REPORT_LIMIT = '16kb';

const REPORTS_A_MINUTE = 20;

const Report = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string(),
  path: z.string(),
});

/**
 * Logs the errors of scripts that `ui/scripts/start.js` reports. Answers 204; 400 for an unreadable
 * report, 413 for one over the size limit, 429 for too many. `passOwn` refuses other sites' requests.
 */
export function takeScriptErrors(
  logger: Logger,
  passOwn: RequestHandler,
  patterns: RoutePatterns,
): Router {
  const router = express.Router();
  router.post(
    '/script-errors',
    limitQuietly(REPORTS_A_MINUTE),
    express.raw({ type: () => true, limit: REPORT_LIMIT }),
    passOwn,
    (request, response) => {
      const report = readReport(request.body, patterns);
      if (report) logger.warn(report, 'A script failed');
      response.status(report ? 204 : 400).end();
    },
  );
  return router;
}

function readReport(body: unknown, patterns: RoutePatterns) {
  if (!Buffer.isBuffer(body)) return null;
  const report = Report.safeParse(parseJson(body.toString('utf8')));
  if (!report.success) return null;
  const { name, message, stack, path } = report.data;
  return {
    name: name.slice(0, 100),
    scriptError: withoutEmails(withoutQuotes(message)).slice(0, 200),
    at: placesIn(stack),
    path: patterns.find(path).path,
  };
}

/** The places in a stack, innermost first: only file, line and column. */
function placesIn(stack: string): string[] {
  return (stack.match(/\/(?:assets|app)\/[\w./-]+:\d+:\d+/g) ?? []).slice(0, 10);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
