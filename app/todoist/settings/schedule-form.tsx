import { useFetcher } from '@remix-run/react';
import type { FormReply } from '../../http/form/form.server.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { CheckboxField } from '../../ui/more-fields.tsx';
import { PostForm } from '../../ui/form.tsx';
import { SCHEDULES, type Schedule } from './schedules.ts';

const LABELS: Record<Schedule, string> = {
  off: 'Off',
  hourly: 'Every hour',
  daily: 'Every day',
};

/**
 * The form for how often tasks are imported automatically. Without scripts, errors show on a page
 * of their own.
 */
export function ScheduleForm({
  id,
  schedule,
  whose,
  hasToken,
  reply,
}: {
  id: string;
  schedule: Schedule;
  whose: 'own' | 'everyone';
  hasToken: boolean;
  reply?: FormReply;
}) {
  const fetcher = useFetcher<FormReply>();
  const result = fetcher.data?.result ?? reply?.result;
  return (
    <PostForm
      form={{ id, status: result?.status }}
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
          errors: result?.error?.schedule ?? result?.error?.[''] ?? undefined,
          errorId: `${id}-error`,
          descriptionId: `${id}-description`,
        }}
        label="Automatic import"
        hint={hasToken ? undefined : 'Starts when there is a token.'}
      >
        {SCHEDULES.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        field={{
          id: `${id}-everyone`,
          name: 'everyone',
          initialValue: result?.initialValue?.everyone ?? (whose === 'everyone' ? 'on' : 'off'),
          errors: undefined,
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
