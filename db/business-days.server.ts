import { sql } from 'drizzle-orm';
import { write, type Database } from './connection.server.ts';
import { settings } from './schema.ts';

const TIME_ZONE = 'time_zone';

/** The units of the totals, each with the SQL that gives a log's period from its day. */
const UNITS = [
  ['day', 'day'],
  ['month', 'substr(day, 1, 7)'],
  ['ever', `''`],
] as const;

/**
 * Computes the day of every log in the business time zone, and the totals by these days. Does so
 * only when the time zone differs from the one used last (or none was used yet). Gives whether it
 * did.
 */
export function alignBusinessDays(
  db: Database,
  timeZone: string,
  dayOf: (instant: Date, timeZone: string) => string,
): boolean {
  const known = db
    .select()
    .from(settings)
    .where(sql`${settings.name} = ${TIME_ZONE}`)
    .get();
  if (known?.value === timeZone) return false;
  db.$client.function('business_day', { deterministic: true }, (milliseconds: unknown) =>
    dayOf(new Date(Number(milliseconds)), timeZone),
  );
  write(db, () => {
    withoutTriggers(db, 'work_log_totals_%', () => {
      db.run(sql`update work_logs set day = business_day(date)`);
    });
    rebuildTotals(db);
    db.insert(settings)
      .values({ name: TIME_ZONE, value: timeZone })
      .onConflictDoUpdate({ target: settings.name, set: { value: timeZone } })
      .run();
  });
  return true;
}

/**
 * Runs writes without the triggers whose names match an SQL pattern, such as `work_log_totals_%`.
 */
export function withoutTriggers(db: Database, like: string, run: () => void): void {
  const triggers = db.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_master where type = 'trigger' and name like ${like}`,
  );
  for (const { name } of triggers) db.$client.exec(`drop trigger ${name}`);
  run();
  for (const trigger of triggers) db.$client.exec(trigger.sql);
}

/** Computes all totals anew from the logs. */
export function rebuildTotals(db: Database): void {
  write(db, () => {
    db.run(sql`delete from work_log_totals`);
    db.run(sql`delete from work_type_totals`);
    rebuildPersonTotals(db);
    for (const client of ['0', 'client_id']) {
      for (const [unit, period] of UNITS) {
        const sums = `${client}, '${unit}', ${period}, ${SUMS}`;
        db.run(
          sql.raw(`insert into work_log_totals (client_id, ${SUM_COLUMNS})
            select ${sums} group by 1, 3, 4`),
        );
        db.run(
          sql.raw(`insert into work_type_totals (work_type_id, client_id, ${SUM_COLUMNS})
            select work_type_id, ${sums} group by 1, 2, 4, 5`),
        );
      }
    }
  });
}

/** The days from the logs; the months, all types and all clients from those. */
function rebuildPersonTotals(db: Database): void {
  const into = `insert into person_totals (person_id, work_type_id, client_id, ${SUM_COLUMNS})`;
  const month = `'month', substr(period, 1, 7)`;
  const summed = `is_invoiced, ${ADDED} from person_totals`;
  for (const text of [
    'delete from person_totals',
    `${into} select coalesce(created_by, 0), work_type_id, client_id, 'day', day, ${SUMS}
      group by 1, 2, 3, 5, 6`,
    `${into} select person_id, work_type_id, client_id, ${month}, ${summed} group by 1, 2, 3, 5, 6`,
    `${into} select person_id, 0, client_id, unit, period, ${summed} group by 1, 3, 4, 5, 6`,
    `${into} select person_id, work_type_id, 0, unit, period, ${summed} group by 1, 2, 4, 5, 6`,
  ]) {
    db.run(sql.raw(text));
  }
}

/** The sums that totals keep, each with how it follows from logs. */
const SUM_OF = {
  logs: 'count(*)',
  minutes: 'sum(duration)',
  total_pence: 'sum(total_pence)',
  billable_pence: 'sum(iif(billable, total_pence, 0))',
  billable_minutes: 'sum(iif(billable, duration, 0))',
  billable_logs: 'sum(billable)',
  vat_pence: 'sum(included_vat_pence)',
  billable_vat_pence: 'sum(iif(billable, included_vat_pence, 0))',
  hardware_pence: 'sum(iif(billable and is_hardware, total_pence, 0))',
  billed_more_pence: 'sum(billed_more_pence)',
};

const SUM_NAMES = Object.keys(SUM_OF);
const SUM_VALUES = Object.values(SUM_OF);

const SUM_COLUMNS = `unit, period, is_invoiced, ${SUM_NAMES.join(', ')}`;

const SUMS = `is_invoiced, ${SUM_VALUES.join(', ')} from work_logs`;

/** Sums of sums. */
const ADDED = SUM_NAMES.map((name) => `sum(${name})`).join(', ');
