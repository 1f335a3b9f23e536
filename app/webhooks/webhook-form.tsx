import { useForm } from '@conform-to/react';
import type { FormReply } from '../http/form/form.server.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { DialogActions } from '../ui/dialog/route-dialog.tsx';
import { FieldErrors, TextField, type FieldState } from '../ui/field.tsx';
import { PostForm, type MadeFrom } from '../ui/form.tsx';
import { CheckboxField, ChoiceField, TextAreaField } from '../ui/more-fields.tsx';
import { CONTENT_TYPES, PLACEHOLDERS } from './body.ts';
import { ACTIONS, MISSED_EVENTS, RECORD_EVENTS } from './events.ts';
import type { webhookFormValues } from './webhooks-screen.server.ts';

const BODIES = [
  ['standard', 'Standard Webhooks (JSON)'],
  ['ntfy', 'ntfy'],
  ['apprise', 'Apprise API'],
  ['template', 'A template of your own'],
] as const;

type Values = ReturnType<typeof webhookFormValues>;

/** The fields of a webhook, for Add Webhook and Edit Webhook. */
export function WebhookForm({
  values,
  reply,
  hasAuthorization = false,
  submitLabel,
  ...ofForm
}: {
  values: Values;
  reply: FormReply | undefined;
  hasAuthorization?: boolean;
  submitLabel: string;
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
}) {
  const [form, fields] = useForm<Values>({
    id: 'webhook',
    lastResult: reply?.result,
    defaultValue: values,
  });
  const isWrong = [fields.template, fields.authorization].some(
    ({ errors }) => errors !== undefined,
  );
  const isOwn = isWrong || values.body === 'template';
  return (
    <PostForm form={form} {...ofForm} className="parts">
      <TextField field={fields.name} label="Name" isRequired autoFocus />
      <TextField
        field={fields.url}
        label="Address"
        isRequired
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        hint="Where events are sent. For ntfy the address of your topic, such as https://ntfy.sh/my-topic"
      />
      <Events field={fields.events} />
      <ChoiceField
        field={fields.body}
        label="What is sent"
        choices={BODIES}
        hint="ntfy and Apprise API come with a template, which can be changed afterwards"
      />
      <Disclosure title="Template and header" isOpen={isOwn}>
        <TextAreaField
          field={fields.template}
          label="Template"
          rows={6}
          spellCheck={false}
          hint={`Placeholders: ${PLACEHOLDERS.join(', ')}`}
        />
        <ChoiceField
          field={fields.contentType}
          label="Content type of your own template"
          choices={CONTENT_TYPES.map((type) => [type, type] as const)}
        />
        <TextField
          field={fields.authorization}
          label="Authorization header"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            hasAuthorization
              ? 'One is stored. Leave empty to keep it'
              : 'If the receiver wants one, such as Bearer tk_…'
          }
        />
        {hasAuthorization ? (
          <CheckboxField field={fields.forgetAuthorization} label="Remove the stored header" />
        ) : null}
      </Disclosure>
      <DialogActions>
        <Button>{submitLabel}</Button>
      </DialogActions>
    </PostForm>
  );
}

/** Boxes for what it is told of, of records and of what a person would miss. */
function Events({ field }: { field: FieldState }) {
  const { initialValue } = field;
  const chosen: unknown[] = [initialValue].flat();
  const ofRecords = chosen.filter(isOfRecord);
  const boxOf = (type: string, label: string) => (
    <label
      key={type}
      className="flex min-h-11 items-center gap-2 text-sm sm:min-h-8 pointer-coarse:min-h-11"
    >
      <input
        type="checkbox"
        className="size-5"
        name={field.name}
        value={type}
        defaultChecked={chosen.includes(type)}
        aria-describedby={field.errors ? field.errorId : undefined}
      />
      {label}
    </label>
  );
  return (
    <>
      <fieldset id={field.id} tabIndex={-1} data-error={field.errors ? '' : undefined}>
        <legend className="mb-1 text-sm font-semibold">What you might miss</legend>
        {MISSED_EVENTS.map(([type, label]) => boxOf(type, label))}
        <FieldErrors field={field} />
      </fieldset>
      <Disclosure title={ofRecords.length === 0 ? 'Records' : `Records (${ofRecords.length})`}>
        {RECORD_EVENTS.map(([kind, label]) => (
          <fieldset key={kind}>
            <legend className="text-sm font-medium">{label}</legend>
            <div className="flex flex-wrap gap-x-6">
              {ACTIONS.map((action) => boxOf(`${kind}.${action}`, action))}
            </div>
          </fieldset>
        ))}
      </Disclosure>
    </>
  );
}

const isOfRecord = (type: unknown) =>
  RECORD_EVENTS.some(([kind]) => ACTIONS.some((action) => type === `${kind}.${action}`));
