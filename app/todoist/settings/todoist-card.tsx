import type { SubmissionResult } from '@conform-to/react';
import { Form, useFetcher } from '@remix-run/react';
import { useState } from 'react';
import { isMasked, MASKED_SECRET } from '../../lib/masked-secret.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormToken, PostForm } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/hydration.ts';
import { SCHEDULES, type Schedule } from './schedules.ts';

const SCHEDULE_LABELS: Record<Schedule, string> = {
  off: 'Off',
  hourly: 'Every hour',
  daily: 'Every day',
};

/** Settings: the connection to Todoist, Sync Now, and the automatic import. */
export function TodoistCard({ hasToken, schedule }: { hasToken: boolean; schedule: Schedule }) {
  return (
    <Card
      id="todoist"
      title="Todoist Integration"
      subtitle="Completed tasks become pending work logs"
      actions={
        <span className="flex gap-2">
          <Badge tone={hasToken ? 'success' : 'neutral'}>
            {hasToken ? 'Connected' : 'Not configured'}
          </Badge>
          <Badge tone={hasToken ? 'success' : 'neutral'}>{hasToken ? 'Active' : 'Inactive'}</Badge>
        </span>
      }
    >
      <div className="grid gap-5">
        <TokenForm id="todoist-token" hasToken={hasToken} />
        <div className="flex flex-wrap gap-2">
          <Form method="post" action="/settings/todoist/sync" preventScrollReset>
            <FormToken />
            <Button variant="secondary" disabled={!hasToken}>
              Sync Now
            </Button>
          </Form>
          {hasToken ? (
            <ButtonLink to="/settings/todoist/remove" variant="quiet-danger" preventScrollReset>
              Remove Token
            </ButtonLink>
          ) : null}
        </div>
        <ScheduleForm schedule={schedule} hasToken={hasToken} />
      </div>
    </Card>
  );
}

type TokenReply = { result: SubmissionResult };

/**
 * The API token. With scripts its errors show here, and nothing else on the screen moves;
 * without, on a page of its own.
 */
export function TokenForm({
  id,
  hasToken,
  reply,
}: {
  id: string;
  hasToken: boolean;
  reply?: TokenReply;
}) {
  const fetcher = useFetcher<TokenReply>();
  const isHydrated = useIsHydrated();
  const initial = hasToken ? MASKED_SECRET : '';
  const [typed, setTyped] = useState(initial);
  const result = fetcher.data?.result ?? reply?.result;
  const errors = result?.error?.apiToken ?? result?.error?.[''] ?? undefined;
  const isUnchanged = typed.trim() === '' || isMasked(typed);
  return (
    <PostForm
      form={{ id, status: result?.status }}
      via={fetcher}
      action="/settings/todoist/token"
      preventScrollReset
      className="grid max-w-xl gap-3"
    >
      <TextField
        field={{
          id: `${id}-field`,
          name: 'apiToken',
          initialValue: initial,
          errors: errors ?? undefined,
          errorId: `${id}-error`,
          descriptionId: `${id}-description`,
        }}
        label="API Token"
        hint="In Todoist: Settings, Integrations, Developer. It is kept sealed, and never shown again."
        type="password"
        autoComplete="off"
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <div>
        <Button disabled={(isHydrated && isUnchanged) || fetcher.state !== 'idle'}>Save</Button>
      </div>
    </PostForm>
  );
}

function ScheduleForm({ schedule, hasToken }: { schedule: Schedule; hasToken: boolean }) {
  return (
    <Form
      method="post"
      action="/settings/todoist/schedule"
      preventScrollReset
      className="flex flex-wrap items-start gap-3 border-t border-line pt-4"
    >
      <FormToken />
      <SelectField
        field={{
          id: 'todoist-schedule',
          name: 'schedule',
          initialValue: schedule,
          errorId: 'todoist-schedule-error',
          descriptionId: 'todoist-schedule-description',
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
      <div className="beside-fields">
        <Button variant="secondary">Save Schedule</Button>
      </div>
    </Form>
  );
}
