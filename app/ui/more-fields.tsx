import { useRef, type ComponentProps } from 'react';
import {
  controlProps,
  FieldErrors,
  FieldFrame,
  initialText,
  SelectField,
  TextField,
  type Shared,
} from './field.tsx';
import { useTypedEarly } from './scripts/hydration.ts';

/*
 * The kinds of fields that only forms of records have: a file of its own, since Todoist Import needs none.
 */

/** An amount in pounds: a decimal keyboard on a phone, figures of equal width. */
export function PoundsField(props: Shared & ComponentProps<'input'>) {
  return <TextField inputMode="decimal" className="tabular-nums" {...props} />;
}

/** A duration (`lib/duration.ts`), with a phone's keyboard for text, since durations have letters. */
export function DurationField(props: Shared & ComponentProps<'input'>) {
  return <TextField autoCapitalize="none" spellCheck={false} className="tabular-nums" {...props} />;
}

type ChoiceFieldProps = Shared &
  ComponentProps<'select'> & { choices: readonly (readonly [value: string, text: string])[] };

/** A list of values, each with its text, after what else can be chosen. */
export function ChoiceField({ choices, children, ...select }: ChoiceFieldProps) {
  return (
    <SelectField {...select}>
      {children}
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** Several lines of text with their label, hint and errors. */
export function TextAreaField({
  field,
  label,
  hint,
  isRequired,
  rows = 3,
  ...textarea
}: Shared & ComponentProps<'textarea'>) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useTypedEarly(ref, field.id);
  return (
    <FieldFrame field={field} label={label} hint={hint} isRequired={isRequired}>
      <textarea
        ref={ref}
        rows={rows}
        className="control"
        defaultValue={initialText(field)}
        {...controlProps(field, hint)}
        {...textarea}
      />
    </FieldFrame>
  );
}

/** A checkbox with its label, hint and errors. */
export function CheckboxField({ field, label, hint, ...input }: Shared & ComponentProps<'input'>) {
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 items-center gap-3 text-sm font-medium sm:min-h-8 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-5"
          defaultChecked={field.initialValue === 'on'}
          {...controlProps(field, hint)}
          {...input}
        />
        {label}
      </label>
      {hint ? (
        <p id={field.descriptionId} className="pl-8 text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <FieldErrors field={field} />
    </div>
  );
}
