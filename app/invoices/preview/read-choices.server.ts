import { z } from 'zod';
import type { Client } from '#db/schema.ts';
import { INVOICE_PER, type VatTreatment } from '#db/words.ts';
import { poNumberField, vatTreatmentField } from '../../records/client-fields.ts';
import { dueInField } from '../../lib/due-in.ts';
import { filledDay, optionalDay } from '../../lib/fields.ts';
import { printIds, readIds } from '../../lib/ids.ts';
import {
  anyInvoiceOf,
  discountField,
  type InvoiceChoice,
  type InvoiceChoices,
} from '../lines/choices.ts';
import {
  ALL,
  dayName,
  discountName,
  dueDayName,
  INVOICE_BOX,
  INVOICE_KEY,
  invoicePerName,
  LINE_BOX,
  poNumberName,
  PRESS,
  readPress,
  SHOWN_ROWS,
  shownName,
  VAT_FIELD,
} from './field-names.ts';

/** More lines than an invoice has. */
const MOST_IDS = 1_000_000;

/** Ids as `printIds` writes them. */
const idsField = z.string().transform((text, context) => {
  const ids = readIds(text, MOST_IDS);
  if (ids === null) context.addIssue('These are no ids.');
  return ids ?? [];
});

/** What the form showed of an invoice when it was made. */
const Shown = z.object({
  ids: idsField,
  /** For each of these that has several logs: the first log, and all logs that are billed with it. */
  together: z.array(z.tuple([z.number(), idsField])).default([]),
  clientId: z.number(),
  /** Its date, had none been chosen for it, and when it is due by the terms. */
  day: z.string(),
  termsDay: z.string(),
  poNumber: z.string(),
  discount: z.string().default(''),
  /** How the form grouped the client's months, and how the client's own setting does. */
  invoicePer: z.enum(INVOICE_PER),
  ownPer: z.enum(INVOICE_PER),
  /** Why a person must choose the client's contact, as Xero was last asked. */
  contactProblem: z.string().nullable(),
});
type Shown = z.output<typeof Shown>;
/** `isRow`: its lines were not on the page, so all of them go with it or none. */
type ShownInvoice = { key: string; shown: Shown & { isRow: boolean } };

/** The same of the invoices without lines on the page: each has one box, and nothing else can be chosen for it. */
const ShownRows = z.object({
  /** The day on which the page was made. */
  day: z.string(),
  /** The key of each, and the ids of its lines. */
  of: z.array(z.tuple([z.string(), idsField])),
  /** The key of each whose client's contact must be chosen, and why. */
  problems: z.array(z.tuple([z.string(), z.string()])).default([]),
});
type ShownRows = z.output<typeof ShownRows>;

/** What a person chose in the preview, and what was wrong with it, by the name of the field. */
export type ReadChoices = {
  choices: InvoiceChoices;
  issues: Map<string, string>;
  /** What was typed in the fields that are wrong. */
  typed: Map<string, string>;
  contactProblems: Map<number, string>;
  /** The invoices whose lines were on the page. */
  open: Set<string>;
  /** Whether a discount is another one than on the page, whose sums nobody has seen. */
  isDiscountChanged: boolean;
};

/**
 * Reads single fields of a form or an address by their schemas, and notes what is wrong. A field that is
 * not there, or is wrong, is as it was `otherwise`.
 */
export function fieldReader(
  form: { get: (name: string) => FormDataEntryValue | null },
  { issues, typed }: Pick<ReadChoices, 'issues' | 'typed'>,
) {
  return <Value>(name: string, schema: z.ZodType<Value>, otherwise: Value): Value => {
    const text = form.get(name);
    if (typeof text !== 'string') return otherwise;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    issues.set(name, parsed.error.issues[0]?.message ?? 'This could not be read.');
    typed.set(name, text);
    return otherwise;
  };
}

const SHOWN = 'shown-';

