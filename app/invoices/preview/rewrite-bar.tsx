import { Link } from '@remix-run/react';
import { Button } from '../../ui/button.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import type { Preview } from './preview.server.ts';

/** The address of the preview, where the review of the new texts leads back to. */
export function previewAddress(search: string): string {
  return `/work-logs/create-invoices${search ? `?${search}` : ''}`;
}

type BarProps = Pick<Preview, 'rewrite' | 'search'> & {
  /** How many lines are selected, once scripts count them. */
  selected: number;
  onSelect: (isSelected: boolean) => void;
};

/**
 * Sends the selected descriptions to be rewritten before they go on invoices. The lines below
 * belong to the same form.
 */
export function RewriteBar({ rewrite, search, selected, onSelect }: BarProps) {
  const { isConfigured, count, most } = rewrite;
  const isHydrated = useIsHydrated();
  const isSubmitting = useIsSubmitting();
  if (count === 0) return null;
  if (!isConfigured) {
    return (
      <p className="text-sm text-muted">
        To have descriptions rewritten for these invoices,{' '}
        <Link to="/settings#ai" className="link">
          set up the AI helper in Settings
        </Link>
        .
      </p>
    );
  }
  const here = previewAddress(search);
  const isSelected = isHydrated ? selected >= Math.min(count, most) : rewrite.isAllSelected;
  const all = new URLSearchParams(search);
  all.set('select', 'all');
  return (
    <div
      role="group"
      aria-label="Descriptions"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line bg-raised px-4 py-3 text-sm shadow-raised sm:px-5"
    >
      <Link
        to={isSelected ? here : `?${all.toString()}`}
        replace
        preventScrollReset
        className="button button-quiet -ml-2"
        onClick={(event) => {
          event.preventDefault();
          onSelect(!isSelected);
        }}
      >
        {isSelected ? 'Select none' : count > most ? `Select the first ${most}` : 'Select all'}
      </Link>
      <span className="text-muted tabular-nums">
        {isHydrated ? `${selected} selected` : count === 1 ? '1 line' : `${count} lines`}
      </span>
      <Button
        variant="secondary"
        className="sm:ml-auto"
        disabled={isSubmitting || (isHydrated && selected === 0)}
      >
        Rewrite with AI
      </Button>
    </div>
  );
}
