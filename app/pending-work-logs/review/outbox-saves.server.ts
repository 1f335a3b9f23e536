import type { AppLoadContext } from '@remix-run/node';
import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';

/** More tasks than a device saves while it has no line. */
const MOST = 5_000;

/**
 * The version that a task had after a form that waited on a device had saved it, by session and task. Where
 * the server was started anew since, the next form of that device is asked about once.
 */
const left = new Map<string, number>();

const VERSION = 'select version from pending_work_logs where id = ?';

type Sender = Pick<AppLoadContext, 'db' | 'sentLater' | 'session'>;

const nameOf = ({ session }: Sender, id: number) => `${session?.sessionId ?? ''} ${id}`;

function versionOf({ db }: Pick<Services, 'db'>, id: number): number | undefined {
  return prepared<{ version: number }>(db, VERSION).get(id)?.version;
}

/** Notes what a form that waited on a device saved; nothing of any other form. */
export function noteSaved(context: Sender, ids: number[]): void {
  if (!context.sentLater) return;
  for (const id of ids) {
    const version = versionOf(context, id);
    if (version !== undefined) left.set(nameOf(context, id), version);
  }
  for (const oldest of left.keys()) {
    if (left.size <= MOST) return;
    left.delete(oldest);
  }
}

/**
 * Whether a task is still as an earlier form of the same device left it, which waited as this one did:
 * the page of this one could not show that, and whoever pressed both knows it.
 */
export function isOwnOfOutbox(context: Sender, id: number): boolean {
  return context.sentLater !== null && left.get(nameOf(context, id)) === versionOf(context, id);
}
