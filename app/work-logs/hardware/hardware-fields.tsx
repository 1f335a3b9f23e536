import { getFieldsetProps, type FieldMetadata, type FormMetadata } from '@conform-to/react';
import type { ComponentProps } from 'react';
import { formatPounds, parsePlaces, PLACES } from '../../lib/money.ts';
import { TAX_CODES, type TaxCode } from '#db/words.ts';
import {
  codesFor,
  mismatchOf,
  TAX_CODE_LABELS,
  USUAL_VAT_RATE,
  itemTotal,
  itemVat,
  parsePercent,
  sayVat,
  sumVat,
  toPercent,
  type ItemPrice,
  NEW_ITEM,
  type ItemFormValues,
} from './item-prices.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PoundsField, TextAreaField } from '../../ui/more-fields.tsx';
import { textIn, type LiveText } from '../form/live-form.ts';
import type { WorkLogOptions } from '../form/log-form.server.ts';

type Item = FieldMetadata<ItemFormValues>;

/** The fields of a log's items. Submit buttons add and remove rows, so that this works without scripts. */
export function HardwareFields<Values extends Record<string, unknown>>({
  form,
  fields: { hardwareItems: field, workTypeId },
  live,
  options: { workTypes, hasVat },
}: {
  form: FormMetadata<Values>;
  fields: {
    hardwareItems: FieldMetadata<ItemFormValues[] | undefined>;
    workTypeId: FieldMetadata<string | undefined>;
  };
  live: LiveText;
  options: Pick<WorkLogOptions, 'workTypes' | 'hasVat'>;
}) {
  const chosen = workTypes.find(({ id }) => String(id) === textIn(live, workTypeId));
  // Without scripts nobody knows yet which type is chosen, and so what its items are called.
  const isOpen = chosen === undefined && workTypes.some(({ itemsName }) => itemsName);
  const name = isOpen ? '' : (chosen?.itemsName ?? 'Hardware');
  const items = field.getFieldList() as Item[];
  const prices = items.map((item) => readPrice(item, live));
  const complete = prices.filter((price) => price !== null);
  return (
    <fieldset
      className="hardware-fields"
      {...getFieldsetProps(field, { ariaAttributes: false })}
      aria-describedby={field.errors ? field.errorId : undefined}
    >
      <legend className="mb-1.5 text-sm font-medium">{chosen?.itemsName ?? `${name} Items`}</legend>
      {field.errors ? (
        <p id={field.errorId} data-error tabIndex={-1} className="text-sm text-danger">
          {field.errors.join(' ')}
        </p>
      ) : null}
      <ol className="grid gap-3">
        {items.map((item, index) => (
          <li key={item.key ?? item.name} className="grid gap-3 rounded-lg border border-line p-3">
            <ItemFields
              item={item}
              position={index + 1}
              price={prices[index] ?? null}
              live={live}
              chooseCode={(choice) => form.update.getButtonProps(choice)}
              hasVat={hasVat}
            />
            <div className="flex justify-end">
              <button
                className="button button-quiet-danger"
                {...form.remove.getButtonProps({ name: field.name, index })}
                form={undefined}
                aria-label={`Remove item ${index + 1}`}
              >
                Remove
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <button
          className="button button-secondary"
          aria-describedby={field.errors ? field.errorId : undefined}
          {...form.insert.getButtonProps({ name: field.name, defaultValue: NEW_ITEM })}
          form={undefined}
        >
          Add Item
        </button>
        {complete.length > 0 ? <Totals prices={complete} name={name} hasVat={hasVat} /> : null}
      </div>
    </fieldset>
  );
}

type ItemFieldsProps = {
  item: Item;
  position: number;
  price: ItemPrice | null;
  live: LiveText;
  chooseCode: (field: { name: string; value: string }) => ComponentProps<'button'>;
  hasVat: boolean;
};

function ItemFields({ item, position, price, live, chooseCode, hasVat }: ItemFieldsProps) {
  const fields = item.getFieldset();
  const rate = parsePercent(textIn(live, fields.vatRate));
  const isRefused =
    rate !== null && mismatchOf(codeIn(textIn(live, fields.taxCode)), rate) !== null;
  return (
    <div
      role="group"
      aria-label={`Item ${position}`}
      className="grid grid-cols-2 items-start gap-3 sm:grid-cols-6"
    >
      <input type="hidden" name={fields.id.name} defaultValue={fields.id.initialValue ?? ''} />
      <div className="col-span-2 sm:col-span-3">
        <TextField field={fields.itemName} label="Item Name" isRequired />
      </div>
      <div className="col-span-2 sm:col-span-3">
        <TextAreaField field={fields.description} label="Item Description" rows={2} />
      </div>
      <div>
        <TextField
          field={fields.quantity}
          label="Quantity"
          type="number"
          inputMode="decimal"
          min="0"
          step="any"
        />
      </div>
      <div className="sm:col-span-2">
        <PoundsField
          field={fields.unitPrice}
          label="Unit Price (£)"
          type="number"
          min="0"
          step="any"
        />
      </div>
      <div className="col-span-2 sm:col-span-3">
        <SelectField field={fields.vatIncluded} label="VAT">
          <option value="true">Included in price</option>
          <option value="false">Added to price</option>
        </SelectField>
      </div>
      <div className="col-span-2">
        <TextField
          field={fields.vatRate}
          label="VAT Rate (%)"
          type="number"
          inputMode="decimal"
          min="0"
          max="100"
          step="0.01"
        />
      </div>
      <div className="col-span-2 sm:col-span-4">
        <SelectField
          field={fields.taxCode}
          label="Tax Code"
          onChange={(event) => {
            setRateOf(event.currentTarget.value, fields.vatRate.id);
          }}
        >
          {TAX_CODES.map((code) => (
            <option key={code} value={code}>
              {TAX_CODE_LABELS[code]}
            </option>
          ))}
        </SelectField>
      </div>
      {isRefused && fields.vatRate.errors ? (
        <div className="col-span-full flex flex-wrap gap-2">
          {codesFor(rate).map((code) => (
            <button
              key={code}
              className="button button-secondary"
              {...chooseCode({ name: fields.taxCode.name, value: code })}
              form={undefined}
            >
              {`Use ${TAX_CODE_LABELS[code]}`}
            </button>
          ))}
        </div>
      ) : null}
      <output className="col-span-full text-sm text-muted tabular-nums">
        {price ? sayVat(itemVat(price, hasVat)) : 'Enter a price to see net, VAT and gross.'}
      </output>
    </div>
  );
}

type TotalsProps = { prices: ItemPrice[]; name: string; hasVat: boolean };

function Totals({ prices, name, hasVat }: TotalsProps) {
  const { net, vat, gross } = sumVat(prices.map((price) => itemVat(price, hasVat)));
  const total = prices.reduce((sum, price) => sum + itemTotal(price), 0);
  return (
    <dl
      className="grid grid-cols-[auto_auto] gap-x-4 text-right text-sm tabular-nums"
      aria-live="off"
    >
      <dt className="text-muted">Net</dt>
      <dd>{formatPounds(net)}</dd>
      <dt className="text-muted">VAT</dt>
      <dd>{formatPounds(vat)}</dd>
      <dt className="text-muted">Gross</dt>
      <dd>{formatPounds(gross)}</dd>
      <dt className="font-medium">{name} Total</dt>
      <dd className="font-medium">{formatPounds(total)}</dd>
    </dl>
  );
}

/** Sets the VAT rate to the usual one of a chosen tax code, unless the rate there fits it. */
function setRateOf(value: string, rateFieldId: string): void {
  const code = TAX_CODES.find((one) => one === value);
  const field = document.getElementById(rateFieldId);
  if (code === undefined || !(field instanceof HTMLInputElement)) return;
  const rate = parsePercent(field.value);
  if (rate !== null && mismatchOf(code, rate) === null) return;
  field.value = String(toPercent(USUAL_VAT_RATE[code]));
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The tax code in a field; the first of the list where it has none, as the field shows it. */
function codeIn(text: string): TaxCode {
  return TAX_CODES.find((code) => code === text) ?? TAX_CODES[0];
}

/** The price in a row of fields as they stand; null without a unit price above 0. */
function readPrice(item: Item, live: LiveText): ItemPrice | null {
  const fields = item.getFieldset();
  const textOf = (field: FieldMetadata<string | undefined>) => textIn(live, field);
  const quantityText = textOf(fields.quantity);
  const unitPriceInPlaces = parsePlaces(textOf(fields.unitPrice));
  const quantity = /^\d{0,6}(?:\.\d*)?$/.test(quantityText) ? parsePlaces(quantityText) : null;
  if (unitPriceInPlaces === null || unitPriceInPlaces === 0) return null;
  return {
    // What cannot be read, or is too much, is refused when the form is sent.
    quantityInPlaces: quantity === null || quantity === 0 ? PLACES : quantity,
    unitPriceInPlaces,
    vatIncluded: textOf(fields.vatIncluded) !== 'false',
    vatRateHundredths:
      parsePercent(textOf(fields.vatRate)) ?? USUAL_VAT_RATE[codeIn(textOf(fields.taxCode))],
  };
}
