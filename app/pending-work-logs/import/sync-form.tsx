import { Link } from '@remix-run/react';
import { useState } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
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
}: {
  id: string;
  /** Whether it is one line beside a title; a phone then syncs the days that it holds. */
  isLine?: boolean;
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
  const field = (name: keyof Range) => ({
    id: `${id}-${name}`,
    name,
    initialValue: given[name],
    errors: errorsOf(name),
    errorId: `${id}-${name}-error`,
    descriptionId: `${id}-${name}-description`,
  });
  return (
    <PostForm
      form={{ id, status: reply?.status, errors: reply?.error?.[''] ?? undefined }}
      action="/pending-work-logs/sync"
      preventScrollReset
      className="grid gap-3"
      onInput={(event) => {
        const data = new FormData(event.currentTarget);
        const textOf = (name: string) => {
          const value = data.get(name);
          return typeof value === 'string' ? value : '';
        };
        setTyped({ startDate: textOf('startDate'), endDate: textOf('endDate') });
      }}
    >
      <div className={isLine ? 'sync-line' : 'grid items-start gap-3 sm:flex sm:flex-wrap'}>
        <TextField field={field('startDate')} label="Start Date" type="date" />
        <TextField field={field('endDate')} label="End Date" type="date" />
        <div className="beside-fields">
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
          <Button disabled={isSubmitting || isWrong}>Sync with Todoist</Button>
        </div>
      </div>
    </PostForm>
  );
}
