import { z } from 'zod';
import type { Client } from '#db/schema.ts';
import { INVOICE_PER } from '#db/words.ts';
import { poNumberField } from '../../records/client-fields.ts';
import { optionalDay } from '../../lib/fields.ts';
import { discountField, type InvoiceChoice, type InvoiceChoices } from '../lines/choices.ts';
import type { InvoiceGroup } from '../lines/groups.ts';
import {
  ALL,
  CHOSEN_FIELD,
  dayName,
  discountName,
  dueDayName,
  INVOICE_KEY,
  invoicePerName,
  LONGEST_CHOICES,
  OFF,
  poNumberName,
  SHORTENED,
  vatName,
  WITHOUT,
} from './field-names.ts';
import { isLeftOut } from './plan.server.ts';
import { fieldReader, readAll, readVat, type ReadChoices } from './read-choices.server.ts';

/**
 * The address of the preview with these filters, and with what was chosen of these invoices: the review
 * of new texts leads back there. What is too long for an address is left out of it, which it says.
 */
export function previewAddress(
  search: string,
  groups: InvoiceGroup[],
  ofAll: InvoiceChoices['all'],
): string {
  const leftOut: [string, string][] = leftOutOf(groups);
  const { day, dueIn } = ofAll;
  const dates = Object.entries({ [dayName(ALL)]: day, [dueDayName(ALL)]: dueIn });
  const all = [
    ...leftOut,
    ...dates.flatMap(([name, text]): [string, string][] => (text === null ? [] : [[name, text]])),
    ...groups.flatMap((group) => [...chosenOf(group), ...vatOf(group)]),
  ];
  const shortened: [string, string] = [SHORTENED, '1'];
  const [first] = [all, [...leftOut, shortened], [shortened]].filter(
    (some) => new URLSearchParams(some).toString().length <= LONGEST_CHOICES,
  );
  const text = new URLSearchParams([...new URLSearchParams(search), ...(first ?? [])]).toString();
  return `/work-logs/create-invoices${text ? `?${text}` : ''}`;
}

function leftOutOf(groups: InvoiceGroup[]): [string, string][] {
  const entries = groups.flatMap((group) =>
    group.entries.filter(({ goes }) => !goes || isLeftOut(group)),
  );
  const ids = entries.flatMap(({ logs }) => logs.map(({ id }) => id));
  return ids.length > 0 ? [[WITHOUT, ids.join('.')]] : [];
}

const vatOf = ({ entries }: InvoiceGroup) =>
  entries.flatMap(({ logs: [log], vat }): [string, string][] =>
    log && vat !== null ? [[vatName(log.id), vat]] : [],
  );

/** What was chosen for an invoice and differs from what it has by itself, by the names of the form's fields. */
export function chosenOf({ key, client, choice, invoicePer }: InvoiceGroup) {
  const chosen: [string, string][] = [];
  if (invoicePer !== client.invoicePer) chosen.push([invoicePerName(key), invoicePer]);
  if (choice === null) return chosen;
  const { day, dueDay, poNumber, discount } = choice;
  if (day !== null) chosen.push([dayName(key), day]);
  if (dueDay !== null) chosen.push([dueDayName(key), dueDay]);
  if (poNumber !== undefined) chosen.push([poNumberName(key), poNumber ?? '']);
  if (discount !== null) chosen.push([discountName(key), discount]);
  return chosen;
}

/** What an address says that a person chose, and whether that was all of it. */
export function choicesOfAddress({ searchParams }: URL): ReadChoices & { isShortened: boolean } {
  const ids = (searchParams.get(WITHOUT) ?? '').split('.').filter((id) => /^\d{1,15}$/.test(id));
  const issues = new Map<string, string>();
  const typed = new Map<string, string>();
  const invoices = new Map<string, InvoiceChoice>();
  const invoicePer = new Map<number, Client['invoicePer']>();
  const read = fieldReader(searchParams, { issues, typed });
  const off = (searchParams.get(OFF) ?? '').split('.').filter((key) => INVOICE_KEY.test(key));
  const named = [...searchParams.keys()].map((name) => CHOSEN_FIELD.exec(name)?.[1]);
  for (const key of [...off, ...named]) {
    if (key === undefined || key === ALL) continue;
    const per = read(invoicePerName(key), z.enum(INVOICE_PER).nullable(), null);
    if (per !== null) invoicePer.set(Number(key.split('-')[0]), per);
    invoices.set(key, {
      isLeftOut: off.includes(key),
      day: read(dayName(key), optionalDay, null),
      dueDay: read(dueDayName(key), optionalDay, null),
      poNumber: read(poNumberName(key), poNumberField.optional(), undefined),
      discount: read(discountName(key), discountField, null),
      keptPer: undefined,
    });
  }
  return {
    choices: {
      leftOut: new Set(ids.map(Number)),
      invoicePer,
      invoices,
      all: readAll(read),
      madeOn: null,
      vat: readVat(searchParams),
    },
    issues,
    typed,
    contactProblems: new Map(),
    open: new Set(),
    isDiscountChanged: false,
    isShortened: searchParams.has(SHORTENED),
  };
}
