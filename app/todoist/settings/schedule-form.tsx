import { useFetcher } from '@remix-run/react';
import type { FormReply } from '../../http/form.server.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
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
  hasToken,
  reply,
}: {
  id: string;
  schedule: Schedule;
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
      className="flex flex-wrap items-start gap-3"
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
      <div className="beside-fields">
        <Button variant="secondary" disabled={fetcher.state !== 'idle'}>
          Save Schedule
        </Button>
      </div>
    </PostForm>
  );
}
