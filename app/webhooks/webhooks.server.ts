import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { webhookDeliveries, webhooks, type Webhook, type WebhookDelivery } from '#db/schema.ts';
import { WEBHOOK_BODIES } from '#db/words.ts';
import type { Services } from '../context.server.ts';
import { lastEntry } from '../history/history.server.ts';
import type { PostedForm } from '../http/form/form.server.ts';
import { invalid, notFound } from '../lib/errors.ts';
import { optionalFlag, optionalText, requiredLine } from '../lib/fields.ts';
import { requireOwnKey, type SecretStore } from '../platform/secrets/key-check.server.ts';
import { seal, unseal } from '../platform/secrets/sealed.server.ts';
import { CONTENT_TYPES, wholeBody, wrongInBody } from './body.ts';
import { EVENT_TYPES } from './events.ts';
import { leadsInside } from './own-network.server.ts';
import { OWN_NETWORK } from './post.server.ts';

type Store = Pick<Services, 'db' | 'clock' | 'appSecret'>;

const KEY = 'webhook.signingKey';
const AUTHORIZATION = 'webhook.authorization';

/** For how long the page of a webhook shows a new key, in milliseconds. */
const KEY_SHOWN_FOR = 10 * 60_000;

const ADDRESS_RULE = 'Enter an address that begins with https:// or http://, without a password.';

function isAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username + password === '' && hostname !== '';
}

/** An empty `authorization` leaves the stored one as it is. */
const WebhookForm = z
  .object({
    name: requiredLine('Enter a name.', 100),
    url: requiredLine('Enter an address.', 2_000)
      .refine(isAddress, ADDRESS_RULE)
      .transform((text) => new URL(text).href),
    events: z.preprocess(
      (value: unknown): unknown => (value === undefined ? [] : [value].flat()),
      z.array(z.enum(EVENT_TYPES, 'There is no such event.')).min(1, 'Choose at least one event.'),
    ),
    body: z.enum(WEBHOOK_BODIES, 'Choose what is sent.'),
    contentType: z.enum(CONTENT_TYPES, 'Choose a content type.'),
    template: optionalText(10_000),
    authorization: optionalText(1_000).refine(
      (text) => text === null || /^[\x20-\x7e]+$/.test(text),
      'Enter one line of plain letters, figures and signs.',
    ),
    forgetAuthorization: optionalFlag,
  })
  .superRefine((input, context) => {
    const wrong = wrongInBody(input);
    if (wrong) context.addIssue({ code: 'custom', path: [wrong.path], message: wrong.message });
  })
  .transform(({ url, body, contentType, template, ...rest }) => ({
    ...rest,
    ...wholeBody({ url, body, contentType, template }),
  }));

/** The form of a webhook. */
export const FIELDS = { schema: WebhookForm, secrets: ['authorization'] };

const OTHER_SERVER =
  'The address is now that of another server: enter its header, or remove the stored one.';

type WebhookInput = z.output<typeof WebhookForm>;

/** Asks whether the address of a form may be saved; gives a function that throws 400 where it may not. */
export async function judgeAddress(
  { config }: Pick<Services, 'config'>,
  { submission }: PostedForm<WebhookInput>,
): Promise<() => void> {
  const isRefused =
    submission.status === 'success' &&
    !config.webhooksLocal &&
    (await leadsInside(submission.value.url));
  return () => {
    if (isRefused) throw invalid('url', OWN_NETWORK);
  };
}

/** All webhooks, by name. */
export const listWebhooks = ({ db }: Pick<Services, 'db'>): Webhook[] =>
  db.select().from(webhooks).orderBy(webhooks.name, webhooks.id).all();

/** The webhooks that are to be told of what happens. */
export const activeWebhooks = ({ db }: Pick<Services, 'db'>): Webhook[] =>
  db.select().from(webhooks).where(eq(webhooks.state, 'active')).all();

/** One webhook, or null. */
export const findWebhook = ({ db }: Pick<Services, 'db'>, id: number): Webhook | null =>
  db.select().from(webhooks).where(eq(webhooks.id, id)).get() ?? null;

/** One webhook. Throws 404. */
export function getWebhook(services: Pick<Services, 'db'>, id: number): Webhook {
  const webhook = findWebhook(services, id);
  if (!webhook) throw notFound('The webhook');
  return webhook;
}

/** The newest deliveries of a webhook, newest first. */
export const listDeliveries = ({ db }: Pick<Services, 'db'>, webhookId: number, most: number) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(most)
    .all();

/** A delivery of a webhook. Throws 404 for one that was cleared away. */
export function getDelivery(
  { db }: Pick<Services, 'db'>,
  webhookId: number,
  id: number,
): WebhookDelivery {
  const isIt = and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id));
  const delivery = db.select().from(webhookDeliveries).where(isIt).get();
  if (!delivery) throw notFound('The delivery');
  return delivery;
}

/** The webhooks that the product itself has paused, or whose receiver is gone. */
export const stoppedWebhooks = ({ db }: Pick<Services, 'db'>): Webhook[] =>
  db
    .select()
    .from(webhooks)
    .where(and(ne(webhooks.state, 'active'), isNotNull(webhooks.reason)))
    .orderBy(webhooks.name)
    .all();

/** From now on: nothing that happened before is told. */
const fromNow = (services: Store) => ({
  toldEntry: lastEntry(services),
  toldSince: services.clock(),
});

