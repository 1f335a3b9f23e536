import { ServerResponse } from 'node:http';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import SqliteDatabase from 'better-sqlite3';

/** A time in which the event loop stood still, in milliseconds, and what ran in it. */
export type Stall = { milliseconds: number; busy: number; what: string[] };

type Piece = { from: number; until: number; name: string };

/** Shorter pieces hold nothing up, and are not kept. */
const SHORTEST = 3;

/** How many of the last pieces are kept, more than a second has. */
const KEPT = 500;

const pieces: Piece[] = [];

function note(name: string, from: number, until = performance.now()): void {
  pieces.push({ from, until, name });
  if (pieces.length > KEPT) pieces.splice(0, KEPT / 2);
}

/**
 * Notes from now on what takes long in this process: statements of SQLite, garbage collections, and which
 * requests were answered. Gives what names it for a time that has passed, with its milliseconds.
 */
export function watchWork(): (from: number, until: number) => string[] {
  watchStatements();
  watchAnswers();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, duration } = entry;
      if (duration < SHORTEST) continue;
      // Node's types leave out what an entry of a collection says besides.
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
      note(`garbage collection (${COLLECTIONS[kind] ?? kind})`, startTime, startTime + duration);
    }
  }).observe({ entryTypes: ['gc'] });
  return (from, until) =>
    pieces
      .filter((piece) => piece.until > from && piece.from < until)
      .sort((one, other) => other.until - other.from - (one.until - one.from))
      .slice(0, 8)
      .map((piece) => {
        const took = piece.until - piece.from;
        return took === 0 ? piece.name : `${piece.name} ${took.toFixed(0)} ms`;
      });
}

const COLLECTIONS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'of the young',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'of all',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'a step',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'callbacks',
};

type Call<Of> = (this: Of, ...values: unknown[]) => unknown;
type Statement = { source?: string };

/** Every statement goes through these three; a transaction ends with one. */
function watchStatements(): void {
  const database = new SqliteDatabase(':memory:');
  const statement = Object.getPrototypeOf(database.prepare('select 1')) as Record<
    string,
    Call<Statement>
  >;
  for (const method of ['run', 'get', 'all']) {
    const usual = statement[method];
    if (usual === undefined) throw new Error(`A statement has no ${method}.`);
    statement[method] = function (this: Statement, ...values) {
      const from = performance.now();
      try {
        return usual.apply(this, values);
      } finally {
        const until = performance.now();
        if (until - from >= SHORTEST) note(nameOf(this.source ?? ''), from, until);
      }
    };
  }
  database.close();
}

const nameOf = (source: string) => `“${source.replace(/\s+/g, ' ').trim().slice(0, 60)}”`;

type Answer = { req?: { method?: string; url?: string } };

/** The head of an answer is written right after it was computed. */
function watchAnswers(): void {
  // Its own type has a form for each way to call it; here all are passed on alike.
  const answer = ServerResponse.prototype as unknown as Record<'writeHead', Call<Answer>>;
  const usual = answer.writeHead;
  answer.writeHead = function (this: Answer, ...values) {
    const { method = '', url = '' } = this.req ?? {};
    const now = performance.now();
    note(`answered ${method} ${url.replace(/\?.*/, '').replace(/\d+/g, 'N')}`, now, now);
    return usual.apply(this, values);
  };
}
