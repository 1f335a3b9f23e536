import { and, between, eq } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { leftFindings, type LeftFinding } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict, invalid } from '../lib/errors.ts';
import { repeatWorkLog } from '../work-logs/again/repeat.server.ts';
import type { NamedWorkLog } from '../work-logs/work-logs.ts';
import type { WorkLogServices } from '../work-logs/work-logs.server.ts';
import { MOST_LISTED, readFinding, readFindings, type Finding } from './findings.ts';
import { findFirst } from './forgotten.server.ts';
import type { ForgottenServices } from './waiting.server.ts';

const NOT_LISTED = 'This is not listed any more.';

/**
 * Leaves a finding, named as `nameFinding` does, as it is: it is not listed again for the same reason
 * and record. Left twice, it stays left. Throws 400 for another text, and 409 when it is not listed.
 */
export function leaveFinding(services: ForgottenServices, text: string): LeftFinding {
  const named = readFinding(text);
  if (named === null) throw invalid('leave', 'Choose what to leave.');
  const { db, clock } = services;
  return write(db, () => {
    const { reason, subject } = named;
    const isThis = and(eq(leftFindings.reason, reason), eq(leftFindings.subject, subject));
    const left = db.select().from(leftFindings).where(isThis).get();
    if (left) return left;
    const [finding] = listed(services, reason, new Set([subject]));
    if (!finding) throw conflict(NOT_LISTED);
    return leave({ db, clock }, finding);
  });
}

/**
 * Leaves all of these findings of one reason, named as `nameFindings` does, that are still listed. Gives
 * them in the order of their ids, which follow one another. Throws 400 for another text, and 409 when
 * none is listed.
 */
export function leaveFindings(services: ForgottenServices, text: string): LeftFinding[] {
  const named = readFindings(text);
  if (named === null) throw invalid('leaveAll', 'Choose what to leave.');
  const { db, clock } = services;
  return write(db, () => {
    const findings = listed(services, named.reason, new Set(named.subjects));
    if (findings.length === 0) throw conflict(NOT_LISTED);
    return findings.map((finding) => leave({ db, clock }, finding));
  });
}

/**
 * Logs usual work that is missing, as it was logged last. Throws 409 when it is not listed as missing any more:
 * what somebody else has logged since is not logged twice. Throws what `repeatWorkLog` throws.
 */
export function repeatMissing(services: WorkLogServices, id: number): NamedWorkLog {
  return write(services.db, () => {
    const [finding] = listed(services, 'missing', new Set([String(id)]));
    if (!finding) throw conflict(`${NOT_LISTED} It may have been logged meanwhile.`);
    return repeatWorkLog(services, id);
  });
}

/** How many findings are searched when one of these is not among the first. */
const EVERY = 100_000;

/** The findings with these subjects that are listed for a reason. */
function listed(
  services: ForgottenServices,
  reason: Finding['reason'],
  subjects: Set<string>,
): Finding[] {
  const among = (most: number) =>
    findFirst(services, reason, most).filter(({ subject }) => subjects.has(subject));
  const first = among(MOST_LISTED);
  return first.length === subjects.size ? first : among(EVERY);
}

function leave({ db, clock }: Pick<Services, 'db' | 'clock'>, finding: Finding): LeftFinding {
  const { reason, subject, name, amountPence } = finding;
  return db
    .insert(leftFindings)
    .values({ reason, subject, name, amountPence, leftAt: clock() })
    .returning()
    .get();
}

/** What is said of {@link putBackFinding}. */
export const LISTED_AGAIN = 'Listed again, if it is still so';

/**
 * Lists again what was left as it is, if its reason still holds; with `lastId`, all that was left at
 * once with it. Nothing happens the second time.
 */
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

const LEFT = `
  select id, reason, subject, name, amount_pence as amountPence, left_at as leftAt
  from left_findings order by id desc limit ?`;

/** What was left as it is, the newest first. */
export function listLeft({ db }: Pick<Services, 'db'>, most: number) {
  return prepared<Omit<LeftFinding, 'leftAt'> & { leftAt: number }>(db, LEFT).all(most);
}
