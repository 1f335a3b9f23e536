import { and, eq, inArray } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { webhookDeliveries, webhooks, type Webhook } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { entriesAfter, lastEntry } from '../history/history.server.ts';
import { formatRecord, toEntryView, type ReadEntry } from '../history/history.ts';
import { nameRecord, sayEntry, sentenceOf } from '../history/say-entry.ts';
import { isYounger } from '../lib/ahead.ts';
import { dayOf } from '../lib/calendar.ts';
import { shorten } from '../lib/shorten.ts';
import { agedBy } from '../platform/aged-by.server.ts';
import { addDelivery, deliverDue } from './deliver.server.ts';
import { RECORD_EVENTS, type Fact, type Told, type Watch } from './events.ts';
import { activeWebhooks } from './webhooks.server.ts';

type TellServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone' | 'origin'>;
};

const LANE = 'webhooks';

/** How often it is looked for what happened, and for what a person missed, in milliseconds. */
const CHECK_INTERVAL = 1_000;
const LOOK_INTERVAL = 60_000;
const DAY = 86_400_000;

/** For how long deliveries are kept, and how many are cleared away at once. */
const KEPT_FOR = 30 * DAY;
const CLEARED_AT_ONCE = 500;

/** How far back what a person missed is told: for less than deliveries are kept, so that none is told twice. */
const LONGEST_AGO = 28 * DAY;

/** How many entries of the history are gone through at once, after which others come first. */
const PORTION = 200;

const MOST_TEXT = 1_000;
const MOST_TITLE = 200;

/** The events of an entry of the history: what became of the record, and whether an invoice was paid with it. */
function eventsOf(entry: ReadEntry): string[] {
  const { kind, action, before, after } = entry;
  if (!RECORD_EVENTS.some(([known]) => known === kind)) return [];
  const became = { changed: 'updated', restored: 'created' }[action] ?? action;
  const isPaid = kind === 'invoice' && after?.status === 'paid' && before?.status !== undefined;
  return [`${kind}.${became}`, ...(isPaid ? ['invoice.paid'] : [])];
}

function toldOfEntry({ config }: TellServices, entry: ReadEntry, type: string): Told {
  const { kind, recordId, at, by, before, after } = entry;
  const name = nameRecord(kind, recordId, after ?? before ?? {});
  const isPage = (kind === 'client' || kind === 'invoice') && after !== null;
  const record = formatRecord({ kind, id: recordId });
  const isPaid = type === 'invoice.paid';
  return {
    type,
    timestamp: at.toISOString(),
    data: toEntryView(entry),
    title: shorten(isPaid ? `Paid: ${name}` : name, MOST_TITLE),
    text: shorten(`${by}: ${sentenceOf(sayEntry(entry, config.timeZone))}`, MOST_TEXT),
    link: `${config.origin}${isPage ? `/${kind}s/${recordId}` : `/history?record=${record}`}`,
  };
}

/** Goes through the next entries of the history for a webhook; false when none is left. */
function tellPortion(services: TellServices, { id }: Webhook): boolean {
  const { db } = services;
  return write(db, () => {
    const isIt = and(eq(webhooks.id, id), eq(webhooks.state, 'active'));
    const webhook = db.select().from(webhooks).where(isIt).get();
    if (!webhook) return false;
    const wants = (type: string) => webhook.events.includes(type);
    const entries = entriesAfter(services, webhook.toldEntry, PORTION);
    for (const entry of entries) {
      for (const type of eventsOf(entry).filter(wants)) {
        const key = type === 'invoice.paid' ? `${type}:${entry.id}` : `history:${entry.id}`;
        addDelivery(services, id, key, toldOfEntry(services, entry, type));
      }
    }
    const toldEntry = entries.at(-1)?.id ?? lastEntry(services);
    db.update(webhooks).set({ toldEntry }).where(eq(webhooks.id, id)).run();
    return entries.length === PORTION;
  });
}

/** Notes for each of these webhooks what happened to records since the last time, some at a time. */
async function tellOfRecords(
  services: TellServices,
  active: Webhook[],
  signal: AbortSignal,
): Promise<void> {
  const last = lastEntry(services);
  for (const webhook of active.filter(({ toldEntry }) => toldEntry < last)) {
    while (!signal.aborted && tellPortion(services, webhook)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Looks for what a person would miss, and notes it for each of these webhooks that wants it and was there by then. */
function tellOfFacts(services: Services, active: Webhook[], watches: Watch[]): void {
  const { db, clock, config } = services;
  const earliest = clock().getTime() - LONGEST_AGO;
  for (const { type, look } of watches) {
    const wanting = active.filter(({ events }) => events.includes(type));
    if (wanting.length === 0) continue;
    const since = Math.max(earliest, Math.min(...wanting.map((one) => one.toldSince.getTime())));
    try {
      const facts = look(services, new Date(since)).filter(({ at }) => at.getTime() >= since);
      write(db, () => {
        for (const fact of facts) {
          const told = toldOfFact(type, fact, config.origin);
          for (const { id } of wanting.filter(({ toldSince }) => toldSince <= fact.at)) {
            addDelivery(services, id, `${type}:${fact.key}`, told);
          }
        }
      });
    } catch (error) {
      services.logger.error(
        { error, watch: type },
        'What webhooks tell of could not be looked for',
      );
    }
  }
}

const toldOfFact = (type: string, { at, title, text, path, data }: Fact, origin: string): Told => ({
  type,
  timestamp: at.toISOString(),
  data,
  title: shorten(title, MOST_TITLE),
  text: shorten(text, MOST_TEXT),
  link: origin + path,
});

const OLD = `select id from webhook_deliveries where created_at < ? and status <> 'waiting'
  order by created_at limit ${CLEARED_AT_ONCE}`;

function clearOld(services: Services): void {
  const before = agedBy(services).getTime() - KEPT_FOR;
  const old = prepared<{ id: number }>(services.db, OLD).all(before);
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  write(services.db, () => {
    services.db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids)).run();
  });
}

/** Tells webhooks of what happens, and of what these watches find, and sends it. Gives the function that stops this. */
export function keepWebhooks(services: Services, watches: Watch[]): () => void {
  const { background, logger } = services;
  /** When facts were last looked for, and old deliveries cleared away. */
  let lookedAt: Date | undefined;
  const goOn = () => {
    const active = activeWebhooks(services);
    const isLookDue = !isYounger(lookedAt, LOOK_INTERVAL, services.clock());
    if ((active.length > 0 || isLookDue) && !background.isBusy(LANE)) {
      void background.run(LANE, async (signal) => {
        await tellOfRecords(services, active, signal);
        if (!isLookDue) return;
        lookedAt = services.clock();
        tellOfFacts(services, active, watches);
        clearOld(services);
      });
    }
    for (const { id } of active) {
      const lane = `webhook ${id}`;
      // A lane for each: one that is slow holds no other up.
      if (!background.isBusy(lane)) {
        void background.run(lane, (signal) => deliverDue(services, id, signal));
      }
    }
  };
  const timer = setInterval(() => {
    try {
      goOn();
    } catch (error) {
      logger.error({ error }, 'Webhooks could not be looked after');
    }
  }, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** Tells of backups that failed, once a day. */
export const FAILED_BACKUPS: Watch = {
  type: 'backup.failed',
  look: ({ backups, config }) => {
    const { failure } = backups.state();
    if (failure === null) return [];
    const { at, reason } = failure;
    const key = dayOf(at, config.timeZone);
    const data = { at: at.toISOString(), reason };
    return [{ key, at, title: 'The backup failed', text: reason, path: '/settings/data', data }];
  },
};
