import { createHmac, randomBytes } from 'node:crypto';
import type { Organisation } from './model.ts';

/** Where webhooks go, and the key that signs them. */
export type Subscription = { url: string; key: string };

/** How events are sent where not as usual: each once, in the order of the changes, signed with the key. */
export type Sending = {
  /** Each request twice, as one whose answer came too late for Xero. */
  isTwice?: boolean;
  /** The newest first. */
  isReversed?: boolean;
  /** Another key than the right one. */
  key?: string;
};

/** How a request was answered. */
export type Answered = { status: number; body: string; cookies: string[]; milliseconds: number };

/** Xero retries what is not answered so, and switches the webhook off after a day. */
export const isAccepted = ({ status, body, cookies, milliseconds }: Answered, wanted = 200) =>
  status === wanted && body === '' && cookies.length === 0 && milliseconds < 5_000;

/** What Xero sends of its own accord. */
export type Webhooks = {
  /** Sends webhooks there from now on, of what changes after this. */
  subscribe: (to: Subscription) => void;
  /** Asks whether requests with a right signature get 200, and those with a wrong one 401. */
  intendToReceive: () => Promise<boolean>;
  /** Sends what changed since the last time, an event a request; gives the answers. */
  deliver: (sending?: Sending) => Promise<Answered[]>;
};

type Event = {
  resourceUrl: string;
  resourceId: string;
  tenantId: string;
  tenantType: 'ORGANISATION';
  eventCategory: 'INVOICE' | 'CONTACT';
  eventType: 'CREATE' | 'UPDATE';
  eventDateUtc: string;
};

export function createWebhooks(organisations: Organisation[]): Webhooks {
  let subscription: Subscription | null = null;
  /** When each invoice and contact last changed that was told of. */
  const told = new Map<string, number>();
  let sequence = 0;

  /** As in Xero, what does not move the time of change is no event. */
  function changes(): Event[] {
    const rows = organisations.flatMap(({ tenantId, invoices, contacts }) => [
      ...invoices.map(({ invoiceId, updatedAt }) => ({
        ...{ tenantId, id: invoiceId, updatedAt },
        ...{ category: 'INVOICE' as const, path: 'Invoices' },
      })),
      ...contacts.map(({ contactId, updatedAt }) => ({
        ...{ tenantId, id: contactId, updatedAt },
        ...{ category: 'CONTACT' as const, path: 'Contacts' },
      })),
    ]);
    return rows
      .filter(({ id, updatedAt }) => told.get(id) !== updatedAt.getTime())
      .sort((one, other) => one.updatedAt.getTime() - other.updatedAt.getTime())
      .map(({ tenantId, id, updatedAt, category, path }) => {
        const eventType = told.has(id) ? 'UPDATE' : 'CREATE';
        told.set(id, updatedAt.getTime());
        return {
          resourceUrl: `https://api.xero.com/api.xro/2.0/${path}/${id}`,
          resourceId: id,
          tenantId,
          tenantType: 'ORGANISATION',
          eventCategory: category,
          eventType,
          eventDateUtc: updatedAt.toISOString().slice(0, -1),
        };
      });
  }

  async function post(events: Event[], key?: string): Promise<Answered> {
    if (!subscription) throw new Error('Nothing is subscribed to.');
    const first = sequence + 1;
    sequence += events.length;
    const body = JSON.stringify({
      events,
      firstEventSequence: events.length === 0 ? 0 : first,
      lastEventSequence: events.length === 0 ? 0 : sequence,
      entropy: randomBytes(10).toString('hex').toUpperCase(),
    });
    const signature = createHmac('sha256', key ?? subscription.key)
      .update(body)
      .digest('base64');
    const startedAt = performance.now();
    const answer = await fetch(subscription.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'x-xero-signature': signature },
      body,
      redirect: 'manual',
    });
    return {
      status: answer.status,
      body: await answer.text(),
      cookies: answer.headers.getSetCookie(),
      milliseconds: performance.now() - startedAt,
    };
  }

  return {
    subscribe(to) {
      changes();
      subscription = to;
    },
    async intendToReceive() {
      const right = [await post([]), await post([])];
      const wrong = [
        await post([], 'another key'),
        await post([], randomBytes(64).toString('base64')),
      ];
      return (
        right.every((answered) => isAccepted(answered)) &&
        wrong.every((answered) => isAccepted(answered, 401))
      );
    },
    async deliver({ isTwice = false, isReversed = false, key } = {}) {
      const events = changes();
      const inOrder = isReversed ? events.reverse() : events;
      const sent = isTwice ? inOrder.flatMap((event) => [event, event]) : inOrder;
      const answers: Answered[] = [];
      for (const event of sent) answers.push(await post([event], key));
      return answers;
    },
  };
}
