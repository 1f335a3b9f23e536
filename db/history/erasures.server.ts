import { hash } from 'node:crypto';
import type SqliteDatabase from 'better-sqlite3';

/** An entry that was emptied of who a removed person was. */
export type Erasure = {
  entryId: number;
  batch: number;
  /** The hash of the chain at this entry, as it was. */
  keptHash: string;
  /** The hash of what is left. */
  leftHash: string;
};

/** The hash of all erasures of one removal, which its entry in the history has. */
export function digestOf(erasures: Erasure[]): string {
  const rows = erasures.map(({ entryId, keptHash, leftHash }) => [entryId, keptHash, leftHash]);
  return hash('sha256', JSON.stringify(rows), 'base64url');
}

/** What was erased: of each entry the last, and all by removal. */
export type Erasures = { last: Map<number, Erasure>; batches: Map<number, Erasure[]> };

/** Reads all erasures. There are none in a database from before there could be. */
export function readErasures(sqlite: SqliteDatabase.Database): Erasures {
  const rows = sqlite
    .prepare<[], Erasure>(
      `select entry_id as entryId, batch, kept_hash as keptHash, left_hash as leftHash
        from history_erasures order by batch, entry_id`,
    )
    .all();
  return {
    last: new Map(rows.map((row) => [row.entryId, row])),
    batches: Map.groupBy(rows, ({ batch }) => batch),
  };
}

/**
 * The first entry of a removal that no entry of the history tells of; null where all are told of.
 * `told` has the digests that the history has; `dropped` is the last entry that was dropped.
 */
export function untold({ batches }: Erasures, told: Set<string>, dropped: number): number | null {
  for (const erasures of batches.values()) {
    const isDropped = erasures.every(({ entryId }) => entryId <= dropped);
    if (!isDropped && !told.has(digestOf(erasures))) return erasures[0]?.entryId ?? null;
  }
  return null;
}
