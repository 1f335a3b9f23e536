import { Link } from '@remix-run/react';
import type { WordChange } from '../ai/compare/compare.server.ts';
import { WordChangesView } from '../ai/compare/word-changes-view.tsx';
import type { FormReply } from '../http/form/form.server.ts';
import { Alert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EnterButton, PostForm, useIsSubmitting } from '../ui/form.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressPanel } from '../ui/progress/progress-panel.tsx';
import { useIsHydrated } from '../ui/scripts/hydration.ts';
import type { Review, ReviewRow } from './review.server.ts';

/** Shows the new text of each description, to be used or not. Nothing is written before that. */
export function ReviewScreen({ reply, ...review }: Review & { reply: FormReply | undefined }) {
  const { isRunning, rows, shown, ready, again, oneTimeKey } = review;
  const result = reply?.result;
  // After an error, the boxes come back as they were ticked: one as a string, several as a list.
  const ticked = result && [result.initialValue?.used ?? []].flat();
  const isSubmitting = useIsSubmitting();
  const isHydrated = useIsHydrated();
  // Without scripts the page reloads while the batch runs, which would clear the ticks.
  const canChoose = !isRunning || isHydrated;
  const canUse = shown.length > 0 && !isRunning && ready > 0;
  return (
    <div className="parts">
      <PageHeader title="Review descriptions">
        <ButtonLink to={review.back} variant="secondary">
          {review.backLabel}
        </ButtonLink>
      </PageHeader>
      <p className="text-sm wrap-anywhere text-muted">{review.about}</p>
      <Progress {...review} />
      {again > 0 ? (
        <PostForm form={{ id: 'again' }} className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="intent" value="again" />
          <Button variant="secondary" disabled={isSubmitting}>
            {review.stopped ? 'Continue' : 'Try again'}
          </Button>
          <p className="text-sm text-muted">
            {again === 1 ? '1 description has' : `${again} descriptions have`} no new text to use.
          </p>
        </PostForm>
      ) : null}
      <PostForm
        form={{ id: 'review', status: result?.status, errors: result?.error?.[''] ?? undefined }}
        oneTimeKey={oneTimeKey}
        className="grid gap-4"
      >
        {canUse ? (
          <EnterButton name="intent" value="use" disabled={isSubmitting}>
            Use the selected texts
          </EnterButton>
        ) : null}
        {shown.map((rewrite) => (
          <input key={rewrite} type="hidden" name="shown" value={rewrite} />
        ))}
        <ul className="grid gap-4">
          {rows.map((row) => (
            <RewriteCard
              key={row.id}
              row={row}
              isTicked={ticked ? ticked.includes(String(row.id)) : row.warnings.length === 0}
              canChoose={canChoose}
              canRetry={again > 0}
            />
          ))}
        </ul>
        {shown.length > 0 && !isRunning ? (
          <div className="flex flex-wrap gap-2">
            {canUse ? (
              <Button name="intent" value="use" disabled={isSubmitting}>
                Use the selected texts
              </Button>
            ) : null}
            <Button name="intent" value="keep" variant="secondary" disabled={isSubmitting}>
              Keep all as they are
            </Button>
          </div>
        ) : null}
      </PostForm>
    </div>
  );
}

function Progress({ isRunning, progress, stopped }: Review) {
  return (
    <>
      <div className="grid gap-2">
        {isRunning ? (
          <ProgressPanel progress={progress} />
        ) : (
          <p role="status" className="text-sm font-medium tabular-nums">
            {progress}
          </p>
        )}
        <p className="text-sm text-muted">
          Read each new text before you use it. Facts are checked by rules, which cannot see
          everything.
        </p>
      </div>
      {stopped ? (
        <Alert variant="destructive" title="Stopped">
          {stopped.text}{' '}
          {stopped.leadsToSettings ? (
            <Link to="/settings#ai" className="link">
              Open Settings
            </Link>
          ) : null}
        </Alert>
      ) : null}
    </>
  );
}

const BADGES = {
  waiting: ['neutral', 'Waiting'],
  failed: ['warning', 'Not rewritten'],
  ready: ['accent', 'New text'],
  same: ['neutral', 'Nothing to change'],
  outdated: ['warning', 'Changed since'],
  closed: ['neutral', 'Cannot be changed'],
  accepted: ['success', 'Updated'],
  kept: ['neutral', 'Kept as it was'],
} as const;

type CardProps = {
  row: ReviewRow;
  isTicked: boolean;
  /** Whether a tick made now lasts until the form is sent. */
  canChoose: boolean;
  canRetry: boolean;
};

function RewriteCard({ row, isTicked, canChoose, canRetry }: CardProps) {
  const { title, details, before, changes, warnings, state, note } = row;
  const [tone, label] = BADGES[state];
  const heading = `rewrite-${row.id}`;
  return (
    <li
      aria-labelledby={heading}
      className="grid gap-3 rounded-lg border border-line bg-raised px-4 py-4 sm:px-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="card-titles">
          <h2 id={heading} className="text-base font-semibold wrap-anywhere">
            {title}
          </h2>
          {details ? <p className="text-sm text-muted wrap-anywhere">{details}</p> : null}
        </div>
        <Badge tone={tone}>{label}</Badge>
      </header>
      {changes && state !== 'same' ? (
        <div className="grid gap-3 md:grid-cols-2 md:gap-6">
          <Text name="Before" changes={changes.filter(({ kind }) => kind !== 'added')} />
          <Text name="After" changes={changes.filter(({ kind }) => kind !== 'removed')} />
        </div>
      ) : (
        <Text name="Now" changes={[{ kind: 'same', text: before }]} />
      )}
      {state === 'ready' && warnings.length > 0 ? <Warnings warnings={warnings} /> : null}
      {note ? <p className="text-sm wrap-anywhere">{note}</p> : null}
      {state === 'ready' && canChoose ? <Choice row={row} isTicked={isTicked} /> : null}
      {canRetry && (state === 'failed' || state === 'outdated') ? (
        <div>
          <button
            className="button button-secondary"
            name="intent"
            value={`again:${row.id}`}
            aria-describedby={heading}
          >
            Try again
          </button>
        </div>
      ) : null}
    </li>
  );
}

function Text({ name, changes }: { name: string; changes: WordChange[] }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-xs font-medium text-muted">{name}</h3>
      <WordChangesView changes={changes} />
    </div>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  return (
    <div className="rounded-lg bg-warning-tint px-3 py-2 text-sm">
      <p className="font-medium text-warning">Check this text before you use it</p>
      <ul>
        {warnings.map((warning) => (
          <li key={warning} className="wrap-anywhere">
            {warning}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Choice({ row: { id, title, details }, isTicked }: Pick<CardProps, 'row' | 'isTicked'>) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 text-sm font-medium sm:min-h-9 pointer-coarse:min-h-11">
      <input type="checkbox" name="used" value={id} defaultChecked={isTicked} className="size-5" />
      <span>
        Use this text
        <span className="sr-only">
          {' '}
          for {title}, {details}
        </span>
      </span>
    </label>
  );
}
