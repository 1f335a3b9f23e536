import type { AppLoadContext } from '@remix-run/node';
import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../../context.server.ts';
import { ONE_TIME_KEY } from '../../../http/form/form.server.ts';

/** More tasks than a device saves while it has no line, or somebody before one answer has come. */
const MOST = 5_000;

/**
 * The version that a task had after a form had saved it, by session, page and task. Where the server was
 * started anew since, the next form of that page is asked about once.
 */
const left = new Map<string, number>();

const VERSION = 'select version from pending_work_logs where id = ?';

type Sender = Pick<AppLoadContext, 'db' | 'sentLater' | 'session'>;

/** What the forms that wait on a device have in common, and else those of one page, drawn before the answer to the first. */
function pageOf({ session, sentLater }: Sender, sent: FormData): string | null {
  const key = sent.get(ONE_TIME_KEY);
  if (sentLater) return `${session?.sessionId ?? ''} waited`;
  return typeof key === 'string' && key !== '' ? `${session?.sessionId ?? ''} ${key}` : null;
}

function versionOf({ db }: Pick<Services, 'db'>, id: number): number | undefined {
  return prepared<{ version: number }>(db, VERSION).get(id)?.version;
}

/** Notes what a form saved. */
export function noteSaved(context: Sender, sent: FormData, ids: number[]): void {
  const page = pageOf(context, sent);
  if (page === null) return;
  for (const id of ids) {
    const version = versionOf(context, id);
    if (version !== undefined) left.set(`${page} ${id}`, version);
  }
  for (const oldest of left.keys()) {
    if (left.size <= MOST) return;
    left.delete(oldest);
  }
}

/**
 * Whether a task is still as an earlier form of the same page left it, or of the same device where both
 * waited: the page could not show that, and whoever pressed both knows it.
 */
export function isOwnSave(context: Sender, sent: FormData, id: number): boolean {
  const page = pageOf(context, sent);
  return page !== null && left.get(`${page} ${id}`) === versionOf(context, id);
}
