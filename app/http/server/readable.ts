import type { Request } from 'express';
import { SENT_LATER } from '../form/sent-later.ts';
import type { RoutePatterns } from './route-patterns.ts';

/**
 * The screens that the second thread may answer: they show what is in the database, and nothing that only
 * this process knows (work under way, the calls of a minute, files), write nothing and ask no outside service.
 */
const READABLE: ReadonlySet<string> = new Set([
  '/dashboard',
  '/work-logs',
  '/work-logs/new',
  '/work-logs/:id/edit',
  '/work-logs/:id/delete',
  '/work-logs/:id/invoiced',
  '/work-logs/quick-log',
  '/work-logs/line',
  '/week',
  '/timer',
  '/timer/drafts/:id',
  '/pending-work-logs',
  '/pending-work-logs/:id/edit',
  '/archived-work-logs',
  '/archived-work-logs/:id',
  '/clients',
  '/clients/new',
  '/clients/:id',
  '/clients/:id/edit',
  '/clients/:id/deactivate',
  '/reports',
  '/forgotten',
  '/history',
]);

/** Whether a request asks for one of them, as a page or for its data. */
export function isReadable(request: Request, patterns: Pick<RoutePatterns, 'find'>): boolean {
  if (request.method !== 'GET' || request.get(SENT_LATER) !== undefined) return false;
  return READABLE.has(patterns.find(request.path).route);
}
