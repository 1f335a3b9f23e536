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

/**
 * Adds logs, an SQL condition, to the totals, or takes them out: for many logs, which were written, or
 * are about to be deleted, without the triggers `work_log_totals_…`. They are added up once by day,
 * client and work type; all totals follow from these sums.
 */
export function countInTotals(db: Database, condition: string, sign: 1 | -1): void {
  const { $client } = db;
  const days = 'temp.counted_days';
  const kept = SUM_NAMES.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');
  const sums = SUM_NAMES.map((name) => `sum(${name})`).join(', ');
  const values = SUM_VALUES.map((sum, at) => `${sign} * ${sum} as ${SUM_NAMES[at] ?? ''}`);
  $client.exec(`drop table if exists ${days}`);
  $client.exec(
    `create table ${days} as select day, client_id, work_type_id, is_invoiced, ${values.join(', ')}
      from work_logs where ${condition} group by day, client_id, work_type_id, is_invoiced`,
  );
  for (const client of ['0', 'client_id']) {
    for (const [unit, period] of UNITS) {
      const keys = `${client}, '${unit}', ${period}, is_invoiced, ${sums} from ${days} where true`;
      $client.exec(
        `insert into work_log_totals (client_id, ${SUM_COLUMNS}) select ${keys} group by 1, 3, 4
          on conflict (client_id, unit, period, is_invoiced) do update set ${kept}`,
      );
      $client.exec(
        `insert into work_type_totals (work_type_id, client_id, ${SUM_COLUMNS})
          select work_type_id, ${keys} group by 1, 2, 4, 5
          on conflict (work_type_id, client_id, unit, period, is_invoiced) do update set ${kept}`,
      );
    }
  }
  $client.exec(`drop table ${days}`);
}

const SUM_NAMES = [
  'logs',
  'minutes',
  'total_pence',
  'billable_pence',
  'billable_minutes',
  'billable_logs',
];

const SUM_VALUES = [
  'count(*)',
  'sum(duration)',
  'sum(total_pence)',
  'sum(iif(billable, total_pence, 0))',
  'sum(iif(billable, duration, 0))',
  'sum(billable)',
];

const SUM_COLUMNS = `unit, period, is_invoiced, ${SUM_NAMES.join(', ')}`;

const SUMS = `is_invoiced, ${SUM_VALUES.join(', ')} from work_logs`;
