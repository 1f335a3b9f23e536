import { useRef, type ComponentProps, type ReactNode } from 'react';
import { useTypedEarly } from './scripts/hydration.ts';

/** The part of conform's metadata that a field needs. */
export type FieldState = {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[] | undefined;
  errorId: string;
  descriptionId: string;
};

type Shared = {
  field: FieldState;
  label: string;
  hint?: ReactNode;
  /** Shows an asterisk; the server checks the rule. */
  isRequired?: boolean;
};

function describedBy(field: FieldState, hint: ReactNode): string | undefined {
  const ids = [hint ? field.descriptionId : '', field.errors ? field.errorId : ''];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** The attributes that tie a control to its label, its hint and its errors. */
export function controlProps(field: FieldState, hint?: ReactNode) {
  return {
    id: field.id,
    name: field.name,
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby': describedBy(field, hint),
  } as const;
}

function initialText(field: FieldState): string | undefined {
  return typeof field.initialValue === 'string' ? field.initialValue : undefined;
}

/** Label, control, hint and errors, one below the other. */
export function FieldFrame({
  field,
  label,
  hint,
  isRequired,
  children,
}: Shared & { children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={field.id} className="text-sm font-medium">
        {label}
        {isRequired ? ' *' : null}
      </label>
      {children}
      {hint ? (
        <p id={field.descriptionId} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <FieldErrors field={field} />
    </div>
  );
}

/** The errors of one field, with the id that its control's `aria-describedby` names. */
export function FieldErrors({ field }: { field: Pick<FieldState, 'errors' | 'errorId'> }) {
  if (!field.errors) return null;
  return (
    <p id={field.errorId} className="text-sm whitespace-pre-line text-danger">
      {field.errors.join(' ')}
    </p>
  );
}

/** A line of text with its label, hint and errors. */
export function TextField({
  field,
  label,
  hint,
  isRequired,
  className,
  ...input
}: Shared & ComponentProps<'input'>) {
  return (
    <FieldFrame field={field} label={label} hint={hint} isRequired={isRequired}>
      <input
        type="text"
        className={`control ${className ?? ''}`}
        defaultValue={initialText(field)}
        {...controlProps(field, hint)}
        {...input}
      />
    </FieldFrame>
  );
}

/*
 * No field of a form says autocomplete="off": it would be empty for somebody who comes back to the page.
 */

/** An amount in pounds: a decimal keyboard on a phone, figures of equal width. */
export function PoundsField(props: Shared & ComponentProps<'input'>) {
  return <TextField inputMode="decimal" className="tabular-nums" {...props} />;
}

/**
 * A duration (`lib/duration.ts`). The keyboard of a phone is the one for text, since durations have
 * letters.
 */
export function DurationField(props: Shared & ComponentProps<'input'>) {
  return <TextField autoCapitalize="none" spellCheck={false} className="tabular-nums" {...props} />;
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

/** A list of choices with its label, hint and errors. */
export function SelectField({
  field,
  label,
  hint,
  isRequired,
  children,
  ...select
}: Shared & ComponentProps<'select'>) {
  return (
    <FieldFrame field={field} label={label} hint={hint} isRequired={isRequired}>
      <select
        className="control"
        defaultValue={initialText(field)}
        {...controlProps(field, hint)}
        {...select}
      >
        {select.dangerouslySetInnerHTML ? undefined : children}
      </select>
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
          className="size-5 sm:size-4"
          defaultChecked={field.initialValue === 'on'}
          {...controlProps(field, hint)}
          {...input}
        />
        {label}
      </label>
      {hint ? (
        <p id={field.descriptionId} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <FieldErrors field={field} />
    </div>
  );
}
