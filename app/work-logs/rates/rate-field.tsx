import { useEffect, type FormEvent } from 'react';
import { formatPounds, toDecimalString } from '../../lib/money.ts';
import { SelectField, type FieldState } from '../../ui/field.tsx';
import { PoundsField } from '../../ui/more-fields.tsx';
import { textIn, useLiveText } from '../form/live-form.ts';
import {
  chargedRate,
  choiceOf,
  filledRate,
  pairOf,
  ratedJob,
  sayCharged,
  type OwnRate,
  type RateTexts,
} from './rate-choice.ts';
import { chosenIn, NAMED_RATES, namedRate, type NamedRate, type RateOptions } from './rates.ts';

type Fields = Record<
  'clientId' | 'workTypeId' | 'rateChoice' | 'rateFilled' | 'rateFor',
  FieldState
> & {
  jobId?: FieldState;
  hardwareItems?: { getFieldList: () => { key?: string; name: string }[] };
};

/** What the form of a log says while somebody types. `figure` is the field of a typed rate; `own` is null for a new log. */
export function useLiveRate(
  formId: string,
  options: RateOptions,
  fields: Fields,
  figure: FieldState,
  own: OwnRate | null = null,
) {
  const rows = fields.hardwareItems?.getFieldList().map(({ key, name }) => key ?? name) ?? [];
  const figureName = figure.name;
  useEffect(() => {
    // Take in what was typed before the scripts ran.
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) follow(form, null, { figureName, options, own });
  }, [formId, figureName, options, own]);
  const { text, onInput } = useLiveText(formId, rows.join());
  const textOf = (field: { name: string; initialValue?: unknown }) => textIn(text, field);
  const texts: RateTexts = {
    clientId: textOf(fields.clientId),
    workTypeId: textOf(fields.workTypeId),
    jobId: ratedJob(options, fields.jobId && textOf(fields.jobId)),
    rateChoice: textOf(fields.rateChoice),
    rateFilled: textOf(fields.rateFilled),
    rateFor: textOf(fields.rateFor),
    rate: textOf(figure),
  };
  const charged = chargedRate(options, texts, own);
  return {
    text,
    textOf,
    itemCount: rows.length,
    charged,
    rate: { fields, figure, options, own, texts, charged },
    /** For the form, or for a part of it. */
    onInput: (event: FormEvent<HTMLElement>) => {
      const form = event.currentTarget.closest('form');
      if (form) follow(form, event.target, { figureName, options, own });
      onInput(event);
    },
  };
}

/** Typing chooses “Other…”; any other choice, and what it is for, fills in its rate. The server does the same (`followChoice`). */
function follow(
  form: HTMLFormElement,
  touched: EventTarget | null,
  { figureName, options, own }: { figureName: string; options: RateOptions; own: OwnRate | null },
): void {
  const figure = form.elements.namedItem(figureName);
  const select = form.elements.namedItem('rateChoice');
  const filled = form.elements.namedItem('rateFilled');
  const pair = form.elements.namedItem('rateFor');
  if (!(figure instanceof HTMLInputElement) || !(select instanceof HTMLSelectElement)) return;
  const shown = filled instanceof HTMLInputElement ? filled : null;
  const isTyped = touched === figure || (touched === null && figure.value !== shown?.value);
  if (isTyped && figure.value.trim() !== '') select.value = 'typed';
  const choice = choiceOf(Object.fromEntries(new FormData(form)), options);
  if (shown && pair instanceof HTMLInputElement && pair.value !== pairOf(choice)) {
    const rate = filledRate(options, choice, own);
    if (rate) [shown.value, pair.value] = [toDecimalString(rate.ratePence), pairOf(choice)];
  }
  if (select.value !== 'typed') figure.value = shown?.value ?? '';
}

const LABELS = {
  standard: 'Standard',
  premium: 'Premium',
  discounted: 'Discounted',
  'work-type': 'Work type',
};

/** The rate of a log: named prices, or “Other…” with its figure; and what will be charged, and why. */
export function RateField({
  fields,
  figure,
  options,
  own,
  texts,
  charged,
}: ReturnType<typeof useLiveRate>['rate']) {
  const { client, workType } = chosenIn(options, texts);
  const usual = filledRate(options, { ...texts, rateChoice: '' }, own);
  return (
    <div className="time-field">
      <SelectField
        field={fields.rateChoice}
        label="Rate"
        hint={
          charged ? (
            <span aria-live="polite">{sayCharged(charged, own, options.jobs !== undefined)}</span>
          ) : undefined
        }
      >
        <option value="">
          {usual ? priced(usual.name === own?.name ? 'No change' : 'Usual', usual) : 'Usual rate'}
        </option>
        {NAMED_RATES.map((kind) => (
          <option key={kind} value={kind}>
            {(kind === 'work-type' ? workType : client)
              ? priced(LABELS[kind], namedRate(kind, client, workType))
              : `${LABELS[kind]} rate${kind === 'work-type' ? '' : ' of the client'}`}
          </option>
        ))}
        <option value="typed" data-typed="">
          Other…
        </option>
      </SelectField>
      <div className="typed-rate mt-3">
        <PoundsField field={figure} label="Hourly Rate (£)" />
      </div>
      {own === null
        ? null
        : [fields.rateFilled, fields.rateFor].map((field) => (
            <input
              key={field.name}
              type="hidden"
              name={field.name}
              defaultValue={textIn({}, field)}
            />
          ))}
    </div>
  );
}

const priced = (label: string, rate: NamedRate | null) =>
  `${label}: ${rate ? formatPounds(rate.ratePence) : 'none'}`;
