import type { Webhook } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { formatBritishMoment } from '../lib/calendar.ts';
import { oneOrSeveral } from '../lib/count.ts';
import type { Told } from './events.ts';
import { getWebhook, listDeliveries, listWebhooks, shownKey } from './webhooks.server.ts';

type ScreenServices = Pick<Services, 'db' | 'clock' | 'appSecret' | 'config'>;

const MOST_SHOWN = 50;

const STATES = {
  active: { label: 'Active', tone: 'success' },
  paused: { label: 'Paused', tone: 'warning' },
  ended: { label: 'Ended', tone: 'warning' },
} as const;

function stateOf({ state, reason, failingSince }: Webhook) {
  if (state === 'paused' && reason !== null) return { label: 'Failing', tone: 'warning' } as const;
  if (state === 'active' && failingSince) return { label: 'Retrying', tone: 'warning' } as const;
  return STATES[state];
}

/** The webhooks as their list shows them. */
export const loadWebhooks = (services: ScreenServices) =>
  listWebhooks(services).map((webhook) => {
    const [last] = listDeliveries(services, webhook.id, 1);
    const { timeZone } = services.config;
    return {
      id: webhook.id,
      name: webhook.name,
      host: new URL(webhook.url).host,
      events: oneOrSeveral(webhook.events.length, '1 event', '# events'),
      state: stateOf(webhook),
      reason: webhook.reason,
      last: last ? formatBritishMoment(last.createdAt, timeZone) : 'Nothing sent yet',
    };
  });

export type WebhookRow = ReturnType<typeof loadWebhooks>[number];

/** A webhook with its newest deliveries, as its page shows them. Throws 404. */
export function loadWebhook(services: ScreenServices, id: number) {
  const webhook = getWebhook(services, id);
  const say = (moment: Date) => formatBritishMoment(moment, services.config.timeZone);
  return {
    id,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events.join(', '),
    body: webhook.body,
    isActive: webhook.state === 'active',
    state: stateOf(webhook),
    reason: webhook.reason,
    key: shownKey(services, webhook),
    deliveries: listDeliveries(services, id, MOST_SHOWN).map((one) => ({
      id: one.id,
      when: say(one.createdAt),
      type: one.type,
      title: (JSON.parse(one.event) as Told).title,
      status: one.status,
      answered: one.answered,
      message: one.message,
      attempts: one.attempts,
      next: one.status === 'waiting' && one.dueAt && one.attempts > 0 ? say(one.dueAt) : null,
    })),
  };
}

export type WebhookPage = ReturnType<typeof loadWebhook>;

/** The first contents of the form's fields; null for a new webhook. */
export function webhookFormValues(webhook: Webhook | null) {
  return {
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    events: webhook?.events ?? [],
    body: webhook?.body ?? 'standard',
    contentType: webhook?.contentType ?? 'application/json',
    template: webhook?.template ?? '',
    authorization: '',
    forgetAuthorization: 'off',
  };
}
