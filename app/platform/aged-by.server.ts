import type { Database } from '#db/connection.server.ts';
import { readSetting, writeSetting } from './settings-store.server.ts';
import { troubleOf } from './trouble.server.ts';

const DAY = 86_400_000;

/** What the clock showed at a time of which a day has passed since, and at the newest; in milliseconds since 1970. */
type Noted = { aged: number; newest: number };

const notes = new WeakMap<Database, Noted>();

/**
 * The time by which to judge what is so old that it goes: what the clock showed a day ago or, where the server did not
 * run, before that. So one that jumps ahead deletes nothing for a day, through however many starts, and nothing at all
 * once it was put right.
 */
export function agedBy(store: { db: Database; clock: () => Date }): Date {
  const now = store.clock().getTime();
  const known = notes.get(store.db) ?? readNoted(store);
  // What is of the future was noted by a clock that was ahead.
  const aged = Math.min(known?.aged ?? 0, now);
  const newest = Math.min(known?.newest ?? now, now);
  const noted = now - newest < DAY ? { aged, newest } : { aged: newest, newest: now };
  if (noted.aged !== known?.aged || noted.newest !== known.newest) {
    notes.set(store.db, noted);
    const isAlone = !store.db.$client.inTransaction;
    try {
      writeSetting(store, 'clock.noted', JSON.stringify(noted));
    } catch (error) {
      // A full disk must not keep a server from starting, nor from removing what is old; a transaction has to know of it.
      if (!isAlone || troubleOf(error) === null) throw error;
    }
  }
  return new Date(noted.aged);
}

function readNoted(store: { db: Database }): Noted | null {
  const text = readSetting(store, 'clock.noted');
  return text === null ? null : (JSON.parse(text) as Noted);
}
