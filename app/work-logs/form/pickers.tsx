import { Link, useLocation } from '@remix-run/react';
import type { ReactNode, FormEvent } from 'react';
import { GroupedOptions, initialText, SelectField, type FieldState } from '../../ui/field.tsx';
import type { LiveText } from './live-form.ts';
import type { WorkLogOptions } from './log-form.server.ts';
import { FormProvider, FormStateInput, type FormMetadata } from '@conform-to/react';
import { leftForms } from '../../ui/scripts/left-forms.ts';
import { EnterButton, PostForm, type MadeFrom } from '../../ui/form.tsx';

type ClientPickerProps = {
  field: FieldState;
  options: WorkLogOptions;
  isRequired?: boolean;
  autoFocus?: boolean;
};

/** Chooses the client; with no clients yet, links to Add Client. */
export function ClientPicker({ field, options, isRequired = true, autoFocus }: ClientPickerProps) {
  const given = useGiven();
  return (
    <SelectField
      field={field}
      label="Client"
      isRequired={isRequired}
      autoFocus={autoFocus}
      defaultValue={[initialText(field), given.clientId].find(Boolean)}
      hint={options.clients.length === 0 ? <NewLink kind="client" /> : undefined}
    >
      <option value="">Select a client</option>
      <Choices all={options.clients} lastUsed={options.lastUsed.clients}>
        {({ id, name, label }) => (
          <option key={id} value={id}>
            {label ?? name}
          </option>
        )}
      </Choices>
    </SelectField>
  );
}

type WorkTypePickerProps = Omit<ClientPickerProps, 'autoFocus'> & { hint?: ReactNode };

/** Chooses the work type. The style sheet shows the form's other fields by the `data-` attributes of the choice. */
export function WorkTypePicker({ field, options, isRequired = true, hint }: WorkTypePickerProps) {
  const given = useGiven();
  return (
    <SelectField
      field={field}
      label="Work Type"
      isRequired={isRequired}
      defaultValue={[initialText(field), given.workTypeId].find(Boolean)}
      hint={options.workTypes.length === 0 ? <NewLink kind="workType" /> : hint}
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

type JobPickerProps = {
  field: FieldState;
  options: Pick<WorkLogOptions, 'jobs'>;
  live: LiveText;
  /** What the empty choice stands for. */
  none?: string;
  hint?: string;
};

/** Chooses a job: of all clients until scripts run, then of the chosen one. Nothing where there is none to choose. */
export function JobPicker({ field, options, live: { clientId }, none, hint }: JobPickerProps) {
  const { jobs = [] } = options;
  const offered = jobs.filter((job) => clientId === undefined || String(job.clientId) === clientId);
  if (offered.length === 0) return null;
  return (
    <SelectField field={field} label="Job" hint={hint}>
      <option value="">{none ?? 'No job'}</option>
      <GroupedOptions all={offered} groupOf={({ clientName }) => clientName} />
    </SelectField>
  );
}

const NEW = {
  client: { name: 'clientId', to: '/clients/new', text: 'New client…' },
  workType: { name: 'workTypeId', to: '/settings/work-types/new', text: 'New work type…' },
};

/** Leads to the dialog that makes a client or a work type, and back to this form, with what was typed, and it chosen. */
function NewLink({ kind }: { kind: keyof typeof NEW }) {
  const { pathname, search } = useLocation();
  const { name, to, text } = NEW[kind];
  const page = `${pathname}${search}`;
  return (
    <Link
      to={`${to}?back=${encodeURIComponent(page)}`}
      className="link inline-block py-1"
      onClick={() => {
        leftForms.comeBackTo(page);
        // What was chosen instead is not to come back.
        const select = document.querySelector<HTMLSelectElement>(`.log-form [name='${name}']`);
        for (const option of select?.options ?? []) option.selected = option.defaultSelected;
        select?.dispatchEvent(new Event('input', { bubbles: true }));
      }}
    >
      {text}
    </Link>
  );
}

/** For a client or a work type that its list does not offer. It stands before the fields, out of the way of Tab. */
export function NewLinks({ options: { clients, workTypes } }: { options: WorkLogOptions }) {
  return (
    <p className="flex flex-wrap justify-end text-xs">
      {clients.length > 0 ? <NewLink kind="client" /> : null}
      {workTypes.length > 0 ? (
        <span className="ml-4">
          <NewLink kind="workType" />
        </span>
      ) : null}
    </p>
  );
}

/** The client and the work type that the address of a form asks for. */
export function useGiven(): Partial<Record<'clientId' | 'workTypeId', string>> {
  const given = new URLSearchParams(useLocation().search);
  const asked = Object.entries(NEW).map(([kind, { name }]) => [name, given.get(kind)]);
  return Object.fromEntries(asked.filter(([, id]) => id !== null)) as Record<string, string>;
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
      <optgroup label="Recent">{first.map(children)}</optgroup>
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
