import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { webhookDeliveries, webhooks, type Webhook } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { entriesAfter, lastEntry } from '../history/history.server.ts';
import { formatRecord, toEntryView, type ReadEntry } from '../history/history.ts';
import { nameRecord, sayEntry, sentenceOf } from '../history/say-entry.ts';
import { shorten } from '../lib/shorten.ts';
import { RECORD_EVENTS, type Fact, type Told, type Watch } from './events.ts';

type TellServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone' | 'origin'>;
};

const DAY = 86_400_000;

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

/** Notes what a webhook is to be told, unless it was told that already. Gives the delivery's id, null for none. */
export function addDelivery(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  webhookId: number,
  key: string,
  told: Told,
  dueAt = clock(),
): number | null {
  const [added] = db
    .insert(webhookDeliveries)
    .values({
      webhookId,
      messageId: `msg_${randomBytes(16).toString('hex')}`,
      key,
      type: told.type,
      event: JSON.stringify(told),
      status: 'waiting',
      dueAt,
      createdAt: clock(),
    })
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id })
    .all();
  return added?.id ?? null;
}

/** Goes through the next entries of the history for a webhook; false when none is left. */
function tellPortion(services: TellServices, { id }: Webhook): boolean {
  const { db } = services;
  return write(db, () => {
    const isIt = and(eq(webhooks.id, id), eq(webhooks.state, 'active'));
    const webhook = db.select().from(webhooks).where(isIt).get();
    if (!webhook) return false;
    const wants = (type: string) => webhook.events.includes(type);
    const isOfRecords = RECORD_EVENTS.some(([kind]) =>
      webhook.events.some((type) => type.startsWith(`${kind}.`)),
    );
    const entries = isOfRecords ? entriesAfter(services, webhook.toldEntry, PORTION) : [];
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
export async function tellOfRecords(
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
export function tellOfFacts(services: Services, active: Webhook[], watches: Watch[]): void {
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
