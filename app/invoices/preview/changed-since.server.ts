import type { Services } from '../../context.server.ts';
import type { ReadEntry } from '../../history/history.ts';
import { entriesSince } from '../../history/history.server.ts';
import { nameRecord, sayEntry, sentenceOf } from '../../history/say-entry.ts';
import type { InvoiceGroup } from '../lines/groups.ts';

type SinceServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

/** The fields of a client on which its invoices depend. */
const OF_CLIENTS = /^(name|email|billing.*|invoicePer|poNumber|xeroContacts)$/;
const OF_SETTINGS = /^(xero\.|invoices\.)/;
/** More changes than this are only counted. */
const MOST = 5;

/**
 * What changed of the invoices of a preview since an entry of the history, by whom, in a sentence or two: their logs,
 * their clients, other invoices of theirs, and the settings. `shown` are the clients that were shown.
 */
export function sayChangedSince(
  services: SinceServices,
  since: number,
  { groups, shown }: { groups: InvoiceGroup[]; shown: Iterable<number> },
): string {
  const clients = new Set([...shown, ...groups.map(({ client }) => client.id)]);
  const logs = new Set(
    groups.flatMap(({ entries }) => entries.flatMap((entry) => entry.logs.map(({ id }) => id))),
  );
  const isOfThese = ({ kind, recordId, before, after }: ReadEntry): boolean => {
    const was = { ...after, ...before };
    const changed = Object.keys(before ?? {});
    switch (kind) {
      case 'work-log':
        if (recordId !== null && logs.has(recordId)) return true;
        // A log that could go on the invoice before, and now cannot, or belongs to another client.
        return before !== null && clients.has(Number(was.clientId)) && was.isInvoiced !== true;
      case 'client':
        return clients.has(recordId ?? 0) && changed.some((name) => OF_CLIENTS.test(name));
      case 'invoice':
        return before === null && clients.has(Number(was.clientId));
      default:
        return Object.keys(was).some((name) => OF_SETTINGS.test(name));
    }
  };
  const found = new Map<string, string>();
  for (const entry of entriesSince(services, since).filter(isOfThese)) {
    const name = nameRecord(entry.kind, entry.recordId, entry.after ?? entry.before ?? {});
    const how = sentenceOf(sayEntry(entry, services.config.timeZone));
    if (!found.has(name)) found.set(name, `${name} (${entry.by}: ${how})`);
  }
  if (found.size === 0) return 'No log, client or setting did: it is what Xero says, or the day.';
  const more = found.size - MOST;
  const said = [...found.values()].slice(0, MOST).join('; ');
  return `What changed: ${said}${more > 0 ? `; and ${more} more` : ''}.`;
}
