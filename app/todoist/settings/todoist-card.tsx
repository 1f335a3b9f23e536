import { Form } from '@remix-run/react';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormToken } from '../../ui/form.tsx';
import type { ComponentProps } from 'react';
import { ScheduleForm } from './schedule-form.tsx';
import { TokenForm } from './token-form.tsx';

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
  /** Why the last automatic import failed. */
  trouble: { title: string; text: string } | null;
}) {
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
        {/* A new key after a save empties the form, so that the token does not stay in it. */}
        <TokenForm key={tokenVersion} id="todoist-token" hasToken={hasToken} />
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
        <div className="border-t border-line pt-4">
          <ScheduleForm id="todoist-schedule" madeFrom={scheduleFrom} hasToken={hasToken} />
          {trouble ? (
            <div className="mt-4">
              <Alert variant="destructive" title={trouble.title}>
                {trouble.text}
              </Alert>
            </div>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
