import { eq, max } from 'drizzle-orm';
import { openDatabase } from '#db/connection.server.ts';
import { workLogs } from '#db/schema.ts';
import { PAGE_SIZE } from '#app/lib/paging.ts';
import { NO_FILTERS, type WorkLogFilters } from '#app/work-logs/list/filters.ts';
import { listWorkLogs } from '#app/work-logs/list/list.server.ts';
import { createRandom, type Random } from '#tests/exactly-once/random.ts';
import { IS_SHORT, type Figure } from './figures.ts';
import { timeOf } from './queries.ts';

const SEARCHES = IS_SHORT ? 20 : 2_000;
/** 99 of 100 of them take at most so many milliseconds. */
const LIMIT = 3;

type Log = typeof workLogs.$inferSelect;

/**
 * What somebody types who looks for one log: one to three words of its description, once in five
 * only the beginning of the last one; at times with the log's client, type, billing or month.
 */
function drawSearch(log: Log, { below, oneIn }: Random): WorkLogFilters {
  const all = log.description.split(/\W+/);
  const words = Array.from({ length: 1 + below(3) }, () => all[below(all.length)] ?? '');
  const last = words.pop() ?? '';
  const typed = oneIn(5) ? last.slice(0, 1 + below(last.length)) : last;
  const month = log.day.slice(0, 7);
  return {
    ...NO_FILTERS,
    q: [...words, typed].join(' '),
    ...(oneIn(3) ? { clientId: log.clientId } : {}),
    ...(oneIn(5) ? { workTypeId: log.workTypeId } : {}),
    ...(oneIn(10) ? { billable: log.billable } : {}),
    ...(oneIn(5) ? { startDate: `${month}-01`, endDate: `${month}-28` } : {}),
  };
}

/** The time within which 99 of 100 searches end that are drawn from the logs, each made once. */
export function measureDrawnSearches(file: string): Figure[] {
  const db = openDatabase(file);
  const services = { db, config: { timeZone: 'Europe/London' } };
  const random = createRandom(20_261_122);
  const { last } =
    db
      .select({ last: max(workLogs.id) })
      .from(workLogs)
      .get() ?? {};
  const times = Array.from({ length: SEARCHES }, () => {
    const log = db
      .select()
      .from(workLogs)
      .where(eq(workLogs.id, 1 + random.below(last ?? 0)))
      .get();
    if (!log) throw new Error('The filled database has a gap.');
    const filters = drawSearch(log, random);
    const work = () => listWorkLogs(services, filters, { limit: PAGE_SIZE });
    // What else the machine does only adds time.
    return Math.min(timeOf(work), timeOf(work), timeOf(work));
  }).sort((one, other) => one - other);
  db.$client.close();
  return [
    {
      name: `${SEARCHES.toLocaleString('en-GB')} searches drawn from the logs: 99 of 100`,
      value: times[Math.ceil(SEARCHES * 0.99) - 1] ?? NaN,
      unit: 'ms',
      atMost: LIMIT,
    },
  ];
}
