import { Link } from '@remix-run/react';
import type { ReactNode, FormEvent } from 'react';
import { SelectField, type FieldState } from '../../ui/field.tsx';
import { formatPounds } from '../../lib/money.ts';
import type { NamedRate } from '../rates/rates.ts';
import type { WorkLogOptions } from './form-options.server.ts';
import { FormProvider, FormStateInput, type FormMetadata } from '@conform-to/react';
import { EnterButton, PostForm, type MadeFrom } from '../../ui/form.tsx';

type ClientPickerProps = {
  field: FieldState;
  options: WorkLogOptions;
  isRequired?: boolean;
  autoFocus?: boolean;
};

/** Chooses the client; with no clients yet, links to Add Client. */
export function ClientPicker({ field, options, isRequired = true, autoFocus }: ClientPickerProps) {
  return (
    <SelectField
      field={field}
      label="Client"
      isRequired={isRequired}
      autoFocus={autoFocus}
      hint={
        options.clients.length === 0 ? <AddFirstLink kind="client" to="/clients/new" /> : undefined
      }
    >
      <option value="">Select a client</option>
      <Choices all={options.clients} lastUsed={options.lastUsed.clients}>
        {({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        )}
      </Choices>
    </SelectField>
  );
}

/** Chooses the work type. The style sheet shows the form's other fields by the `data-` attributes of the choice. */
export function WorkTypePicker({
  field,
  options,
  isRequired = true,
  applied,
}: {
  field: FieldState;
  options: WorkLogOptions;
  isRequired?: boolean;
  /** The rate that the form would charge, as far as it is known. */
  applied: NamedRate | null;
}) {
  return (
    <SelectField
      field={field}
      label="Work Type"
      isRequired={isRequired}
      hint={
        options.workTypes.length === 0 ? (
          <AddFirstLink kind="work type" to="/settings/work-types/new" />
        ) : applied && !field.errors ? (
          // The list says what the work type costs; the client may pay something else.
          <span aria-live="polite">
            {formatPounds(applied.ratePence)}/hr applies: {applied.name}
          </span>
        ) : undefined
      }
    >
      <option value="">Select a work type</option>
      <Choices all={options.workTypes} lastUsed={options.lastUsed.workTypes}>
        {({ id, label, isOnSite, isHardware }) => (
          <option
            key={id}
            value={id}
            data-on-site={isOnSite ? '' : undefined}
            data-hardware={isHardware ? '' : undefined}
          >
            {label}
          </option>
        )}
      </Choices>
    </SelectField>
  );
}

function AddFirstLink({ kind, to }: { kind: string; to: string }) {
  return (
    <>
      There is none yet.{' '}
      <Link to={to} className="link">
        Add your first {kind}
      </Link>
    </>
  );
}

/** The options of a long list: what was used last comes first. A short list is left as it is. */
function Choices<Choice extends { id: number }>({
  all,
  lastUsed,
  children,
}: {
  all: Choice[];
  lastUsed: number[];
  children: (choice: Choice) => ReactNode;
}) {
  const first = lastUsed.flatMap((id) => all.filter((choice) => choice.id === id));
  if (all.length < SHORT_LIST || first.length === 0) return <>{all.map(children)}</>;
  const others = all.filter((choice) => !first.includes(choice));
  return (
    <>
      <optgroup label="Used last">{first.map(children)}</optgroup>
      <optgroup label="All others">{others.map(children)}</optgroup>
    </>
  );
}

/** A list with fewer choices is taken in at one look. */
const SHORT_LIST = 7;

/** The form element around the fields of Add Log, Edit Log and the quick forms. */
export function LogFormFrame<Values extends Record<string, unknown>>({
  form,
  oneTimeKey,
  madeFrom,
  action,
  canSave,
  onInput,
  children,
}: {
  form: FormMetadata<Values>;
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
  action?: string;
  canSave: boolean;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}) {
  return (
    <FormProvider context={form.context}>
      <PostForm
        form={form}
        oneTimeKey={oneTimeKey}
        madeFrom={madeFrom}
        action={action}
        className="log-form grid gap-4"
        onInput={onInput}
        preventScrollReset
      >
        <FormStateInput />
        <EnterButton disabled={!canSave} />
        {children}
      </PostForm>
    </FormProvider>
  );
}
