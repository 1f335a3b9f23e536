import { Button, ButtonLink, PlainButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostForm } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { loadUnmatched } from './unmatched-screen.server.ts';

/** An invoice that only Xero knows: which work is on it, or that none here is. */
export function UnmatchedScreen(
  invoice: ReturnType<typeof loadUnmatched> & { oneTimeKey: string },
) {
  const { number, contact, day, total, says, url, lines, logs, isPutAside, oneTimeKey } = invoice;
  return (
    <div className="grid gap-5">
      <PageHeader title={number} subtitle={`${contact}, ${day}, ${total}. ${says}`}>
        <PlainButtonLink href={url} target="_blank" rel="noreferrer" variant="secondary">
          Open in Xero
        </PlainButtonLink>
      </PageHeader>
      <Card title="What it says">
        <ul className="grid gap-2 text-sm">
          {lines.map((line, index) => (
            <li key={index} className="flex justify-between gap-4">
              <span className="wrap-anywhere whitespace-pre-line">{line.description}</span>
              <span className="tabular-nums">{line.net}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="The work on it">
        <PostForm form={{ id: 'unmatched' }} oneTimeKey={oneTimeKey} className="grid gap-4">
          {logs.length === 0 ? (
            <p className="text-sm">
              No work that could be on it is free here. Link its contact to a client, or put it
              aside.
            </p>
          ) : (
            <fieldset className="grid gap-2 text-sm">
              <legend className="sr-only">Work on this invoice</legend>
              {logs.map((log) => (
                <label
                  key={log.id}
                  className="flex min-h-11 items-center gap-3 sm:min-h-8 pointer-coarse:min-h-11"
                >
                  <input type="checkbox" name="ids" value={log.id} defaultChecked={log.isTicked} />
                  <span className="grow wrap-anywhere">{log.name}</span>
                  <span className="tabular-nums">{log.amount}</span>
                </label>
              ))}
            </fieldset>
          )}
          <div className="flex flex-wrap gap-2">
            {logs.length > 0 ? (
              <Button name="press" value="take-up">
                This work is on it
              </Button>
            ) : null}
            {isPutAside ? null : (
              <Button name="press" value="put-aside" variant="danger">
                Put aside: no work here is on it
              </Button>
            )}
            <ButtonLink to="/reconciliation" variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </PostForm>
      </Card>
    </div>
  );
}
