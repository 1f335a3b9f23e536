import { Form } from '@remix-run/react';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, PlainButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormToken } from '../../ui/form.tsx';
import type { readBackupsCard } from './backups-card.server.ts';

/** The card of backups: "Back up now", everything as one archive, the last backup and all there are. */
export function BackupsCard(props: ReturnType<typeof readBackupsCard>) {
  const { isDaily, isLate, isBusy, failure, retention, backups } = props;
  const [last] = backups;
  return (
    <Card
      id="backups"
      title="Backups"
      subtitle={last ? `Last backup: ${last.madeAt}` : 'No backups yet'}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {failure || isLate ? <Badge tone="warning">Needs attention</Badge> : null}
          {isDaily ? null : <Badge>By hand only</Badge>}
          <Form method="post" action="/settings/backups" preventScrollReset>
            <FormToken />
            <Button variant="secondary">Back up now</Button>
          </Form>
          {/* A plain link, like those below: the browser saves the file, and no script asks for it. */}
          <PlainButtonLink href="/export.zip" variant="secondary">
            Download everything
          </PlainButtonLink>
        </div>
      }
    >
      <div className="parts">
        {failure ? (
          <Alert variant="destructive" title={`The backup of ${failure.at} failed`}>
            {failure.reason}
          </Alert>
        ) : null}
        {isBusy ? <p className="text-muted">A backup is being made.</p> : null}
        {backups.length > 0 ? (
          <ul aria-label="Backups" className="divide-y divide-line">
            {backups.map(({ name, kind, madeAt, size }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4">
                <a
                  href={`/settings/backups/${name}`}
                  download={name}
                  className="link min-h-8 content-center pointer-coarse:min-h-11"
                >
                  <span className="sr-only">Download the backup of </span>
                  {madeAt}
                </a>
                <span className="text-muted">{kind}</span>
                <span className="ml-auto tabular-nums">{size}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="text-muted">
          A backup holds everything but the server’s secret key. Keep both on another machine;
          whoever runs the server can restore them. {isDaily ? retention : 'Daily backups are off.'}{' '}
          “Download everything” has each list as CSV and JSON, and the database without its secrets.
        </p>
      </div>
    </Card>
  );
}