function newKey({ appSecret, clock }: Store) {
  const signingKey = seal(appSecret, KEY, `whsec_${randomBytes(32).toString('base64')}`);
  return { signingKey, keyShownUntil: new Date(clock().getTime() + KEY_SHOWN_FOR) };
}

/** What a webhook signs with, and what it shows its receiver; null while the server has another key than theirs. */
export function secretsOfWebhook(
  { appSecret }: Pick<Services, 'appSecret'>,
  webhook: Pick<Webhook, 'signingKey' | 'authorization'>,
): { signingKey: string; authorization: string | null } | null {
  const signingKey = unseal(appSecret, KEY, webhook.signingKey);
  const { authorization: sealed } = webhook;
  const authorization = sealed === null ? null : unseal(appSecret, AUTHORIZATION, sealed);
  if (signingKey === null || (sealed !== null && authorization === null)) return null;
  return { signingKey, authorization };
}

/** Adds a webhook, which is told of what happens from now on. Throws 409 while the server has another key. */
export function createWebhook(services: Store, input: WebhookInput): Webhook {
  const { db, clock } = services;
  const { name, url, events, body, contentType, template, authorization } = input;
  return write(db, () => {
    requireOwnKey(services);
    const now = clock();
    return db
      .insert(webhooks)
      .values({
        ...{ name, url, events, body, contentType, template },
        ...newKey(services),
        ...fromNow(services),
        authorization: authorization && seal(services.appSecret, AUTHORIZATION, authorization),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get();
  });
}

/**
 * Changes a webhook. The header that is stored does not go along to another server: throws 400 unless a form that leads
 * there has it again, or removes it. Throws 404, and 409 for a new header while the server has another key.
 */
export function updateWebhook(services: Store, id: number, input: WebhookInput): Webhook {
  const { authorization, forgetAuthorization, ...rest } = input;
  return write(services.db, () => {
    const stored = getWebhook(services, id);
    const isElsewhere = new URL(stored.url).origin !== new URL(input.url).origin;
    const keepsHeader = stored.authorization !== null && !authorization && !forgetAuthorization;
    if (isElsewhere && keepsHeader) throw invalid('authorization', OTHER_SERVER);
    const sealed = authorization && seal(services.appSecret, AUTHORIZATION, authorization);
    if (sealed) requireOwnKey(services);
    const header = sealed ? { authorization: sealed } : {};
    return change(services, id, {
      ...rest,
      ...(forgetAuthorization ? { authorization: null } : header),
      heldUntil: null,
    });
  });
}

function change(services: Store, id: number, values: Partial<Webhook>): Webhook {
  const { db, clock } = services;
  getWebhook(services, id);
  const raised = { version: sql`${webhooks.version} + 1`, updatedAt: clock() };
  return db
    .update(webhooks)
    .set({ ...values, ...raised })
    .where(eq(webhooks.id, id))
    .returning()
    .get();
}

/** Pauses a webhook: what happens meanwhile is not told. Throws 404. */
export const pauseWebhook = (services: Store, id: number): Webhook =>
  write(services.db, () => change(services, id, { state: 'paused', reason: null }));

/** Goes on with a webhook, which is told of what happens from now on, and of what waits still. Throws 404. */
export function resumeWebhook(services: Store, id: number): Webhook {
  return write(services.db, () => {
    const isActive = getWebhook(services, id).state === 'active';
    const fresh = { reason: null, failingSince: null, heldUntil: null };
    return change(services, id, {
      state: 'active',
      ...(isActive ? {} : { ...fresh, ...fromNow(services) }),
    });
  });
}

/** Makes a new signing key; what is sent from now on is signed with it. Throws 404, and 409 with another key. */
export function renewKey(services: Store, id: number): Webhook {
  return write(services.db, () => {
    requireOwnKey(services);
    return change(services, id, newKey(services));
  });
}

/** The key of a webhook for its page, while that may show it; else null. */
export function shownKey(services: Store, webhook: Webhook): string | null {
  const { keyShownUntil } = webhook;
  if (keyShownUntil === null || keyShownUntil <= services.clock()) return null;
  return secretsOfWebhook(services, webhook)?.signingKey ?? null;
}

/** Somebody has noted the key: it is not shown again. Throws 404. */
export const hideKey = (services: Store, id: number): Webhook =>
  write(services.db, () => change(services, id, { keyShownUntil: null }));

/** Deletes a webhook, and what waits to be sent with it. Throws 404. */
export function deleteWebhook(services: Store, id: number): void {
  write(services.db, () => {
    getWebhook(services, id);
    services.db.delete(webhooks).where(eq(webhooks.id, id)).run();
  });
}

/** What webhooks seal. */
export function secretWebhooks(services: Pick<Services, 'db'>): SecretStore {
  const { db } = services;
  const all = () => listWebhooks(services);
  return {
    names: () => (all().length === 0 ? [] : ['The keys of the webhooks']),
    sealed: () =>
      all().flatMap(({ signingKey, authorization }) => [
        { purpose: KEY, sealed: signingKey },
        ...(authorization === null ? [] : [{ purpose: AUTHORIZATION, sealed: authorization }]),
      ]),
    reseal: (resealed) => {
      for (const { id, signingKey, authorization } of all()) {
        const values = {
          signingKey: resealed(KEY, signingKey),
          authorization: authorization && resealed(AUTHORIZATION, authorization),
        };
        db.update(webhooks).set(values).where(eq(webhooks.id, id)).run();
      }
    },
    forget: () => {
      db.delete(webhooks).run();
    },
  };
}
