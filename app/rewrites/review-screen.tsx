import { Link } from '@remix-run/react';
import { Alert } from '../ui/alert.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EnterButton, PostForm, useIsSubmitting } from '../ui/form.tsx';
import { useIsHydrated } from '../ui/scripts/hydration.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressPanel } from '../ui/progress/progress-panel.tsx';
import { RewriteCard } from './rewrite-card.tsx';
import type { FormReply } from '../http/form/form.server.ts';
import type { Review } from './review.server.ts';

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
    <div className="grid gap-5">
      <PageHeader title="Review descriptions" subtitle={review.subtitle}>
        <ButtonLink to={review.back} variant="secondary">
          {review.backLabel}
        </ButtonLink>
      </PageHeader>
      <Progress {...review} />
      {again > 0 ? (
        <PostForm form={{ id: 'again' }} className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="intent" value="again" />
          <Button variant="secondary" disabled={isSubmitting}>
            {review.stopped ? 'Go on' : 'Try again'}
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
          Nothing changes before you use a new text. Facts are compared by rules, which cannot see
          everything: read before you use.
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
