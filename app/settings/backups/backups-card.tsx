import { Form } from '@remix-run/react';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormToken } from '../../ui/form.tsx';

/** What the card shows. */
export type BackupsCardData = {
  /** Whether one is made each day. */
  isDaily: boolean;
  isLate: boolean;
  isBusy: boolean;
  failure: { at: string; reason: string } | null;
  retention: string;
  backups: { name: string; kind: string; madeAt: string; size: string }[];
};

/** The card in Settings for backups: the last one, all there are, and "Back up now". */
export function BackupsCard({
  isDaily,
  isLate,
  isBusy,
  failure,
  retention,
  backups,
}: BackupsCardData) {
  const [last] = backups;
  return (
    <Card
      id="backups"
      title="Backups"
      subtitle={last ? `Last backup: ${last.madeAt}` : 'No backups yet'}
      actions={
        <Badge tone={failure || isLate ? 'warning' : isDaily ? 'success' : 'neutral'}>
          {failure || isLate ? 'Needs attention' : isDaily ? 'Daily' : 'By hand only'}
        </Badge>
      }
    >
      <div className="grid gap-4">
        {failure ? (
          <Alert variant="destructive" title={`The backup of ${failure.at} failed`}>
            {failure.reason}
          </Alert>
        ) : null}
        <p className="text-sm text-muted">
          A backup holds everything but the secret key: keep that, and a backup, on another machine.{' '}
          {isDaily ? retention : 'The daily one is off (BACKUPS=off).'}
        </p>
        <Form method="post" action="/settings/backups" preventScrollReset>
          <FormToken />
          <Button variant="secondary">Back up now</Button>
          {isBusy ? <span className="ml-3 text-sm text-muted">One is being made.</span> : null}
        </Form>
        <p className="text-sm text-muted">
          {/* A plain link: the browser saves the file, and no script asks for it. */}
          <a href="/export.zip" className="link font-medium">
            Download everything
          </a>{' '}
          as one archive: CSV and JSON files of every list, and the database without its secrets.
        </p>
        {backups.length > 0 ? (
          <ul aria-label="Backups" className="divide-y divide-line border-t border-line text-sm">
            {backups.map(({ name, kind, madeAt, size }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                {/* A plain link: the browser saves the file, and no script asks for it. */}
                <a
                  href={`/settings/backups/${name}`}
                  download={name}
                  className="min-h-9 content-center underline underline-offset-2 pointer-coarse:min-h-11"
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
      </div>
    </Card>
  );
}
