import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import { formatBritishDay, formatBritishMoment } from '../../lib/calendar.ts';

type Store = Pick<Services, 'db'>;

/** Whom a list is about, as a line above it. */
export function aboutClient(services: Store, clientId: number | null): string {
  if (clientId === null) return 'All clients';
  const client = listClientNames(services).find(({ id }) => id === clientId);
  return `Client: ${client?.name ?? 'unknown'}`;
}

/** Which days a list has, as a line above it; both are included. */
export function aboutDays(from: string | null, to: string | null): string {
  if (from !== null && from === to) return formatBritishDay(from);
  if (from !== null && to !== null) return `${formatBritishDay(from)} to ${formatBritishDay(to)}`;
  if (from !== null) return `From ${formatBritishDay(from)}`;
  return to === null ? 'All dates' : `Until ${formatBritishDay(to)}`;
}

/** The other filters, in one line; none when there are none. */
export function aboutOthers(parts: (string | null)[]): string[] {
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? [] : [said.join(' · ')];
}

const TYPE_NAME = 'select name from work_types where id = ?';

/** A work type as a filter, in words; null when it is none. */
export function aboutType({ db }: Store, workTypeId: number | null): string | null {
  if (workTypeId === null) return null;
  const type = prepared<{ name: string }>(db, TYPE_NAME).get(workTypeId);
  return `Work type: ${type?.name ?? 'unknown'}`;
}

/** When a page was made. */
export function sayMadeAt({ clock, config }: Pick<Services, 'clock' | 'config'>): string {
  return `As of ${formatBritishMoment(clock(), config.timeZone)}`;
}
