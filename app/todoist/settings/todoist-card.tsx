import { Form, Link, useFetcher } from '@remix-run/react';
import { useCallback, useState, type ComponentProps } from 'react';
import type { FormReply } from '../../http/form/form.server.ts';
import { isMasked, MASKED_SECRET } from '../../http/form/masked-secret.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SaveButton } from '../../ui/dialog/route-dialog.tsx';
import { fieldState, SelectField, TextField } from '../../ui/field.tsx';
import { FormToken, PostForm, useNewestReply } from '../../ui/form.tsx';
import { CheckboxField } from '../../ui/more-fields.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { SCHEDULE_LABELS, SCHEDULES, type Schedule } from './schedules.ts';

/** The card in Settings for the connection to Todoist, Sync Now, and the automatic import. */
export function TodoistCard({
  hasToken,
  tokenVersion,
  scheduleFrom,
  trouble,
}: {
  hasToken: boolean;
  tokenVersion: string;
  scheduleFrom: ComponentProps<typeof ScheduleForm>['madeFrom'];
  trouble: { title: string; text: string } | null;
}) {
  return (
    <Card
      id="todoist"
      title="Todoist Integration"
      actions={
        <span className="flex gap-2">
          <Badge tone={hasToken ? 'success' : 'neutral'}>
            {hasToken ? 'Connected' : 'Not configured'}
          </Badge>
          <Badge tone={hasToken ? 'success' : 'neutral'}>{hasToken ? 'Active' : 'Inactive'}</Badge>
        </span>
      }
    >
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-3 lg:grid-cols-2">
        <div className="parts">
          {/* A new key after a save empties the form, so that the token does not stay in it. */}
          <TokenForm key={tokenVersion} id="todoist-token" hasToken={hasToken} />
          <div className="flex flex-wrap gap-2">
            <Form method="post" action="/settings/todoist/sync" preventScrollReset>
              <FormToken />
              <Button variant="secondary" disabled={!hasToken}>
                Sync Now
              </Button>
            </Form>
            <ButtonLink to="/settings/rules" variant="quiet">
              Rules
            </ButtonLink>
            {hasToken ? (
              <ButtonLink to="/settings/todoist/remove" variant="quiet-danger" preventScrollReset>
                Remove Token
              </ButtonLink>
            ) : null}
          </div>
          {hasToken ? (
            <p className="text-xs text-muted">
              Sync Now reads yesterday and today. Choose other days in{' '}
              <Link to="/pending-work-logs" className="link">
                Todoist Import
              </Link>
              .
            </p>
          ) : (
            <Link to="/connecting#todoist" className="link">
              Connecting Todoist, step by step
            </Link>
          )}
        </div>
        <div className="parts">
          <ScheduleForm id="todoist-schedule" madeFrom={scheduleFrom} hasToken={hasToken} />
          {trouble ? (
            <Alert variant="destructive" title={trouble.title}>
              {trouble.text}
            </Alert>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

const BESIDE = 'grid grid-cols-1 items-start gap-x-3 gap-y-2 sm:grid-cols-[1fr_auto]';

/** The form for the API token. Without scripts, errors show on a page of their own. */
export function TokenForm({
  id,
  hasToken,
  reply,
}: {
  id: string;
  hasToken: boolean;
  reply?: FormReply;
}) {
  const fetcher = useFetcher<FormReply>();
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState('');
  const readTyped = useCallback((element: HTMLFormElement) => {
    const text = new FormData(element).get('apiToken');
    if (typeof text === 'string') setTyped(text);
  }, []);
  const result = fetcher.data?.result ?? reply?.result;
  const errors = result?.error?.apiToken ?? result?.error?.[''] ?? undefined;
  const isUnchanged = typed.trim() === '' || isMasked(typed);
  return (
    <PostForm
      form={{ id, status: result?.status }}
      via={fetcher}
      action="/settings/todoist/token"
      onStart={readTyped}
      preventScrollReset
      className={BESIDE}
    >
      <TextField
        field={fieldState(`${id}-field`, 'apiToken', hasToken ? MASKED_SECRET : '', errors)}
        label="API Token"
        hint="In Todoist: Settings, Integrations, Developer. Stored encrypted, never shown"
        type="password"
        autoComplete="off"
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <SaveButton disabled={(isHydrated && isUnchanged) || fetcher.state !== 'idle'}>
        Save
      </SaveButton>
    </PostForm>
  );
}

/** The form for the automatic import. Without scripts, errors show on a page of their own. */
export function ScheduleForm({
  id,
  madeFrom,
  hasToken,
  reply,
}: {
  id: string;
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
      className={BESIDE}
    >
      <div className="grid min-w-0 gap-1">
        <SelectField
          field={fieldState(
            `${id}-field`,
            'schedule',
            result?.initialValue?.schedule ?? schedule,
            errors.schedule ?? (remade === undefined ? errors[''] : undefined),
          )}
          label="Automatic import"
          hint={hasToken ? undefined : 'Starts once there is a token'}
        >
          {SCHEDULES.map((one) => (
            <option key={one} value={one}>
              {SCHEDULE_LABELS[one]}
            </option>
          ))}
        </SelectField>
        <CheckboxField
          field={fieldState(
            `${id}-everyone-field`,
            'everyone',
            result?.initialValue?.everyone ?? everyone,
            errors.everyone,
          )}
          label="Other people’s tasks too"
          hint="Include tasks others completed in shared projects"
        />
      </div>
      <SaveButton disabled={fetcher.state !== 'idle'}>Save Schedule</SaveButton>
    </PostForm>
  );
}
