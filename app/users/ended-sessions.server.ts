import { inArray, type SQLWrapper } from 'drizzle-orm';
import { prepared, type Database } from '#db/connection.server.ts';
import { sessions } from '#db/schema.ts';

/** Sessions that were ended and may still stand in a database that could not be written, by the hash of their id. */
const endedIn = new WeakMap<Database, Set<string>>();

/** Whether a session was ended, by the hash of its id, also where that is not written yet. */
export const isEnded = (db: Database, idHash: string): boolean =>
  endedIn.get(db)?.has(idHash) ?? false;

/** Whether there are any that may still have to be deleted. */
export const hasEnded = (db: Database): boolean => (endedIn.get(db)?.size ?? 0) > 0;

/** Refuses sessions from now on, by the hashes of their ids; {@link deleteEnded} deletes them once it can. */
export function refuseSessions(db: Database, idHashes: string[]): void {
  const ended = endedIn.get(db) ?? new Set();
  endedIn.set(db, ended);
  for (const idHash of idHashes) ended.add(idHash);
}

/** Refuses sessions, whatever becomes of the transaction around this, and deletes them. Throws where nothing can be written. */
export function endSessions(db: Database, idHashes: string[]): void {
  refuseSessions(db, idHashes);
  for (const idHash of idHashes) deleteSession(db, idHash);
}

/** The hashes of all sessions of people, who are named by a query or by their ids. */
export function sessionsOf(db: Database, userIds: number[] | SQLWrapper): string[] {
  const isTheirs = inArray(sessions.userId, userIds);
  const rows = db.select({ idHash: sessions.idHash }).from(sessions).where(isTheirs).all();
  return rows.map(({ idHash }) => idHash);
}

/** Deletes the sessions that were ended. Throws where nothing can be written: they go on being refused. */
export function deleteEnded(db: Database): void {
  const ended = endedIn.get(db) ?? [];
  for (const idHash of ended) deleteSession(db, idHash);
  // Within a transaction they may come back.
  if (!db.$client.inTransaction) endedIn.delete(db);
}

function deleteSession(db: Database, idHash: string): void {
  prepared(db, 'delete from sessions where id_hash = ?').run(idHash);
}