function shownIn(form: FormData, rows: ShownRows | null): ShownInvoice[] {
  return [...form].flatMap(([name, text]) => {
    if (name === SHOWN_ROWS) return rows ? shownAsRows(rows) : [];
    const key = name.startsWith(SHOWN) ? name.slice(SHOWN.length) : '';
    const shown = INVOICE_KEY.test(key) ? readJson(text, Shown) : null;
    return shown === null ? [] : [{ key, shown: { ...shown, isRow: false } }];
  });
}

function shownAsRows(rows: ShownRows): ShownInvoice[] {
  const problems = new Map(rows.problems);
  return rows.of.flatMap(([key, ids]) => {
    if (!INVOICE_KEY.test(key)) return [];
    const [clientId, of = ''] = key.split('-');
    const invoicePer = of === 'period' ? of : of.startsWith('job') ? 'job' : 'month';
    const shown = {
      ...{ isRow: true, ids, together: [], clientId: Number(clientId) },
      ...{ day: rows.day, termsDay: '', poNumber: '', discount: '' },
      ...({ invoicePer, ownPer: invoicePer } as const),
      contactProblem: problems.get(key) ?? null,
    };
    return [{ key, shown }];
  });
}

/** A field as the page shows it: what was typed, where that was wrong, with the reason. */
export function fieldOf(
  { typed, issues }: Pick<ReadChoices, 'issues' | 'typed'>,
  name: string,
  value: string,
  problem: string | null = null,
) {
  return { name, value: typed.get(name) ?? value, error: issues.get(name) ?? problem };
}

/** Reads the dates of all invoices. */
export function readAll(read: ReturnType<typeof fieldReader>): InvoiceChoices['all'] {
  return {
    day: read(dayName(ALL), optionalDay, null),
    dueIn: read(dueDayName(ALL), dueInField, null),
  };
}

/** Reads what a person chose in the form of a preview. A form without these fields chose nothing. */
export function readChoices(form: FormData): ReadChoices {
  const leftOut = new Set<number>();
  const invoicePer = new Map<number, Client['invoicePer']>();
  const invoices = new Map<string, InvoiceChoice>();
  const issues = new Map<string, string>();
  const typed = new Map<string, string>();
  const contactProblems = new Map<number, string>();
  const open = new Set<string>();
  const forms = new Map<number, ShownInvoice[]>();
  const isClosing = readPress(form.get(PRESS)).kind === 'close';
  // What is closed keeps the VAT that it had, which comes first.
  const vat = readVat(isClosing ? [...form].reverse() : form);
  const ticked = new Set(form.getAll(LINE_BOX));
  const going = new Set(form.getAll(INVOICE_BOX));
  const read = fieldReader(form, { issues, typed });
  const rows = readJson(form.get(SHOWN_ROWS), ShownRows);
  const all = readAll(read);
  let isDiscountChanged = false;
  for (const { key, shown } of shownIn(form, rows)) {
    const { clientId } = shown;
    if (!shown.isRow) open.add(key);
    for (const id of shown.isRow ? [] : shown.ids) {
      if (!ticked.has(String(id))) leaveOut(leftOut, shown, id);
    }
    if (shown.contactProblem !== null) contactProblems.set(clientId, shown.contactProblem);
    const per = read(invoicePerName(key), z.enum(INVOICE_PER), shown.invoicePer);
    // Each month of a client has this field. The one that was changed counts.
    if (per !== shown.invoicePer || !invoicePer.has(clientId)) invoicePer.set(clientId, per);
    const day = read(dayName(key), filledDay, shown.day);
    const ownDay = day === shown.day ? null : day;
    const dueDay = read(dueDayName(key), optionalDay, shown.termsDay);
    const poNumber = read(poNumberName(key), poNumberField, shown.poNumber || null);
    const discount = read(discountName(key), discountField, shown.discount || null);
    isDiscountChanged ||= (discount ?? '') !== shown.discount;
    // A due date that is the one by the terms follows the date; one that somebody chose stays.
    const ownDueDay = dueDay === shown.termsDay ? null : dueDay;
    if (day !== null && ownDueDay !== null && ownDueDay < day) {
      issues.set(dueDayName(key), 'The due date cannot be before the invoice date.');
      typed.set(dueDayName(key), ownDueDay);
    }
    invoices.set(key, {
      isLeftOut: !going.has(key),
      day: ownDay,
      dueDay: ownDueDay,
      poNumber: poNumber === (shown.poNumber || null) ? undefined : poNumber,
      discount,
      keptPer: undefined,
    });
    forms.set(clientId, [...(forms.get(clientId) ?? []), { key, shown }]);
  }
  for (const [clientId, some] of forms) {
    const keptPer = invoicePer.get(clientId);
    for (const { key, shown } of some) {
      const choice = invoices.get(key);
      if (choice) choice.keptPer = keptPer === shown.ownPer ? undefined : keptPer;
    }
    if (some.some(({ shown }) => shown.invoicePer !== keptPer)) {
      isDiscountChanged ||= some.some(({ key }) => invoices.get(key)?.discount);
      regroup(clientId, some, { leftOut, invoices });
    }
  }
  const madeOn = optionalDay.safeParse(rows?.day ?? null).data ?? null;
  const choices = { leftOut, invoicePer, invoices, all, madeOn, vat };
  return { choices, issues, typed, contactProblems, open, isDiscountChanged };
}

