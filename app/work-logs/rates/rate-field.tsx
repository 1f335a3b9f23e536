import { useEffect, useState, type FormEvent } from 'react';
import { parsePounds } from '../../lib/money.ts';
import type { FieldState } from '../../ui/field.tsx';
import { CheckboxField, PoundsField } from '../../ui/more-fields.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { textIn } from '../form/live-form.ts';
import { chosenIn, type NamedRate, type RateOptions } from './rates.ts';
import { RateSelect } from './rate-select.tsx';
import {
  choiceOf,
  describeRate,
  filledRate,
  isTypedRate,
  pairOf,
  type FilledRate,
  type OwnRate,
} from './rate-choice.ts';

type Fields = Record<
  'rate' | 'rateFilled' | 'rateFor' | 'rateKept' | 'rateChoice' | 'clientId' | 'workTypeId',
  FieldState
>;

/** The filled-in rate, its name, the choice it is for, and whether the rate was typed instead. */
type RateState = FilledRate & { pair: string; isTyped: boolean; clientId: string };

/** The rate field's state, from {@link useRate}. */
export type Rate = ReturnType<typeof useRate>;

/** Lets a filled-in rate follow the choice, and leaves a typed one alone. The server does the same (`followChoice`). */
export function useRate(formId: string, fields: Fields, options: RateOptions, own: OwnRate | null) {
  const [state, setState] = useState<RateState>(() => initialState(fields, options, own));

  const follow = (form: HTMLFormElement, touched: EventTarget | null) => {
    const rate = form.elements.namedItem(fields.rate.name);
    const box = form.elements.namedItem(fields.rateKept.name);
    if (!(rate instanceof HTMLInputElement) || !(box instanceof HTMLInputElement)) return;
    const select = form.elements.namedItem(fields.rateChoice.name);
    // The rate is one of the two: what was chosen last, or what was typed since.
    if (touched === select) box.checked = false;
    const isOther = touched === rate ? rate.value.trim() !== '' : touched === box && box.checked;
    if (isOther && select instanceof HTMLSelectElement) select.value = '';
    const choice = choiceOf(Object.fromEntries(new FormData(form)));
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
    const next = filled && isNewChoice ? { ...state, ...filled, pair: pairOf(choice) } : state;
    setState({ ...next, isTyped: box.checked, clientId: choice.clientId });
  };

  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isHydrated) return;
    // Take in what was typed before the scripts ran, as if it had just been typed.
    const form = document.getElementById(formId);
    form?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [formId, isHydrated]);

  return {
    fields,
    state,
    own,
    /** The rate that saving would charge, where the field for it holds this text. */
    charged: (text: string): NamedRate | null => {
      const ratePence = parsePounds(text === '' ? state.rate : text);
      return ratePence === null ? null : { ratePence, name: state.isTyped ? 'typed' : state.name };
    },
    onInput: (event: FormEvent<HTMLFormElement>) => {
      follow(event.currentTarget, event.target);
    },
  };
}

function initialState(fields: Fields, options: RateOptions, own: OwnRate | null): RateState {
  const choice = {
    clientId: textIn({}, fields.clientId),
    workTypeId: textIn({}, fields.workTypeId),
    rateChoice: textIn({}, fields.rateChoice),
  };
  return {
    clientId: choice.clientId,
    rate: textIn({}, fields.rateFilled),
    name: (own && filledRate(options, choice, own)?.name) ?? '',
    pair: textIn({}, fields.rateFor),
    isTyped: textIn({}, fields.rateKept) === 'on',
  };
}

type RateFieldProps = {
  rate: Rate;
  options: RateOptions;
};

/** The choice of a rate, the rate, where it comes from, and the box that keeps it. */
export function RateField({ rate: { fields, state, own }, options }: RateFieldProps) {
  const { rate, name, pair, isTyped, clientId } = state;
  return (
    <div className="grid gap-3">
      <RateSelect
        field={fields.rateChoice}
        client={chosenIn(options, { clientId, workTypeId: '' }).client}
        usual={null}
        usualLabel="As filled in below"
      />
      <PoundsField
        field={fields.rate}
        label="Hourly Rate (£)"
        placeholder={rate}
        hint={
          name === '' ? undefined : (
            <span aria-live="polite">
              {describeRate({ rate, name }, isTyped, own?.ratePence ?? null)}
            </span>
          )
        }
      />
      <CheckboxField field={fields.rateKept} label="Keep this rate" />
      <input type="hidden" name={fields.rateFilled.name} value={rate} />
      <input type="hidden" name={fields.rateFor.name} value={pair} />
    </div>
  );
}
