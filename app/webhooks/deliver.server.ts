import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { webhookDeliveries, webhooks, type Webhook, type WebhookDelivery } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { isPausedUntil, LONGEST_PAUSE, readRetryAfter } from '../lib/retry-after.ts';
import { renderBody } from './body.ts';
import type { Told } from './events.ts';
import { post, type Answer } from './post.server.ts';
import { findWebhook, getDelivery, getWebhook, secretsOfWebhook } from './webhooks.server.ts';

type DeliverServices = Pick<
  Services,
  'db' | 'clock' | 'appSecret' | 'logger' | 'checkpoint' | 'config'
>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After each failure of a delivery, in milliseconds; after one more it is given up. */
export const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
] as const;

/** A webhook of which nothing has arrived for so long is paused. */
const LONGEST_FAILING = 5 * DAY;

/** What a person sends at once is not sent by the lane beside it, unless the process ends meanwhile. */
const OWN_TURN = MINUTE;

const TEST = 'test';

/** The next that is due; what a wrong clock put off for longer than any pause is due, too. */
const DUE = `select id from webhook_deliveries indexed by webhook_deliveries_due
  where status = 'waiting' and webhook_id = ? and (due_at <= ? or due_at > ?)
  order by due_at, id limit 1`;

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

/** Sends what is due of a webhook, one after the other; after a failure it rests. */
export async function deliverDue(
  services: DeliverServices,
  webhookId: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const now = services.clock().getTime();
    const webhook = findWebhook(services, webhookId);
    if (webhook?.state !== 'active') return;
    if (isPausedUntil(webhook.heldUntil?.getTime() ?? 0, now)) return;
    const due = prepared<{ id: number }>(services.db, DUE);
    const next = due.get(webhookId, now, now + LONGEST_PAUSE + HOUR);
    if (!next || !(await attempt(services, webhook, next.id, signal))) return;
  }
}

/** Sends once and notes what came of it; false where the server may not, or closes meanwhile. */
async function attempt(
  services: DeliverServices,
  webhook: Webhook,
  id: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, config } = services;
  const secrets = secretsOfWebhook(services, webhook);
  if (secrets === null) return false;
  const { messageId, event } = getDelivery(services, webhook.id, id);
  const { url, text } = renderBody(webhook, JSON.parse(event) as Told);
  const letter = { ...secrets, url, text, messageId, contentType: webhook.contentType };
  const isLocalAllowed = config.webhooksLocal;
  const answer = await post(letter, { now: clock(), isLocalAllowed, signal });
  // Nobody knows whether it arrived: it is sent again, under the same id.
  if (signal.aborted && answer.status === null) return false;
  services.checkpoint('webhook sent');
  note(services, webhook.id, id, answer);
  return true;
}

function note(services: DeliverServices, webhookId: number, id: number, answer: Answer): void {
  const { db, clock, logger } = services;
  const { status, problem, retryAfter } = answer;
  write(db, () => {
    const webhook = findWebhook(services, webhookId);
    if (webhook === null) return;
    const delivery = getDelivery(services, webhookId, id);
    const now = clock();
    const setWebhook = (values: Partial<Webhook>) => {
      db.update(webhooks).set(values).where(eq(webhooks.id, webhookId)).run();
    };
    const attempts = delivery.attempts + 1;
    const isGone = status === 410;
    const asked = (readRetryAfter(retryAfter, now) ?? 0) * SECOND;
    const pause = PAUSES[delivery.attempts];
    const isOver = problem === null || isGone || pause === undefined || delivery.type === TEST;
    setDelivery(services, id, {
      attempts,
      status: problem === null ? 'delivered' : isOver ? 'failed' : 'waiting',
      dueAt: isOver ? null : new Date(now.getTime() + Math.max(pause, asked)),
      triedAt: now,
      answered: status,
      message: problem,
    });
    if (problem === null) {
      setWebhook({ failingSince: null, heldUntil: null });
    } else if (isGone) {
      setWebhook({ state: 'ended', reason: GONE });
      giveUpWaiting(services, webhookId);
    } else if (delivery.type !== TEST) {
      const failingSince = webhook.failingSince ?? now;
      const isLost = now.getTime() - failingSince.getTime() >= LONGEST_FAILING;
      setWebhook({
        failingSince,
        heldUntil: new Date(now.getTime() + Math.max(PAUSES[0], asked)),
        ...(isLost && webhook.state === 'active' ? { state: 'paused', reason: LOST } : {}),
      });
      if (isLost) logger.warn({ record: `webhook:${webhookId}` }, 'A webhook was paused');
    }
  });
}

const GONE = 'Its receiver answered that the address is gone for good (410).';
const LOST = 'Nothing has arrived there for five days.';
const NOT_SENT = 'Not sent, since the receiver had answered that the address is gone for good.';

function setDelivery({ db }: DeliverServices, id: number, values: Partial<WebhookDelivery>): void {
  db.update(webhookDeliveries).set(values).where(eq(webhookDeliveries.id, id)).run();
}

function giveUpWaiting({ db }: DeliverServices, webhookId: number): void {
  const { status, webhookId: of } = webhookDeliveries;
  db.update(webhookDeliveries)
    .set({ status: 'failed', dueAt: null, message: NOT_SENT })
    .where(and(eq(of, webhookId), eq(status, 'waiting')))
    .run();
}

const soon = ({ clock }: DeliverServices) => new Date(clock().getTime() + OWN_TURN);

async function sendNow(
  services: DeliverServices,
  webhook: Webhook,
  id: number,
): Promise<WebhookDelivery> {
  await attempt(services, webhook, id, new AbortController().signal);
  return getDelivery(services, webhook.id, id);
}

/** Sends a test, once, also with a paused webhook, and gives what came of it. Throws 404. */
export function sendTest(services: DeliverServices, webhookId: number): Promise<WebhookDelivery> {
  const webhook = getWebhook(services, webhookId);
  const text = 'A test from Tallyhour: webhooks arrive here.';
  const id = write(services.db, () =>
    addDelivery(
      services,
      webhookId,
      `${TEST}:${randomUUID()}`,
      {
        type: TEST,
        timestamp: services.clock().toISOString(),
        data: { webhook: webhook.name },
        title: 'Tallyhour: test',
        text,
        link: `${services.config.origin}/settings/webhooks/${webhookId}`,
      },
      soon(services),
    ),
  );
  return sendNow(services, webhook, id ?? 0);
}

/** Sends once more what was sent or given up, under its id, and gives what came of it. Throws 404. */
export function sendAgain(
  services: DeliverServices,
  webhookId: number,
  id: number,
): Promise<WebhookDelivery> {
  const webhook = getWebhook(services, webhookId);
  write(services.db, () => {
    getDelivery(services, webhookId, id);
    setDelivery(services, id, { status: 'waiting', attempts: 0, dueAt: soon(services) });
  });
  return sendNow(services, webhook, id);
}
