import { z } from 'zod';
import type { HardwareItem } from '#db/schema.ts';
import { TAX_CODES } from '#db/words.ts';
import { mismatchOf, USUAL_VAT_RATE, itemTotal, parsePercent, toPercent } from './item-prices.ts';
import { viewBy } from '../../lib/view-by.ts';
import {
  descriptionField,
  optionalFlag,
  optionalId,
  requiredLine,
  unitPriceField,
} from '../../lib/fields.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { parsePlaces, PLACES, placesText, toDecimalString } from '../../lib/money.ts';

const QUANTITY_RULE = 'Enter a number up to 100,000 with at most four decimals.';
const MOST = 100_000 * PLACES;
const VAT_RATE_RULE = 'Enter a VAT rate from 0 to 100 with at most two decimals.';

const COMES_TO_NOTHING =
  'This item comes to less than half a penny. Enter a higher quantity or unit price.';

const ITEM_RULE =
  'Each hardware item should be a JSON object, such as {"itemName": "Cable", "unitPrice": "3.50"}.';

/** The most items one log may have. */
export const MAX_ITEMS = 100;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const isNegative = (value: unknown) =>
  typeof value === 'number' ? value < 0 : typeof value === 'string' && value.trim().startsWith('-');

/** Ten-thousandths: `12.5` → 125000; 1 when left empty. What is below 0 counts as 0. */
const quantity = z
  .preprocess(
    (value) => {
      if (typeof value === 'string') return inPlainSigns(value) || '1';
      return isEmpty(value) ? '1' : typeof value === 'number' ? String(value) : value;
    },
    z
      .string(QUANTITY_RULE)
      .regex(/^-?(?=\.?\d)\d{0,9}(?:\.\d{0,4})?$/, QUANTITY_RULE)
      .transform((text) => parsePlaces(text) ?? 0)
      .refine((value) => value > 0, {
        message: 'All hardware items must have a quantity greater than 0',
        abort: true,
      })
      .refine((value) => value <= MOST, QUANTITY_RULE),
  )
  .meta({
    type: ['string', 'number'],
    pattern: '^\\d{1,5}(\\.\\d{1,4})?$',
    exclusiveMinimum: 0,
    maximum: MOST / PLACES,
    description: 'At most four decimals',
  });

/** Hundredths of a per cent: `17.5` → 1750; null when left empty. */
const vatRate = z
  .preprocess(
    (value) => (isEmpty(value) ? '' : typeof value === 'number' ? String(value) : value),
    z.string(VAT_RATE_RULE).transform((text, context) => {
      if (text === '') return null;
      const hundredths = parsePercent(text);
      if (hundredths !== null) return hundredths;
      context.addIssue({ code: 'custom', message: VAT_RATE_RULE });
      return z.NEVER;
    }),
  )
  .meta({
    type: ['string', 'number'],
    pattern: '^\\d{1,2}(\\.\\d{1,2})?$',
    minimum: 0,
    maximum: 100,
    description: 'Per cent, at most two decimals',
  });

const unitPrice = z
  .preprocess(
    (value) => (isNegative(value) ? '0' : value),
    unitPriceField.refine(
      (places) => places > 0,
      'All hardware items must have a unit price greater than 0',
    ),
  )
  .meta({ minimum: 1 });

const taxCode = z.preprocess(
  (value) => (isEmpty(value) ? 'OUTPUT2' : value),
  z.enum(TAX_CODES, `Choose one of ${TAX_CODES.join(', ')}.`),
);

/** One item, on the screen and through the API; quantity and unit price in ten-thousandths. Fields left empty take their defaults. */
export const HardwareItemInput = z
  .object(
    {
      /** The id of an existing item; null for a new one. */
      id: optionalId,
      itemName: requiredLine('All hardware items must have a name'),
      description: descriptionField,
      quantity,
      unitPrice,
      vatIncluded: optionalFlag.transform((value) => value ?? true),
      vatRate,
      taxCode,
    },
    ITEM_RULE,
  )
  .transform((item, context) => {
    const rate = item.vatRate ?? USUAL_VAT_RATE[item.taxCode];
    const mismatch = mismatchOf(item.taxCode, rate);
    if (mismatch) context.addIssue({ code: 'custom', path: ['vatRate'], message: mismatch });
    if (itemTotal(unitsOf(item)) === 0) {
      context.addIssue({ code: 'custom', path: ['unitPrice'], message: COMES_TO_NOTHING });
    }
    return { ...item, vatRate: rate };
  });
export type HardwareItemInput = z.output<typeof HardwareItemInput>;

const unitsOf = ({ quantity, unitPrice }: { quantity: number; unitPrice: number }) => ({
  quantityInPlaces: quantity,
  unitPriceInPlaces: unitPrice,
});

/** A log's list of items. */
export const HardwareItems = z
  .array(HardwareItemInput)
  .max(MAX_ITEMS, `One log has at most ${MAX_ITEMS} items.`);

/** Checks a list of items. The paths of the issues begin with `hardwareItems`. */
export function readItems(items: unknown[]) {
  const parsed = HardwareItems.safeParse(items);
  if (parsed.success) return { items: parsed.data, issues: null };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: ['hardwareItems', ...path].join('.'),
    message,
  }));
  return { items: null, issues };
}

/** The fields that have a default, which is for new items. */
const HAVE_DEFAULTS = ['quantity', 'vatIncluded', 'vatRate', 'taxCode'];

/** What a change of an item names; a new tax code without a VAT rate resets the rate to the code's own. */
export function changeOfItem(change: unknown, current: { taxCode: string }): unknown {
  if (typeof change !== 'object' || change === null) return change;
  const stays = ([name, value]: [string, unknown]) =>
    HAVE_DEFAULTS.includes(name) && isEmpty(value);
  const named: Record<string, unknown> = Object.fromEntries(
    Object.entries(change).filter((entry) => !stays(entry)),
  );
  const hasNewCode = 'taxCode' in named && named.taxCode !== current.taxCode;
  return hasNewCode && !('vatRate' in named) ? { ...named, vatRate: '' } : named;
}

/** The columns to store for an item. */
export function toItemColumns(input: HardwareItemInput) {
  return {
    itemName: input.itemName,
    description: input.description,
    ...unitsOf(input),
    vatIncluded: input.vatIncluded,
    vatRateHundredths: input.vatRate,
    taxCode: input.taxCode,
  };
}

/** An item as a log carries it. */
export type StoredItem = Omit<HardwareItem, 'workLogId' | 'createdAt' | 'updatedAt'>;

/** A hardware item as the API gives it: quantity a number, money in decimal strings, the VAT rate in per cent. */
export const toItemView = (item: StoredItem) => viewBy(VIEW, item);

const VIEW = {
  id: ({ id }) => id,
  itemName: ({ itemName }) => itemName,
  description: ({ description }) => description,
  quantity: ({ quantityInPlaces }) => quantityInPlaces / PLACES,
  unitPrice: ({ unitPriceInPlaces }) => placesText(unitPriceInPlaces, 2),
  totalPrice: (item) => toDecimalString(itemTotal(item)),
  vatIncluded: ({ vatIncluded }) => vatIncluded,
  vatRate: ({ vatRateHundredths }) => toPercent(vatRateHundredths),
  taxCode: ({ taxCode }) => taxCode,
} satisfies Record<string, (item: StoredItem) => unknown>;

/** The names of a hardware item's JSON. */
export const ITEM_JSON = Object.keys(VIEW);
