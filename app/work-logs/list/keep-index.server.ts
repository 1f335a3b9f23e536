import { prepared } from '#db/connection.server.ts';
import { mergeWords } from '#db/search-index.server.ts';
import type { Services } from '../../context.server.ts';

type IndexServices = Pick<Services, 'db' | 'longWrites' | 'logger'>;

/** How often to look for written logs, and how long to pause after a step, in milliseconds. */
const LOOK = 2_000;
const PAUSE = 50;

const NEWEST_ENTRY = 'select coalesce(max(id), 0) from history_entries';

/** Merges the index of words in small steps, so that no write has to merge it all. Gives a function that stops it. */
export function keepIndexMerged({ db, longWrites, logger }: IndexServices): () => void {
  let timer: NodeJS.Timeout | undefined;
  let mergedAt: unknown = null;
  const newest = () => prepared(db, NEWEST_ENTRY).pluck().get();
  const go = () => {
    let isDone = true;
    try {
      const now = newest();
      if (now !== mergedAt && !longWrites.isUnderWay()) {
        isDone = !withoutWaiting(db, () => mergeWords(db));
        if (isDone) mergedAt = now;
      }
    } catch (error) {
      if (!isBusy(error)) logger.error({ error }, 'The index of words could not be merged');
    }
    timer = setTimeout(go, isDone ? LOOK : PAUSE);
    timer.unref();
  };
  timer = setTimeout(go, LOOK);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}

/** Runs a write that may also be made later: it fails at once while somebody else writes. */
function withoutWaiting<Result>({ $client }: Services['db'], run: () => Result): Result {
  const patience = Number($client.pragma('busy_timeout', { simple: true }));
  $client.pragma('busy_timeout = 0');
  try {
    return run();
  } finally {
    $client.pragma(`busy_timeout = ${patience}`);
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