/** The VAT of lines that a form or an address says, the last of each line; what cannot be read counts as not chosen. */
export function readVat(fields: Iterable<[string, FormDataEntryValue]>): Map<number, VatTreatment> {
  const vat = new Map<number, VatTreatment>();
  for (const [name, value] of fields) {
    const [, id] = VAT_FIELD.exec(name) ?? [];
    const { data } = vatTreatmentField.safeParse(value);
    if (id !== undefined && data !== undefined) vat.set(Number(id), data);
  }
  return vat;
}

/** Whether the form's open line has another VAT than when it was opened. */
export function isVatChanged(form: FormData): boolean {
  const ofLines = [...form.keys()].filter((name) => VAT_FIELD.test(name));
  return ofLines.some((name) => new Set(form.getAll(name)).size > 1);
}

type Mutable = { leftOut: Set<number>; invoices: Map<string, InvoiceChoice> };

/**
 * Carries what was chosen over when a client's months are put together or taken apart: the first
 * dates and number that were chosen, and what was left out, which stays left out. A discount was for another sum.
 */
function regroup(clientId: number, some: ShownInvoice[], { leftOut, invoices }: Mutable): void {
  const chosen = some.flatMap(({ key }) => invoices.get(key) ?? []);
  const isLeftOut = chosen.every((choice) => choice.isLeftOut);
  for (const { key, shown } of some) {
    if (isLeftOut || invoices.get(key)?.isLeftOut !== true) continue;
    for (const id of shown.ids) leaveOut(leftOut, shown, id);
  }
  const best = chosen.find(({ poNumber }) => poNumber !== undefined) ?? chosen[0];
  if (best) invoices.set(anyInvoiceOf(clientId), { ...best, discount: null, isLeftOut });
}

/** Leaves out the log with this id, and all that are billed with it. */
function leaveOut(leftOut: Set<number>, { together }: Shown, first: number): void {
  const [, all = [first]] = together.find(([id]) => id === first) ?? [];
  for (const id of all) leftOut.add(id);
}

function readJson<Value>(text: FormDataEntryValue | null, schema: z.ZodType<Value>): Value | null {
  try {
    return typeof text === 'string' ? (schema.safeParse(JSON.parse(text)).data ?? null) : null;
  } catch {
    return null;
  }
}

/** The hidden field that says what the form shows of an invoice. */
export function writeShown(key: string, shown: Shown): { name: string; value: string } {
  const { ids, together, ...plain } = shown;
  const several = together.map(([first, all]) => [first, printIds(all)]);
  const value = JSON.stringify({ ...plain, ids: printIds(ids), together: several });
  return { name: shownName(key), value };
}

/** The hidden field that says what the form shows of the invoices whose lines are not on the page. */
export function writeShownRows(shown: ShownRows): { name: string; value: string } {
  const of = shown.of.map(([key, ids]) => [key, printIds(ids)]);
  return { name: SHOWN_ROWS, value: JSON.stringify({ ...shown, of }) };
}
