import { useFetcher } from '@remix-run/react';
import type { FormReply } from '../../http/form/form.server.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { CheckboxField } from '../../ui/more-fields.tsx';
import { PostForm } from '../../ui/form.tsx';
import { useNewestReply } from '../../ui/scripts/newest-reply.ts';
import { SCHEDULE_LABELS, SCHEDULES, type Schedule } from './schedules.ts';

/**
 * The form for how often tasks are imported automatically. Without scripts, errors show on a page
 * of their own.
 */
export function ScheduleForm({
  id,
  madeFrom,
  hasToken,
  reply,
}: {
  id: string;
  /** What is stored, its version, and the form's key. */
  madeFrom: {
    version: number;
    values: { schedule: Schedule; everyone: string };
    oneTimeKey: string;
  };
  hasToken: boolean;
  reply?: FormReply;
}) {
  const fetcher = useFetcher<FormReply>();
  const { newest, onSubmit } = useNewestReply(fetcher);
  const { result, remade } = newest ?? reply ?? {};
  const { schedule, everyone } = madeFrom.values;
  const errors = result?.error ?? {};
  // After a save, and when another window saved, the form is made anew.
  return (
    <PostForm
      key={remade ?? madeFrom.version}
      form={{
        id,
        onSubmit,
        status: result?.status,
        initialValue: result?.initialValue,
        errors: remade === undefined ? undefined : (errors[''] ?? undefined),
      }}
      madeFrom={madeFrom}
      oneTimeKey={madeFrom.oneTimeKey}
      via={fetcher}
      action="/settings/todoist/schedule"
      preventScrollReset
      className="grid justify-items-start gap-3"
    >
      <SelectField
        field={{
          id: `${id}-field`,
          name: 'schedule',
          initialValue: result?.initialValue?.schedule ?? schedule,
          errors: errors.schedule ?? (remade === undefined ? (errors[''] ?? undefined) : undefined),
          errorId: `${id}-error`,
          descriptionId: `${id}-description`,
        }}
        label="Automatic import"
        hint={hasToken ? undefined : 'Starts when there is a token.'}
      >
        {SCHEDULES.map((one) => (
          <option key={one} value={one}>
            {SCHEDULE_LABELS[one]}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        field={{
          id: `${id}-everyone`,
          name: 'everyone',
          initialValue: result?.initialValue?.everyone ?? everyone,
          errors: errors.everyone ?? undefined,
          errorId: `${id}-everyone-error`,
          descriptionId: `${id}-everyone-description`,
        }}
        label="Other people’s tasks too"
        hint="In shared projects only what you completed is imported otherwise."
      />
      <Button variant="secondary" disabled={fetcher.state !== 'idle'}>
        Save Schedule
      </Button>
    </PostForm>
  );
}
