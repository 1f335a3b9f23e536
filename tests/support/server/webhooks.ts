import { createHmac, timingSafeEqual } from 'node:crypto';
import { afterEach, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { webhookDeliveries, webhooks } from '#db/schema.ts';
import {
  startWebhookReceiver,
  type Received,
  type WebhookReceiver,
} from '#sandbox/webhook-receiver.ts';
import { visibleText } from '../html.ts';
import type { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

/** The variable with which webhooks may go to a receiver on the loopback address. */
export const LOCAL = { WEBHOOKS_LOCAL: 'yes' };

/** A receiver of webhooks for each test of a file. */
export function useWebhookReceiver(): () => WebhookReceiver {
  let running: WebhookReceiver | null = null;
  beforeEach(async () => {
    running = await startWebhookReceiver();
  });
  afterEach(async () => {
    await running?.close();
  });
  return () => {
    if (!running) throw new Error('The receiver is not started yet');
    return running;
  };
}

/** The fields of the form of a webhook as somebody leaves most of them. */
export const formOf = (url: string, events: string[], more: Record<string, string> = {}) =>
  new URLSearchParams([
    ...Object.entries({
      ...{ name: 'Receiver', url, body: 'standard', contentType: 'application/json' },
      ...{ template: '', authorization: '', ...more },
    }),
    ...events.map((type) => ['events', type]),
  ]);

/** Adds a webhook by its form; gives its id, and the key that its page shows. */
export async function addWebhook(
  visitor: Visitor,
  url: string,
  events: string[],
  more: Record<string, string> = {},
): Promise<{ id: number; key: string }> {
  const answer = await visitor.post('/settings/webhooks/new', formOf(url, events, more));
  expect(answer.status, visibleText(answer.text)).toBe(303);
  const { text } = await visitor.get(answer.location ?? '');
  const key = /whsec_[\w+/=]+/.exec(text)?.[0] ?? '';
  expect(key).not.toBe('');
  return { id: Number(/\d+$/.exec(answer.location ?? '')?.[0]), key };
}

/** Has the server itself add a client, so that the history has it at once. */
export async function addClientBy(visitor: Visitor, name: string): Promise<void> {
  const client = { name, standardRate: '60.00', premiumRate: '90.00' };
  expect((await visitor.api('POST', '/api/clients', client)).status).toBe(201);
}

/** The rows of what was sent, the oldest first. */
export const deliveriesOf = ({ services }: TestServer) =>
  services.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id).all();

export const webhooksOf = ({ services }: TestServer) => services.db.select().from(webhooks).all();

const Body = z.strictObject({ type: z.string(), timestamp: z.iso.datetime(), data: z.unknown() });

/**
 * Checks a request as https://www.standardwebhooks.com has it: base64 after `whsec_` is the key, and one of the
 * signatures, which blanks separate, is HMAC-SHA256 of id, time in seconds and body with dots between. Gives the body.
 */
export function checkStandard(received: Received | undefined, key: string) {
  if (!received) throw new Error('Nothing was received');
  const { headers, body } = received;
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (typeof id !== 'string' || typeof timestamp !== 'string') throw new Error('Headers missing');
  expect(id).not.toContain('.');
  expect(timestamp).toMatch(/^\d{10}$/);
  const secret = Buffer.from(key.replace('whsec_', ''), 'base64');
  expect(secret.length).toBeGreaterThanOrEqual(24);
  expect(secret.length).toBeLessThanOrEqual(64);
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest();
  const signatures = String(headers['webhook-signature']).split(' ');
  const isSigned = signatures.some((text) => {
    const [version, signature = ''] = text.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === 32 && timingSafeEqual(given, expected);
  });
  expect(isSigned, 'The signature does not fit').toBe(true);
  return Body.parse(JSON.parse(body));
}
