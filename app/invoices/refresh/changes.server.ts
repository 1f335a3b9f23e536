import { and, eq, min } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { invoices, ledgerReads, type LedgerRead } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { isAhead, latestBy } from '../../lib/ahead.ts';
import type { JobState } from '../../platform/health/health.server.ts';
import { LedgerError, type ChangedInvoices } from '../ledger.ts';
import { endRestored } from '../unmatched/closed.server.ts';
import { resolveContacts } from '../unmatched/take-up.server.ts';
import { noticeUnmatched, restoredAt } from '../unmatched/unmatched.server.ts';
import { readUnread } from './open-invoices.server.ts';
import { storeReading } from './store-reading.server.ts';

export type ChangesServices = Pick<Services, 'db' | 'clock' | 'ledger' | 'background' | 'logger'>;

/** What reads invoices anew goes one after the other. */
export const STATUSES_LANE = 'invoice statuses';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is older than this is read again, by the schedule and when somebody looks. */
const OLDEST = HOUR;

const RETRY_AFTER = 5 * MINUTE;

const CHECK_INTERVAL = MINUTE;

/**
 * The next reading asks from so long before this one began: the clocks of Xero's own servers differ
 * a little, and an invoice may be stored here some seconds after it was made there.
 */
const OVERLAP = 5 * MINUTE;

/** The most calls of one go, half of what Xero takes in a minute; a longer reading goes on later. */
const MOST_CALLS = 30;

/** A reading of many pages that was left for longer than this begins again. */
const LONGEST_REST = 10 * MINUTE;

/** The organisations that invoices were made in. Reads one entry of an index for each. */
const ORGANISATIONS = `
  select o.tenant_id as tenantId from xero_organisations o
  where exists (select 1 from invoices i indexed by invoices_xero
    where i.tenant_id = o.tenant_id and i.xero_invoice_id is not null)`;

/** The organisations that invoices were made in, by their ids. */
export function organisationsWithInvoices({ db }: Pick<Services, 'db'>): string[] {
  return prepared<{ tenantId: string }>(db, ORGANISATIONS)
    .all()
    .map(({ tenantId }) => tenantId);
}

/** These organisations, and the active one, which may have invoices that this database does not know. */
export function organisationsToRead({ db, ledger }: Pick<Services, 'db' | 'ledger'>): string[] {
  const active = ledger.activeOrganisation()?.organisationId;
  return [...new Set([...organisationsWithInvoices({ db }), ...(active ? [active] : [])])];
}

function readStored({ db }: Pick<Services, 'db'>, tenantId: string): LedgerRead | null {
  return db.select().from(ledgerReads).where(eq(ledgerReads.tenantId, tenantId)).get() ?? null;
}

function firstSentAt({ db }: Pick<Services, 'db'>, tenantId: string): Date | null {
  const row = db
    .select({ at: min(invoices.sentAt) })
    .from(invoices)
    .where(eq(invoices.tenantId, tenantId))
    .get();
  return row?.at ?? null;
}

/** The moment, by our clock, of which the statuses of an organisation are; null when nothing is known. */
export function currentAt(services: Pick<Services, 'db'>, tenantId: string): Date | null {
  return readStored(services, tenantId)?.currentAt ?? firstSentAt(services, tenantId);
}

function isDue(services: ChangesServices, tenantId: string): boolean {
  if (!services.ledger.isConnected(tenantId)) return false;
  const now = services.clock().getTime();
  const stored = readStored(services, tenantId);
  if (stored && stored.page > 1 && stored.message === null) return true;
  const restored = restoredAt(services);
  const isLookDue = restored !== null && !(stored?.currentAt && stored.currentAt >= restored);
  const tried = Math.max(
    stored?.triedAt.getTime() ?? -Infinity,
    stored?.failedAt?.getTime() ?? -Infinity,
  );
  const current = currentAt(services, tenantId)?.getTime() ?? -Infinity;
  // Where the clock was set back, the reading counts as old, too.
  const isOld = isLookDue || now - current >= OLDEST || current > now;
  return isOld && (now - tried >= RETRY_AFTER || tried > now);
}

