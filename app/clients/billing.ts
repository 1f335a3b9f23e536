import type { Client } from '#db/schema.ts';
import type {
  BILLING_PER,
  BILLING_ROUNDINGS,
  BillingStep,
  INVOICE_DATES,
  INVOICE_LINES,
  INVOICE_PER,
  VAT_TREATMENTS,
} from '#db/words.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';

export const ROUNDING_LABELS: Record<(typeof BILLING_ROUNDINGS)[number], string> = {
  up: 'Up',
  nearest: 'To the nearest',
};

export const PER_LABELS: Record<(typeof BILLING_PER)[number], string> = {
  log: 'Each log',
  day: 'Each day and work type',
};

/** What can be typed of when an invoice is due. */
export const DUE_EXAMPLES = '14 days, or day 20 of next month';

/** A select's choices: what is sent, and what is read. */
export const BILLING_CHOICES = {
  billingStep: Object.entries({
    1: 'Not rounded',
    6: '6 minutes',
    10: '10 minutes',
    15: '15 minutes',
    30: '30 minutes',
  } satisfies Record<BillingStep, string>),
  billingRounding: Object.entries(ROUNDING_LABELS),
  billingPer: Object.entries(PER_LABELS),
  invoicePer: Object.entries({
    month: 'One invoice per month',
    period: 'One invoice per period',
    job: 'One invoice per job',
  } satisfies Record<(typeof INVOICE_PER)[number], string>),
  vatTreatment: Object.entries({
    organisation: 'As the organisation',
    zero: 'Zero-rated',
    exempt: 'Exempt',
    outside: 'Outside the scope',
    reverse: 'Reverse charge',
  } satisfies Record<(typeof VAT_TREATMENTS)[number], string>),
  invoiceDate: Object.entries({
    today: 'The day they are made',
    'month-end': 'The last day of their month',
  } satisfies Record<(typeof INVOICE_DATES)[number], string>),
  lines: Object.entries({
    log: 'Each log',
    day: 'Each day and work type',
    type: 'Each work type',
    job: 'Each job',
    one: 'One line for all time',
  } satisfies Record<(typeof INVOICE_LINES)[number], string>),
  showTimes: Object.entries({ false: 'Not shown', true: 'Shown where they are known' }),
};

/** The choices for a client: what is by job only where the client has jobs, or has chosen that already. */
export const choicesFor = (choices: [string, string][], hasJobs: boolean, now?: unknown) =>
  choices.filter(([value]) => value !== 'job' || hasJobs || now === 'job');

/** The value of one of these fields as a sentence shows it; any other text as it is. */
export function sayBilling(name: string, text: string): string {
  const choices = Object.entries(BILLING_CHOICES).find(([field]) => field === name)?.[1] ?? [];
  return choices.find(([value]) => value === text)?.[1] ?? text;
}

/** Of dates and lines, what is not as usual for this client, with what people call it. */
export function unusualBilling(client: Client): { label: string; value: string }[] {
  const { invoiceDate, dueIn, lines, smallestMinutes, lineText } = client;
  const values = [
    ['invoiceDate', invoiceDate === 'today' ? null : invoiceDate],
    ['dueIn', dueIn],
    ['lines', lines === 'log' ? null : lines],
    ['smallestMinutes', smallestMinutes],
    ['lineText', lineText],
  ] as const;
  return values.flatMap(([name, value]) =>
    value === null
      ? []
      : [{ label: CLIENT_FIELDS[name].label, value: sayBilling(name, String(value)) }],
  );
}
