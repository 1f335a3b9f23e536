import { sql } from 'drizzle-orm';
import { write, type Database } from './connection.server.ts';
import { settings } from './schema.ts';

const TIME_ZONE = 'time_zone';

/** What totals are kept by, and how a log's period is told from its day. */
const UNITS = [
  ['day', 'day'],
  ['month', 'substr(day, 1, 7)'],
  ['ever', `''`],
] as const;

/**
 * Makes the days that totals are kept by those of the business time zone. Costs nothing
 * unless the zone was changed (or logs are older than these totals); then every log is
 * looked at once. Gives whether that was so.
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

/** Runs writes that the triggers of this kind of name do not follow, such as `work_log_totals_%`. */
export function withoutTriggers(db: Database, like: string, run: () => void): void {
  const triggers = db.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_master where type = 'trigger' and name like ${like}`,
  );
  for (const { name } of triggers) db.$client.exec(`drop trigger ${name}`);
  run();
  for (const trigger of triggers) db.$client.exec(trigger.sql);
}

/** Counts the totals afresh from the logs. */
export function rebuildTotals(db: Database): void {
  write(db, () => {
    db.run(sql`delete from work_log_totals`);
    for (const client of ['0', 'client_id']) {
      for (const [unit, period] of UNITS) {
        db.run(
          sql.raw(`
          insert into work_log_totals (client_id, unit, period, is_invoiced, logs, minutes,
            total_pence, billable_pence, billable_minutes)
          select ${client}, '${unit}', ${period}, is_invoiced, count(*), sum(duration),
            sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0))
          from work_logs group by 1, 3, 4`),
        );
      }
    }
  });
}
