import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DELIVERY_STATUSES, WEBHOOK_BODIES, WEBHOOK_STATES } from '../words.ts';
import { id, instant, isOneOf, timestamps } from './columns.ts';

// Webhooks that go out, and what was sent with them (docs/decisions/0086-webhooks-out.md).

/** An address that is told of events. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: id(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** JSON: the types of the events that it is told of. */
    events: text('events', { mode: 'json' }).$type<string[]>().notNull(),
    body: text('body', { enum: WEBHOOK_BODIES }).notNull(),
    contentType: text('content_type').notNull(),
    /** What is sent, with placeholders; null for the standard body. */
    template: text('template'),
    /** Sealed: what signs, and the value of the header `Authorization`, if one is wanted. */
    signingKey: text('signing_key').notNull(),
    authorization: text('authorization'),
    /** Until when its page shows the key, unless somebody says before that it is noted; null: no more. */
    keyShownUntil: instant('key_shown_until'),
    state: text('state', { enum: WEBHOOK_STATES }).notNull().default('active'),
    /** A sentence for people: why the product itself paused it; null where a person did. */
    reason: text('reason'),
    /** The last entry of the history that it has been told of, or need not be. */
    toldEntry: integer('told_entry').notNull(),
    /** Since when it is told: nothing from before counts. */
    toldSince: instant('told_since').notNull(),
    /** The first failure since something last arrived; null where the last one arrived. */
    failingSince: instant('failing_since'),
    /** Until when nothing is sent, after a failure or since it asked for a pause. */
    heldUntil: instant('held_until'),
    /** Raised by each change that a person makes. */
    version: integer('version').notNull().default(1),
    ...timestamps(),
  },
  (table) => [
    check('webhooks_body', isOneOf(table.body, WEBHOOK_BODIES)),
    check('webhooks_state', isOneOf(table.state, WEBHOOK_STATES)),
  ],
);

/** What a webhook is told: a row from when it is known until 30 days later. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same each time that it is sent. */
    messageId: text('message_id').notNull(),
    /** What happened, so that nothing is told twice: `history:12`, `invoice.overdue:3`. */
    key: text('key').notNull(),
    /** JSON: the event (`Told` in app/webhooks/events.ts). */
    event: text('event').notNull(),
    type: text('type').notNull(),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is sent next; null once nobody will. */
    dueAt: instant('due_at'),
    triedAt: instant('tried_at'),
    /** What the last answer was: its status, null without one, and a sentence for people. */
    answered: integer('answered'),
    message: text('message'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('webhook_deliveries_status', isOneOf(table.status, DELIVERY_STATUSES)),
    uniqueIndex('webhook_deliveries_key').on(table.webhookId, table.key),
    index('webhook_deliveries_of').on(table.webhookId, table.id),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.dueAt)
      .where(sql`${table.status} = 'waiting'`),
    index('webhook_deliveries_created_at').on(table.createdAt),
  ],
);

export type Webhook = typeof webhooks.$inferSelect;
export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;
