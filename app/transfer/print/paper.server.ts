import { setImmediate as othersAreServed } from 'node:timers/promises';
import { findClient } from '../../clients/clients.server.ts';
import type { Services } from '../../context.server.ts';
import { formatBritishDay, formatBritishMoment } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';

/** What a printed page is made with. */
export type PrintServices = Pick<Services, 'db' | 'clock' | 'config' | 'ledger'>;

/** The most rows of a printed page: some ninety sheets, which a browser still lays out at once. */
export const MOST_PRINTED = 2_000;

/** A column: its name, and its text in a row; numbers stand at the right, free texts may break within a word. */
export type Column<Record> = [
  label: string,
  holds: 'numbers' | 'texts' | 'dates' | null,
  text: (record: Record) => string,
];

/** What the rows come to, with names; null is left out. */
export type Sum = [label: string, value: string] | null;

/** A list that goes to paper, whose rows are read page by page. */
type List<Record> = {
  title: string;
  /** Whom and which days it is about, a line each. */
  about: string[];
  /** Its other filters, in one line. */
  filters?: (string | null)[];
  pages: Iterator<Record[], void>;
  columns: Column<Record>[];
  /** What stands below a row over the whole width: what is empty is left out. */
  note: (record: Record) => (string | null)[];
  groups?: (records: Record[]) => { title: string; records: Record[]; sum: string | null }[];
  /** `hasMore`: not all that match are on the page. */
  sums: (records: Record[], hasMore: boolean) => Sum[];
  /** What comes first in a list that is ordered by name and has no period. */
  order?: string;
  /** The address and the name of the screen with the same filters. */
  back: [path: string, search: URLSearchParams | null, label: string];
  /** The address of the page that goes on; null: this is the last. */
  next?: string | null;
};

/** A printed page, all text, and its rows. */
export type Paper = Awaited<ReturnType<typeof toPaper>>;

/** A list as its page prints it, and its rows. Others are served while it is read. */
export async function toPaper<Record>({ clock, config }: PrintServices, list: List<Record>) {
  const { title, about, filters = [], columns, note, sums, order } = list;
  const [path, search, backLabel] = list.back;
  const { records, hasMore } = await takeBounded(list.pages);
  const others = filters.filter((part) => part !== null).join(' · ');
  const toRow = (record: Record) => ({
    cells: columns.map(([, , text]) => text(record)),
    note: note(record).filter(Boolean).join('\n'),
  });
  const groups = list.groups?.(records) ?? [{ title: null, records, sum: null }];
  return {
    printed: {
      title,
      about: others === '' ? about : [...about, others],
      madeAt: `As of ${formatBritishMoment(clock(), config.timeZone)}`,
      columns: columns.map(([label, holds]) => ({ label, holds })),
      sums: sums(records, hasMore).filter((sum) => sum !== null),
      stopped: hasMore ? sayStopped(order) : null,
      next: list.next ?? null,
      back: { to: search?.size ? `${path}?${search.toString()}` : path, label: backLabel },
    },
    groups: groups.map(({ title, records, sum }) => ({ title, sum, rows: records.map(toRow) })),
  };
}

async function takeBounded<Record>(pages: Iterator<Record[], void>) {
  const records: Record[] = [];
  for (let next = pages.next(); !next.done; next = pages.next()) {
    records.push(...next.value);
    if (records.length > MOST_PRINTED) {
      pages.return?.();
      return { records: records.slice(0, MOST_PRINTED), hasMore: true };
    }
    await othersAreServed();
  }
  return { records, hasMore: false };
}

function sayStopped(order: string | undefined): string {
  const most = formatCount(MOST_PRINTED);
  return order === undefined
    ? `Only the newest ${most} are on this page: more match. For the others choose a shorter period, or download the CSV file, which has them all.`
    : `Only the first ${most} are on this page, by name, ${order}: there are more. The CSV file has them all.`;
}

/** How many rows a page has, and whether that is all that match. */
export function countOf(what: string, records: unknown[], hasMore: boolean): Sum {
  return [hasMore ? `${what} on this page` : what, formatCount(records.length)];
}

/** Whom a list is about, and which days, both included: a line each. */
export function aboutClientAndDays(
  services: Pick<Services, 'db'>,
  { clientId, startDate, endDate }: { clientId: number | null } & Days,
): string[] {
  const name = clientId === null ? null : (findClient(services, clientId)?.name ?? 'unknown');
  const client = name === null ? 'All clients' : `Client: ${name}`;
  return [client, aboutDays({ startDate, endDate })];
}

type Days = { startDate: string | null; endDate: string | null };

/** Which days a list has, both included. */
export function aboutDays({ startDate: from, endDate: to }: Days): string {
  if (from === null) return to === null ? 'All dates' : `Until ${formatBritishDay(to)}`;
  if (from === to) return formatBritishDay(from);
  return to === null
    ? `From ${formatBritishDay(from)}`
    : `${formatBritishDay(from)} to ${formatBritishDay(to)}`;
}
