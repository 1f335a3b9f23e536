import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, write, type Database } from '#db/connection.server.ts';
import { withoutTriggers } from '#db/business-days.server.ts';
import {
  clients,
  invoiceRuns,
  invoices,
  pendingWorkLogs,
  workLogs,
  workTypes,
} from '#db/schema.ts';
import { FORGOTTEN_REASONS } from '#db/words.ts';
import { IS_WHOLE } from '#tests/support/cases.ts';
import { makeYear, WORK_TYPES, type Year } from '#tests/support/data/consulting-year.ts';
import { forget, PLANTED, type Omission } from '#tests/support/data/planted.ts';
import { noonOf } from '../lib/calendar.ts';
import { nameFinding } from './findings.ts';
import { findForgotten } from './forgotten.server.ts';

const ZONE = 'Europe/London';

/** Stores a year as the product would have. */
function storeYear(db: Database, { clients: people, logs, tasks, invoices: made }: Year): void {
  const at = new Date(0);
  const times = { createdAt: at, updatedAt: at };
  write(db, () => {
    withoutTriggers(db, 'history_%', () => {
      for (const { id, name, ratePence } of people) {
        const rates = { standardRatePence: ratePence, premiumRatePence: ratePence };
        db.insert(clients)
          .values({ id, name, ...rates, ...times })
          .run();
      }
      for (const name of WORK_TYPES) {
        db.insert(workTypes)
          .values({ name, hourlyRatePence: 6_000, ...times })
          .run();
      }
      for (const { minutes, text, ratePence, ...log } of logs) {
        const date = noonOf(log.day, ZONE);
        db.insert(workLogs)
          .values({
            ...log,
            date,
            duration: minutes,
            description: text,
            hourlyRatePence: ratePence,
            ...times,
          })
          .run();
      }
      for (const { id, name, day, minutes, clientId } of tasks) {
        const task = { id, todoistTaskId: `t${id}`, taskName: name, clientId, duration: minutes };
        const completedAt = noonOf(day, ZONE);
        db.insert(pendingWorkLogs)
          .values({ ...task, completedAt, estimatedHourlyRatePence: 6_000, ...times })
          .run();
      }
      const run = { id: 1, tenantId: 'one', status: 'done', startedAt: at } as const;
      db.insert(invoiceRuns).values(run).run();
      for (const { clientId, month, day } of made) {
        const id = `${clientId} ${month}`;
        const claim = { runId: 1, tenantId: 'one', clientId, month, reference: id, contents: '{}' };
        db.insert(invoices)
          .values({ ...claim, state: 'claimed', totalMinutes: 0, totalPence: 0, ...times })
          .run();
        const of = eq(invoices.reference, id);
        db.update(invoices).set({ state: 'sending', sendKey: id }).where(of).run();
        const done = { state: 'created', status: 'sent', xeroInvoiceId: id } as const;
        db.update(invoices)
          .set({ ...done, issuedDay: day })
          .where(of)
          .run();
      }
    });
  });
}

type Outcome = { found: Omission[]; missed: Omission[]; wrong: { key: string; what: string }[] };

/** Plants thirty omissions in a year, and looks for them without knowing them. */
function lookThrough(seed: number, today: string, isPlanted = true): Outcome {
  const year = makeYear(seed, today);
  const planted = forget(year, isPlanted);
  const db = openDatabase(':memory:');
  migrateDatabase(db);
  storeYear(db, year);
  const clock = () => new Date(`${today}T17:00:00Z`);
  const all = findForgotten({ db, clock, config: { timeZone: ZONE } });
  db.$client.close();
  const findings = new Map(
    all.flatMap((one) => one.findings.map((finding) => [nameFinding(finding), finding])),
  );
  const known = new Set(planted.map(({ key }) => key));
  return {
    found: planted.filter(({ key }) => findings.has(key)),
    missed: planted.filter(({ key }) => !findings.has(key)),
    wrong: [...findings]
      .filter(([key]) => !known.has(key))
      .map(([key, { name, why }]) => ({ key, what: `${name} (${why})` })),
  };
}

function print(seed: number, today: string, { found, missed, wrong }: Outcome): void {
  const of = (some: { key: string }[], reason: string) =>
    String(some.filter(({ key }) => key.startsWith(`${reason}:`)).length).padStart(8);
  const rows = FORGOTTEN_REASONS.map(
    (reason) =>
      `${reason.padEnd(14)}${String(PLANTED[reason]).padStart(8)}${of(found, reason)}${of(missed, reason)}${of(wrong, reason)}`,
  );
  const lines = [
    `The year until ${today}, seed ${seed}: found ${found.length} of ${found.length + missed.length}, and ${wrong.length} that nobody forgot`,
    `${''.padEnd(14)} planted   found  missed   false`,
    ...rows,
    ...found.map(({ key, what }) => `  found   ${key.padEnd(24)} ${what}`),
    ...missed.map(({ key, what }) => `  missed  ${key.padEnd(24)} ${what}`),
    ...wrong.map(({ key, what }) => `  false   ${key.padEnd(24)} ${what}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A Thursday late in the second month of a quarter. */
const TODAY = '2026-11-26';

describe('Of thirty things that were forgotten in a year', () => {
  test('at least 27 are found, with at most 10 false ones', () => {
    const seed = 30;
    const outcome = lookThrough(seed, TODAY);
    print(seed, TODAY, outcome);
    expect(outcome.found.length + outcome.missed.length).toBe(30);
    expect(outcome.found.length).toBeGreaterThanOrEqual(27);
    expect(outcome.wrong.length).toBeLessThanOrEqual(10);
    // Of each kind some.
    for (const reason of FORGOTTEN_REASONS) {
      expect(outcome.found.map((one) => one.reason)).toContain(reason);
    }
  });

  test('where nothing was, hardly anything is found', () => {
    const { found, wrong } = lookThrough(30, TODAY, false);
    expect(found).toEqual([]);
    expect(wrong.length).toBeLessThanOrEqual(10);
  });

  const OTHERS = ['2026-11-26', '2026-08-21', '2026-05-28', '2026-02-27'].flatMap((today) =>
    Array.from({ length: 3 }, (_, index) => ({ today, seed: 700 + index })),
  );
  test.runIf(IS_WHOLE).each(OTHERS)('also by seed $seed until $today', ({ seed, today }) => {
    const outcome = lookThrough(seed, today);
    print(seed, today, outcome);
    expect(outcome.found.length + outcome.missed.length).toBe(30);
    expect(outcome.found.length).toBeGreaterThanOrEqual(27);
    expect(outcome.wrong.length).toBeLessThanOrEqual(10);
  });
});
