import type { FormEvent } from 'react';
import { SelectField, type FieldState } from '../../ui/field.tsx';
import { PoundsField } from '../../ui/more-fields.tsx';
import { formatPounds } from '../../lib/money.ts';
import { CLIENT_RATES, clientRate, sayRate, type NamedRate, type RatedClient } from './rates.ts';

type RateSelectProps = {
  field: FieldState;
  client: RatedClient | null;
  /** The rate that applies by itself, as far as it is known. */
  usual: NamedRate | null;
  usualLabel?: string;
  /** Whether the form has a field for a typed rate that goes with this choice. */
  hasTyped?: boolean;
};

/** Chooses the rate: the one that applies by itself, one of the client's, or a typed one. */
export function RateSelect(props: RateSelectProps) {
  const { field, client, usual, usualLabel = 'Usual rate', hasTyped = false } = props;
  return (
    <SelectField field={field} label="Rate">
      <option value="">{usual ? sayRate(usual) : usualLabel}</option>
      {CLIENT_RATES.map((kind) => (
        <option key={kind} value={kind}>
          {labelOf(client, kind)}
        </option>
      ))}
      {hasTyped ? (
        <option value="typed" data-typed="">
          Typed
        </option>
      ) : null}
    </SelectField>
  );
}

function labelOf(client: RatedClient | null, kind: (typeof CLIENT_RATES)[number]): string {
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (!client) return `${name} rate of the client`;
  const rate = clientRate(client, kind);
  return rate ? `${name}: ${formatPounds(rate.ratePence)}` : `${name}: none`;
}

/** The field for a typed rate of a quick form, shown where Typed is chosen. */
export function TypedRateField({ field }: { field: FieldState }) {
  return (
    <div className="typed-rate">
      <PoundsField field={field} label="Hourly Rate (£)" />
    </div>
  );
}

/** Typing chooses Typed, and another choice empties the field; the server refuses a form that names two rates. */
export function keepOneRate({ currentTarget: form, target }: FormEvent<HTMLFormElement>): void {
  const choice = form.elements.namedItem('rateChoice');
  const typed = form.elements.namedItem('hourlyRate');
  if (!(choice instanceof HTMLSelectElement) || !(typed instanceof HTMLInputElement)) return;
  const isTyped = typed.value.trim() !== '';
  // A field that is only shown for Typed stays while it is emptied to type another rate.
  const isAlwaysShown = typed.closest('.typed-rate') === null;
  if (target === typed && isTyped) choice.value = 'typed';
  if (target === typed && !isTyped && isAlwaysShown) choice.value = '';
  if (target === choice && choice.value !== 'typed') typed.value = '';
}