/**
 * Asks Xero for what changed since the last time, in the background, where what is stored is older
 * than an hour; does nothing while a reading goes on, and for some minutes after one that failed.
 * Never throws; gives the promise of its end.
 */
export function readDueChanges(services: ChangesServices): Promise<void> {
  return readWhere(services, (id) => isDue(services, id));
}

function readWhere(services: ChangesServices, isWanted: (id: string) => boolean): Promise<void> {
  if (!services.ledger.isSetUp) return Promise.resolve();
  const due = organisationsToRead(services).filter(isWanted);
  if (due.length === 0 || services.background.isBusy(STATUSES_LANE)) return Promise.resolve();
  return services.background.run(STATUSES_LANE, async (signal) => {
    for (const tenantId of due) await readOrganisation(services, tenantId, signal);
  });
}

/**
 * Reads what changed in an organisation, page by page, and stores each page as it comes, with how far
 * it is: a crash or a failure loses nothing, and the next reading goes on. A failure of Xero's is
 * stored as a sentence, and given. 'more' when the rest waits for the next time.
 */
export async function readChangesOf(
  services: ChangesServices,
  tenantId: string,
  signal: AbortSignal,
): Promise<'all' | 'more' | LedgerError> {
  const { db, ledger } = services;
  let next = beginning(services, tenantId);
  for (let count = 0; count < MOST_CALLS && !signal.aborted; count += 1) {
    const { since, page } = next;
    try {
      const answer = await ledger.readChanges(tenantId, since, page, (id) =>
        isMade(services, tenantId, id),
      );
      const { startedAt } = next;
      next = write(db, () => storePage(services, tenantId, next, answer));
      if (answer.isLast) {
        const done = { currentAt: startedAt, message: null };
        db.update(ledgerReads).set(done).where(eq(ledgerReads.tenantId, tenantId)).run();
        await resolveContacts(services, tenantId);
        endRestored(services);
        return 'all';
      }
    } catch (error) {
      return noteFailure(services, tenantId, next.startedAt, error);
    }
  }
  return 'more';
}

/** Rethrows what is no failure of Xero's. */
function noteFailure(
  { db, clock }: ChangesServices,
  tenantId: string,
  triedAt: Date,
  error: unknown,
): LedgerError {
  if (!(error instanceof LedgerError)) throw error;
  const failure = { failedAt: clock(), message: error.message };
  db.insert(ledgerReads)
    .values({ tenantId, triedAt, ...failure })
    .onConflictDoUpdate({ target: ledgerReads.tenantId, set: failure })
    .run();
  return error;
}

/** Reads what changed in an organisation, then what is open and was not read for a day. */
async function readOrganisation(
  services: ChangesServices,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = services.clock();
  if ((await readChangesOf(services, tenantId, signal)) !== 'all') return;
  try {
    await readUnread(services, tenantId, { calls: MOST_CALLS / 2, signal });
  } catch (error) {
    noteFailure(services, tenantId, startedAt, error);
  }
}

/** Where a reading stands: what to ask for next, and when its first page was asked for, by our clock. */
type Standing = { since: Date; page: number; begunAt: Date | null; startedAt: Date };

const READ_OF = `
  select min(ledger_updated_at) as oldest, count(*) - count(ledger_updated_at) as silent
  from invoices where tenant_id = ? and xero_invoice_id is not null`;

/**
 * From when on the invoices of an organisation may have changed unseen, before its first reading: by Xero's own
 * clock, which each of them came with. Where Xero did not say, only our clock tells when the first was sent, so
 * it is a whole day earlier; sent while that was ahead, it may be any time.
 */
function unseenSince(services: ChangesServices, tenantId: string, now: Date): Date {
  const read = prepared<{ oldest: number | null; silent: number }>(services.db, READ_OF).get(
    tenantId,
  );
  if (read && read.oldest !== null && read.silent === 0) return new Date(read.oldest - OVERLAP);
  const sent = firstSentAt(services, tenantId) ?? madeAt(services) ?? now;
  return isAhead(sent, now) ? new Date(0) : new Date(sent.getTime() - DAY);
}

