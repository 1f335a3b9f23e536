import { Link } from '@remix-run/react';
import type { ReactNode, FormEvent } from 'react';
import { SelectField, type FieldState } from '../../ui/field.tsx';
import { formatPounds } from '../../lib/money.ts';
import type { NamedRate } from '../rates/rates.ts';
import type { WorkLogOptions } from './log-form.server.ts';
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

type WorkTypePickerProps = Omit<ClientPickerProps, 'autoFocus'> & {
  /** The rate that the form would charge, as far as it is known. */
  applied: NamedRate | null;
};

/** Chooses the work type. The style sheet shows the form's other fields by the `data-` attributes of the choice. */
export function WorkTypePicker({
  field,
  options,
  isRequired = true,
  applied,
}: WorkTypePickerProps) {
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

type ChoicesProps<Choice> = {
  all: Choice[];
  lastUsed: number[];
  children: (choice: Choice) => ReactNode;
};

/** The options of a long list: what was used last comes first. One that is taken in at one look is left as it is. */
function Choices<Choice extends { id: number }>({ all, lastUsed, children }: ChoicesProps<Choice>) {
  const first = lastUsed.flatMap((id) => all.filter((choice) => choice.id === id));
  if (all.length < 7 || first.length === 0) return <>{all.map(children)}</>;
  const others = all.filter((choice) => !first.includes(choice));
  return (
    <>
      <optgroup label="Used last">{first.map(children)}</optgroup>
      <optgroup label="All others">{others.map(children)}</optgroup>
    </>
  );
}

type LogFormFrameProps<Values extends Record<string, unknown>> = {
  form: FormMetadata<Values>;
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
  canSave: boolean;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** The form element around the fields of Add Log, Edit Log and the quick forms. */
export function LogFormFrame<Values extends Record<string, unknown>>({
  form,
  canSave,
  children,
  ...rest
}: LogFormFrameProps<Values>) {
  return (
    <FormProvider context={form.context}>
      <PostForm form={form} className="log-form grid gap-4" preventScrollReset {...rest}>
        <FormStateInput />
        <EnterButton disabled={!canSave} />
        {children}
      </PostForm>
    </FormProvider>
  );
}
