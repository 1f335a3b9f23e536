import { and, eq } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { leftFindings, type LeftFinding } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict, invalid } from '../lib/errors.ts';
import { readFinding } from './findings.ts';
import { findForReason } from './forgotten.server.ts';
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
    const { findings } = findForReason(services, reason);
    const finding = findings.find((one) => one.subject === subject);
    if (!finding) throw conflict(NOT_LISTED);
    const { name, amountPence } = finding;
    return db
      .insert(leftFindings)
      .values({ reason, subject, name, amountPence, leftAt: clock() })
      .returning()
      .get();
  });
}

/** Lists again what was left as it is, if its reason still holds. Nothing happens the second time. */
export function putBackFinding({ db }: Pick<Services, 'db'>, id: number): void {
  write(db, () => {
    db.delete(leftFindings).where(eq(leftFindings.id, id)).run();
  });
}

const LEFT = `
  select id, reason, subject, name, amount_pence as amountPence, left_at as leftAt
  from left_findings order by id desc limit ?`;

/** What was left as it is, the newest first. */
export function listLeft({ db }: Pick<Services, 'db'>, most: number) {
  return prepared<Omit<LeftFinding, 'leftAt'> & { leftAt: number }>(db, LEFT).all(most);
}
