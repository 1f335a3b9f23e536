import { Link } from '@remix-run/react';
import { useState, type ReactNode } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldState, TextField } from '../../ui/field.tsx';
import { PostForm, useIsSubmitting } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { checkRange } from './sync-range.ts';

type Range = { startDate: string; endDate: string };

/** The form for the days to sync. The server checks the days; scripts also check them at once. */
export function SyncForm({
  id,
  range,
  reply,
  isLine = false,
  isConnected = true,
  renderActions = (sync) => <div className="beside-fields">{sync}</div>,
}: {
  id: string;
  /** Whether it is one line beside a title; a phone then syncs the days that it holds. */
  isLine?: boolean;
  isConnected?: boolean;
  renderActions?: (sync: ReactNode) => ReactNode;
  range: Range;
  reply?: SubmissionResult;
}) {
  const given = { ...range, ...(reply?.initialValue as Partial<Range> | undefined) };
  const [typed, setTyped] = useState<Range | null>(null);
  const isSubmitting = useIsSubmitting();
  const isHydrated = useIsHydrated();
  const issues = typed ? checkRange(typed.startDate, typed.endDate) : null;
  const errorsOf = (name: keyof Range) => {
    if (!issues) return reply?.error?.[name] ?? undefined;
    const own = issues.filter(({ path }) => path === name).map(({ message }) => message);
    return own.length > 0 ? own : undefined;
  };
  const isWrong = isHydrated && Boolean(errorsOf('startDate') ?? errorsOf('endDate'));
  const field = (name: keyof Range) =>
    fieldState(`${id}-${name}`, name, given[name], errorsOf(name));
  return (
    <PostForm
      form={{ id, status: reply?.status, errors: reply?.error?.[''] ?? undefined }}
      action="/pending-work-logs/sync"
      preventScrollReset
      className={isLine ? 'sync-line' : 'parts'}
      onInput={(event) => {
        setTyped(Object.fromEntries(new FormData(event.currentTarget)) as Range);
      }}
    >
      {isConnected ? null : <NotConnected />}
      <TextField field={field('startDate')} label="Start Date" type="date" />
      <TextField field={field('endDate')} label="End Date" type="date" />
      {isLine ? (
        <Link
          to="/pending-work-logs/sync"
          discover="none"
          className="button button-secondary lg:hidden"
          preventScrollReset
        >
          <span className="icon icon-week size-4.5" />
          <span className="sr-only">Dates</span>
        </Link>
      ) : null}
      {renderActions(
        <Button disabled={isSubmitting || isWrong || !isConnected}>Sync with Todoist</Button>,
      )}
    </PostForm>
  );
}

/** Where there is nothing to sync with. */
export function NotConnected() {
  return (
    <Alert>
      Todoist is not connected.{' '}
      <Link to="/settings#todoist" className="link">
        Add your API token in Settings
      </Link>
      , then come back here.
    </Alert>
  );
}
