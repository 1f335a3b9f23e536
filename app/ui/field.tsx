import type { ComponentProps, ReactNode } from 'react';
import { oneLine } from '../lib/text.ts';

/** The part of conform's metadata that a field needs. */
export type FieldState = {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[] | undefined;
  errorId: string;
  descriptionId: string;
};

/** The state of a field that conform does not keep; the ids of its parts begin with its own. */
export const fieldState = (
  id: string,
  name: string,
  initialValue: unknown,
  errors?: string[] | null,
): FieldState => ({
  id,
  name,
  initialValue,
  errors: errors ?? undefined,
  errorId: `${id}-error`,
  descriptionId: `${id}-description`,
});

/** What every kind of field is given. */
export type Shared = {
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

/** The text that a field starts with. */
export function initialText(field: FieldState): string | undefined {
  return typeof field.initialValue === 'string' ? field.initialValue : undefined;
}

/** Label, control, hint and errors, one below the other. */
export function FieldFrame({
  field,
  label,
  hint,
  isRequired,
  className = 'field',
  children,
}: Shared & { className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={field.id}>
        {label}
        {isRequired ? ' *' : null}
      </label>
      {children}
      {hint ? (
        <p id={field.descriptionId} className="hint-line">
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
    <p id={field.errorId} className="text-sm wrap-anywhere whitespace-pre-line text-danger">
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
        // A browser takes breaks out without a space, and would save `AcmeLtd` for a text of two lines.
        defaultValue={oneLine(initialText(field) ?? '')}
        {...controlProps(field, hint)}
        {...input}
      />
    </FieldFrame>
  );
}

/*
 * No field of a form says autocomplete="off": it would be empty for somebody who comes back to the page.
 */

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

type GroupedOptionsProps<Choice> = { all: Choice[]; groupOf: (choice: Choice) => string };

/** A choice for each record, by its id, below the name of its group. */
export function GroupedOptions<Choice extends { id: number; name: string }>({
  all,
  groupOf,
}: GroupedOptionsProps<Choice>) {
  return [...new Set(all.map(groupOf))].map((group) => (
    <optgroup key={group} label={group}>
      {all
        .filter((choice) => groupOf(choice) === group)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </optgroup>
  ));
}
