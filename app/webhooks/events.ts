import type { Services } from '../context.server.ts';

/** Kinds of records, by their names in the history, and what people call them. */
export const RECORD_EVENTS = [
  ['work-log', 'Work logs'],
  ['client', 'Clients'],
  ['job', 'Jobs'],
  ['work-type', 'Work types'],
  ['pending-work-log', 'Tasks in review'],
  ['invoice', 'Invoices'],
  ['rule', 'Rules'],
] as const;

/** What becomes of a record; one that is restored is made. */
export const ACTIONS = ['created', 'updated', 'deleted'] as const;

/** What a person would otherwise miss. */
export const MISSED_EVENTS = [
  ['import.failed', 'An import failed'],
  ['xero.sign-in', 'Xero needs a new sign-in'],
  ['backup.failed', 'A backup failed'],
  ['invoice.paid', 'An invoice was paid'],
  ['invoice.overdue', 'An invoice is overdue'],
  ['work.forgotten', 'Friday afternoon: work that may be forgotten'],
] as const;

export type MissedType = (typeof MISSED_EVENTS)[number][0];

/** Every event that a webhook may be told of. */
export const EVENT_TYPES: string[] = [
  ...RECORD_EVENTS.flatMap(([kind]) => ACTIONS.map((action) => `${kind}.${action}`)),
  ...MISSED_EVENTS.map(([type]) => type),
];

/** An event as it is told: the first three are the body of Standard Webhooks, the others are for templates. */
export type Told = {
  type: string;
  /** ISO: when it happened. */
  timestamp: string;
  data: unknown;
  title: string;
  text: string;
  /** The page of the product about it. */
  link: string;
};

/** Something that a person would miss. */
export type Fact = {
  /** Which of its type it is: a fact with the same key is the same, and is told once. */
  key: string;
  at: Date;
  title: string;
  text: string;
  /** The path of the page about it. */
  path: string;
  data: Record<string, unknown>;
};

/** Who looks for facts of a type; each stands in the room that knows them. */
export type Watch = { type: MissedType; look: (services: Services, since: Date) => Fact[] };
