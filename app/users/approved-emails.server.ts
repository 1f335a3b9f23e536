import { count, eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { approvedEmails } from '#db/schema.ts';
import type { Services } from '../context.server.ts';

/** Whether an email (lower case) is on the approved list. */
export function isApproved({ db }: Pick<Services, 'db'>, email: string): boolean {
  const row = db
    .select({ id: approvedEmails.id })
    .from(approvedEmails)
    .where(eq(approvedEmails.email, email))
    .get();
  return row !== undefined;
}

/**
 * Fills an empty approved list from the configuration; a list that has an entry is
 * left alone. Gives the emails that were added.
 */
export function seedApprovedEmails(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  emails: string[],
): string[] {
  return write(db, (transaction) => {
    const existing = transaction.select({ total: count() }).from(approvedEmails).get();
    if ((existing?.total ?? 0) > 0) return [];
    const unique = [...new Set(emails)];
    for (const email of unique) {
      transaction.insert(approvedEmails).values({ email, createdAt: clock() }).run();
    }
    return unique;
  });
}
