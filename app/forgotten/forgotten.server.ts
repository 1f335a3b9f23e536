import { prepared, type Database, write } from '#db/connection.server.ts';
import { FORGOTTEN_REASONS, type ForgottenReason } from '#db/words.ts';
import { dayOf } from '../lib/calendar.ts';
import {
  findNoInvoice,
  findNotBillable,
  findOldLogs,
  findTasks,
  type Find,
  type ForgottenServices,
} from './waiting.server.ts';
import { MOST_LISTED, readFinding, type Finding } from './findings.ts';
import { findMissing, findShort } from './rhythm.server.ts';
import { and, between, desc, eq } from 'drizzle-orm';
import { leftFindings, type LeftFinding } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict, invalid } from '../lib/errors.ts';
import { repeatWorkLog } from '../work-logs/again/repeat.server.ts';
import type { NamedWorkLog } from '../work-logs/work-logs.ts';
import { type WorkLogServices, updateWorkLog } from '../work-logs/work-logs.server.ts';
import { splitsVat } from '#db/split-vat.server.ts';
import { formatPounds } from '../lib/money.ts';
import { describeMeasure } from '../work-logs/logged.server.ts';

const FIND: Record<ForgottenReason, Find> = {
  'old-log': findOldLogs,
  'no-invoice': findNoInvoice,
  'in-review': findTasks,
  'not-billable': findNotBillable,
  missing: findMissing,
  'short-day': findShort,
};

/** A page of what may be forgotten for one reason; `hasMore`: there are further ones behind it. */
export type Forgotten = ReturnType<typeof findForReason>;

/** A page, from 1, of what may be forgotten for one reason, without what was left as it is. */
export function findForReason(services: ForgottenServices, reason: ForgottenReason, page = 1) {
  const before = (page - 1) * MOST_LISTED;
  // One more than is listed tells that there is more.
  const found = findFirst(services, reason, before + MOST_LISTED + 1);
  const findings = found.slice(before, before + MOST_LISTED);
  return { reason, findings, page, hasMore: found.length > before + MOST_LISTED };
}

function findFirst(services: ForgottenServices, reason: ForgottenReason, most: number): Finding[] {
  const today = dayOf(services.clock(), services.config.timeZone);
  return FIND[reason](services, today, most);
}

/** All that may be forgotten, by reason; those without any are left out. */
export function findForgotten(services: ForgottenServices): Forgotten[] {
  return FORGOTTEN_REASONS.map((reason) => findForReason(services, reason)).filter(
    ({ findings }) => findings.length > 0,
  );
}

/** How many things may be forgotten; `hasMore`: at least so many. */
export type ForgottenCount = ReturnType<typeof countOf>;

/** How many findings there are; `hasMore`: and more behind them. */
export function countOf(all: Forgotten[]) {
  return {
    count: all.reduce((sum, { findings }) => sum + findings.length, 0),
    hasMore: all.some(({ hasMore }) => hasMore),
  };
}

const counts = new WeakMap<Database, { stamp: string; value: ForgottenCount }>();

/** How long a count is kept while nothing changes, in milliseconds: work becomes old by time alone. */
const COUNT_FOR = 600_000;

const NEWEST_ENTRY = 'select max(id) as id from history_entries';

/** How many things may be forgotten; counted anew after every write, and every ten minutes. */
export function countForgotten(services: ForgottenServices): ForgottenCount {
  const { db, clock, config } = services;
  const now = clock();
  const stamp = [
    prepared<{ id: number | null }>(db, NEWEST_ENTRY).get()?.id,
    db.$client.pragma('data_version', { simple: true }),
    dayOf(now, config.timeZone),
    Math.floor(now.getTime() / COUNT_FOR),
  ].join(' ');
  const known = counts.get(db);
  if (known?.stamp === stamp) return known.value;
  const value = countOf(findForgotten(services));
  counts.set(db, { stamp, value });
  return value;
}

const NOT_LISTED = 'This is not listed any more.';

/**
 * Leaves these findings, named as `nameFinding` does, as they are: they are not listed again for the same reason and
 * record. Gives those that were still listed, in the order of ids; one that was left already stays left. Throws 400 for
 * another text, and 409 when none is listed.
 */
export function leaveFindings(services: ForgottenServices, text: string): LeftFinding[] {
  const named = readFinding(text);
  if (named === null) throw invalid('leave', 'Choose what to leave.');
  const { reason, subject } = named;
  const { db, clock } = services;
  return write(db, () => {
    const isThis = and(eq(leftFindings.reason, reason), eq(leftFindings.subject, subject));
    const left = db.select().from(leftFindings).where(isThis).all();
    if (left.length > 0) return left;
    const findings = listed(services, reason, new Set(subject.split(',')));
    if (findings.length === 0) throw conflict(NOT_LISTED);
    return findings.map(({ subject, name, amountPence }) =>
      db
        .insert(leftFindings)
        .values({ reason, subject, name, amountPence, leftAt: clock() })
        .returning()
        .get(),
    );
  });
}

/** Logs missing work as it was logged last. Throws 409 when it is not listed any more, since somebody has logged it. */
export function repeatMissing(services: WorkLogServices, id: number): NamedWorkLog {
  return write(services.db, () => {
    const [finding] = listed(services, 'missing', new Set([String(id)]));
    if (!finding) throw conflict(`${NOT_LISTED} It may have been logged since.`);
    return repeatWorkLog(services, id);
  });
}

/** How many findings are searched for these: all that there ever are. */
const EVERY = 100_000;

function listed(services: ForgottenServices, reason: ForgottenReason, subjects: Set<string>) {
  return findFirst(services, reason, EVERY).filter(({ subject }) => subjects.has(subject));
}

/** What is said of {@link putBackFinding}. */
export const LISTED_AGAIN = 'Listed again if it still applies';

/** Lists again what was left, if its reason still holds; with `lastId`, all that was left with it. */
export function putBackFinding({ db }: Pick<Services, 'db'>, id: number, lastId = id): void {
  write(db, () => {
    const first = db.select().from(leftFindings).where(eq(leftFindings.id, id)).get();
    if (!first) return;
    const { reason, leftAt } = first;
    db.delete(leftFindings)
      .where(
        and(
          between(leftFindings.id, id, lastId),
          eq(leftFindings.reason, reason),
          eq(leftFindings.leftAt, leftAt),
        ),
      )
      .run();
  });
}

/** What was left as it is, the newest first. */
export function listLeft({ db }: Pick<Services, 'db'>, most: number): LeftFinding[] {
  return db.select().from(leftFindings).orderBy(desc(leftFindings.id)).limit(most).all();
}

/** Makes a log billable, with an Undo, or takes that back. Throws 404, and 409 when it is, or is being, invoiced. */
export function setBillable(services: WorkLogServices, id: number, billable: boolean) {
  const log = updateWorkLog(services, id, { billable });
  const title = 'Work log updated successfully';
  const measure = describeMeasure(log);
  if (!billable) return { title, text: `${measure} is not billable, as before` };
  const vatPence = splitsVat(services.db) ? log.includedVatPence : 0;
  const net = formatPounds(log.totalPence - vatPence);
  const undo = `/forgotten/${id}/not-billable`;
  return { title, text: `${measure} is billable now: ${net} net`, undo };
}