/** When this database was begun: no invoice with its mark is older. Null while nothing is in it. */
export function madeAt({ db }: Pick<Services, 'db'>): Date | null {
  const row = prepared<{ at: number | null }>(
    db,
    'select min(at) as at from (select min(created_at) as at from users union all select min(created_at) from clients)',
  ).get();
  return row?.at == null ? null : new Date(row.at);
}

/** Where the next reading begins, or goes on after a short rest. */
function beginning(services: ChangesServices, tenantId: string): Standing {
  const startedAt = services.clock();
  const stored = readStored(services, tenantId);
  const since = stored?.since ?? unseenSince(services, tenantId, startedAt);
  const rest = startedAt.getTime() - (stored?.triedAt.getTime() ?? 0);
  if (!stored || stored.page === 1 || rest < 0 || rest > LONGEST_REST) {
    return { since, page: 1, begunAt: null, startedAt };
  }
  return { since, page: stored.page, begunAt: stored.begunAt, startedAt: stored.triedAt };
}

const MADE = 'select 1 from invoices where tenant_id = ? and xero_invoice_id = ?';

function isMade({ db }: ChangesServices, tenantId: string, xeroInvoiceId: string): boolean {
  return prepared(db, MADE).get(tenantId, xeroInvoiceId) !== undefined;
}

/** Stores a page of changes and how far the reading is; gives what to ask for next. */
function storePage(
  services: ChangesServices,
  tenantId: string,
  { since, page, begunAt, startedAt }: Standing,
  answer: ChangedInvoices,
): Standing {
  const { db } = services;
  for (const found of answer.invoices) {
    const isIt = and(eq(invoices.tenantId, tenantId), eq(invoices.xeroInvoiceId, found.invoiceId));
    const invoice = db.select().from(invoices).where(isIt).get();
    if (invoice) storeReading(services, invoice, found);
    else noticeUnmatched(services, tenantId, found);
  }
  // Without Xero's own time, the next reading asks from where this one did.
  const began = begunAt ?? (page === 1 ? answer.answeredAt : null);
  const nextSince = began === null ? since : new Date(began.getTime() - OVERLAP);
  const next = answer.isLast
    ? { since: nextSince, page: 1, begunAt: null }
    : { since, page: page + 1, begunAt: began };
  // While pages are left, it was tried when the reading began: that says how old the first page is.
  const row = { ...next, triedAt: startedAt, message: null };
  db.insert(ledgerReads)
    .values({ tenantId, ...row })
    .onConflictDoUpdate({ target: ledgerReads.tenantId, set: row })
    .run();
  return { ...next, startedAt };
}

/** Statuses that are older than this count as behind, while Xero is connected. */
const LONGEST_SILENCE = 3 * HOUR;

/**
 * The state of the reading of changes. It is behind when it has not succeeded for three hours while
 * it could, counted from `since` (the start of the server) at the earliest.
 */
export function changesState(services: ChangesServices, since: Date): JobState {
  const { clock, ledger, background } = services;
  const ids = ledger.isSetUp ? organisationsToRead(services) : [];
  const stored = ids.flatMap((id) => readStored(services, id) ?? []);
  const now = clock();
  const latest = now.getTime() - LONGEST_SILENCE;
  const isBehind = ids
    .filter((id) => ledger.isConnected(id))
    .some((id) => latestBy(now, [since, currentAt(services, id)]) < latest);
  return {
    isRunning: background.isBusy(STATUSES_LANE),
    lastSuccess: latestOf(stored.map((row) => row.currentAt)),
    lastFailure: latestOf(stored.map(({ failedAt }) => failedAt)),
    behind: isBehind
      ? 'Invoice statuses have not been read from Xero for too long. See Invoices for the reason.'
      : null,
  };
}

function latestOf(dates: (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => (date === null ? [] : [date.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * Reads changes at the start, since the database may be a copy or older than what Xero has, and then every hour while
 * Xero is connected. Gives the function that stops this.
 */
export function keepStatuses(services: ChangesServices): () => void {
  void readWhere(services, (id) => services.ledger.isConnected(id));
  const timer = setInterval(() => {
    try {
      void readDueChanges(services);
    } catch (error) {
      services.logger.error({ error }, 'The statuses of invoices could not be asked for');
    }
  }, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
