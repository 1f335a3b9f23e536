import type { Services } from '../../context.server.ts';
import { ProductError } from '../../lib/errors.ts';
import {
  archivePendingLog,
  confirmPendingLog,
  MissingInformation,
  rejectPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../entries.server.ts';
import type { PendingChange } from '../pending-work-logs.ts';

/** The result of a bulk action: how many rows were done, and a reason for each of the others. */
export type BulkResult = { done: number; refused: string[] };

/** What can be done to several entries at once. */
export type BulkWork = 'confirm' | 'archive' | 'reject' | 'change';

/**
 * Does the same to several entries, each by the rules of a single one: what is refused for one is
 * counted and does not stop the others. A `change` is applied first; to confirm, too.
 */
export function doAll(
  services: PendingServices & Partial<Pick<Services, 'logger'>>,
  what: BulkWork,
  ids: number[],
  change: PendingChange = {},
): BulkResult {
  return runForEach(services, ids, (id) => {
    switch (what) {
      case 'confirm':
        return confirmPendingLog(services, id, change);
      case 'archive':
        return archivePendingLog(services, id);
      case 'reject':
        return rejectPendingLog(services, id);
      case 'change':
        return updatePendingLog(services, id, change);
    }
  });
}

/** Changes several entries, each by its own change, by id. */
export function updateAll(
  services: PendingServices & Partial<Pick<Services, 'logger'>>,
  changes: Map<number, PendingChange>,
): BulkResult {
  return runForEach(services, [...changes.keys()], (id) =>
    updatePendingLog(services, id, changes.get(id) ?? {}),
  );
}

function runForEach(
  { logger }: Partial<Pick<Services, 'logger'>>,
  ids: number[],
  run: (id: number) => unknown,
): BulkResult {
  const result: BulkResult = { done: 0, refused: [] };
  for (const id of new Set(ids)) {
    try {
      run(id);
      result.done += 1;
    } catch (error) {
      if (!(error instanceof ProductError)) logger?.error({ error, id }, 'A bulk action failed');
      result.refused.push(reasonOf(error));
    }
  }
  return result;
}

function reasonOf(error: unknown): string {
  if (error instanceof MissingInformation) {
    const [only, ...others] = error.missing;
    return others.length > 0
      ? 'more than one thing'
      : `a ${only ?? 'value'}`.replace('a hour', 'an hour');
  }
  return error instanceof ProductError && error.status === 409 ? 'already' : 'failed';
}

/** A bulk result in one sentence: `7 confirmed, 2 need a client`. */
export function describeBulk({ done, refused }: BulkResult, verb: string): string {
  const counts = new Map<string, number>();
  for (const reason of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const parts = [...counts].map(([reason, count]) => {
    if (reason === 'already') return `${count} ${count === 1 ? 'was' : 'were'} no longer in review`;
    if (reason === 'failed') return `${count} failed`;
    return `${count} ${count === 1 ? 'needs' : 'need'} ${reason}`;
  });
  return [`${done} ${verb}`, ...parts].join(', ');
}
