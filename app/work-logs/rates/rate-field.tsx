import { useEffect, useState, type FormEvent } from 'react';
import { CheckboxField, PoundsField, type FieldState } from '../../ui/field.tsx';
import {
  describeRate,
  filledRate,
  isTypedRate,
  pairOf,
  type Choice,
  type OwnRate,
  type RateOptions,
} from './rate-choice.ts';

type Fields = Record<
  'rate' | 'rateFilled' | 'rateFor' | 'rateKept' | 'clientId' | 'workTypeId',
  FieldState
>;

/** The filled-in rate, its name, the choice it is for, and whether the rate was typed instead. */
type RateState = { rate: string; name: string; pair: string; isTyped: boolean };

const textOf = ({ initialValue }: FieldState) =>
  typeof initialValue === 'string' ? initialValue : '';

/** The rate field's state, from {@link useRate}. */
export type Rate = ReturnType<typeof useRate>;

/**
 * Updates a filled-in rate when another client or work type is chosen, and leaves a typed rate
 * alone. Without scripts the server does the same (`followChoice`).
 */
export function useRate(formId: string, fields: Fields, options: RateOptions, own: OwnRate | null) {
  const [state, setState] = useState<RateState>(() => initialState(fields, options, own));

  const follow = (form: HTMLFormElement, touched: EventTarget | null) => {
    const rate = form.elements.namedItem(fields.rate.name);
    const box = form.elements.namedItem(fields.rateKept.name);
    if (!(rate instanceof HTMLInputElement) || !(box instanceof HTMLInputElement)) return;
    const choice = choiceIn(form);
    const filled = own && filledRate(options, choice, own);
    const isNewChoice = pairOf(choice) !== state.pair;
    if (touched === rate) box.checked = rate.value.trim() !== '';
    if (touched === form) {
      const isKept = box.checked;
      box.checked = isTypedRate({ rate: rate.value.trim(), filled: state.rate, isKept });
    }
    const isReleased = touched === box && !box.checked;
    const isEmptyAndKept = touched === box && box.checked && rate.value === '';
    const isFollowing = !box.checked && isNewChoice && touched !== rate;
    if (filled && (isReleased || isEmptyAndKept || isFollowing)) rate.value = filled.rate;
    const next = filled && isNewChoice ? { ...filled, pair: pairOf(choice) } : state;
    setState({ ...next, isTyped: box.checked });
  };

  useEffect(() => {
    // Take in what was typed before the scripts ran, as if it had just been typed.
    const form = document.getElementById(formId);
    form?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [formId]);

  return {
    fields,
    state,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      follow(event.currentTarget, event.target);
    },
  };
}

function initialState(fields: Fields, options: RateOptions, own: OwnRate | null): RateState {
  const choice = { clientId: textOf(fields.clientId), workTypeId: textOf(fields.workTypeId) };
  return {
    rate: textOf(fields.rateFilled),
    name: (own && filledRate(options, choice, own)?.name) ?? '',
    pair: textOf(fields.rateFor),
    isTyped: textOf(fields.rateKept) === 'on',
  };
}

function choiceIn(form: HTMLFormElement): Choice {
  const valueOf = (name: string) => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLSelectElement ? control.value : '';
  };
  return { clientId: valueOf('clientId'), workTypeId: valueOf('workTypeId') };
}

/** The rate, the hint where it comes from, and the checkbox that keeps it whatever is chosen. */
export function RateField({ rate: { fields, state } }: { rate: Rate }) {
  const { rate, name, pair, isTyped } = state;
  return (
    <div className="grid gap-1">
      <PoundsField
        field={fields.rate}
        label="Hourly Rate (£)"
        placeholder={rate}
        hint={
          name === '' ? undefined : (
            <span aria-live="polite">{describeRate({ rate, name }, isTyped)}</span>
          )
        }
      />
      <CheckboxField field={fields.rateKept} label="Keep this rate" />
      <input type="hidden" name={fields.rateFilled.name} value={rate} />
      <input type="hidden" name={fields.rateFor.name} value={pair} />
    </div>
  );
}
