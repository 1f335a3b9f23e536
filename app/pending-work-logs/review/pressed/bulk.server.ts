import { write } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import { DoubtfulError } from '../../../lib/doubts.ts';
import { ProductError } from '../../../lib/errors.ts';
import type { ToastMessage } from '../../../ui/toast/toast.ts';
import {
  archivePendingLog,
  confirmPendingLog,
  MissingInformation,
  rejectPendingLog,
  updatePendingLog,
  type PendingServices,
} from '../../entries.server.ts';
import type { NamedPendingLog, PendingChange } from '../../pending-work-logs.ts';
import type { Work } from '../presses.ts';

type UseCase = (services: PendingServices, id: number, change: PendingChange) => NamedPendingLog;

/** What does it to one entry. Each throws what the use-case throws. */
export const DO: Record<Work, UseCase> = {
  change: updatePendingLog,
  confirm: confirmPendingLog,
  archive: archivePendingLog,
  reject: rejectPendingLog,
};

/**
 * Does the same to several entries, each by the rules of a single one, and says what it came to: what is refused for
 * one is counted and does not stop the others. The change of each is applied first; to confirm, too. Each is
 * confirmed with what it held before: others learn from it when all are done. Those in `unseen` hold
 * what nobody has seen, and are left as they are.
 */
export function doAll(
  services: PendingServices & Pick<Services, 'logger'>,
  work: Work,
  changes: ReadonlyMap<number, PendingChange>,
  unseen: ReadonlySet<number>,
): ToastMessage {
  return write(services.db, () => {
    const refused: string[] = [];
    for (const [id, change] of changes) {
      try {
        if (unseen.has(id)) refused.push(UNSEEN);
        else DO[work](services, id, change);
      } catch (error) {
        if (!(error instanceof ProductError)) {
          services.logger.error({ error, id }, 'A bulk action failed');
        }
        refused.push(reasonOf(error));
      }
    }
    return describe(work, changes.size - refused.length, refused);
  });
}

const UNSEEN = 'unseen';

function reasonOf(error: unknown): string {
  if (error instanceof MissingInformation) {
    const [only, ...others] = error.missing;
    return others.length > 0
      ? 'more than one thing'
      : `a ${only ?? 'value'}`.replace('a hour', 'an hour');
  }
  if (error instanceof DoubtfulError) return 'a look';
  if (!(error instanceof ProductError)) return 'failed';
  if (error.status === 409) return 'already';
  return ANOTHER[error.issues[0]?.path ?? ''] ?? 'failed';
}

/** What an entry needs whose client, work type or job cannot be chosen. */
const ANOTHER: Record<string, string> = {
  clientId: 'another client',
  workTypeId: 'another work type',
  jobId: 'another job',
};

const DONE: Record<Work, string> = {
  confirm: 'confirmed',
  archive: 'archived',
  reject: 'rejected and deleted',
  change: 'changed',
};

/** How many were done, and why others were not: `7 confirmed, 2 need a client`. */
function describe(work: Work, done: number, refused: string[]): ToastMessage {
  if (refused.length === 0) {
    const logs = done === 1 ? 'work log' : 'work logs';
    return { text: `${done} ${work === 'confirm' ? logs : `pending ${logs}`} ${DONE[work]}` };
  }
  const reasons = [...Map.groupBy(refused, (reason) => reason)].sort(
    ([one], [other]) => Number(one === UNSEEN) - Number(other === UNSEEN),
  );
  const parts = reasons.map(([reason, { length: count }]) => {
    if (reason === UNSEEN) {
      const them = count === 1 ? 'it' : 'them';
      const again = work === 'change' ? `set ${them}` : 'confirm';
      return `${count} changed since: check ${them}, then ${again} again`;
    }
    if (reason === 'already') return `${count} ${count === 1 ? 'was' : 'were'} no longer in review`;
    if (reason === 'failed') return `${count} failed`;
    return `${count} ${count === 1 ? 'needs' : 'need'} ${reason}`;
  });
  return {
    text: [`${done} ${DONE[work]}`, ...parts].join(', '),
    variant: done === 0 ? 'destructive' : 'default',
    isPartial: true,
  };
}
