import { WordChangesView } from '../ai/compare/word-changes-view.tsx';
import type { WordChange } from '../ai/compare/word-changes.ts';
import { Badge } from '../ui/badge.tsx';
import type { ReviewRow } from './review.server.ts';

const BADGES = {
  waiting: ['neutral', 'Waiting'],
  failed: ['warning', 'Not rewritten'],
  ready: ['accent', 'New text'],
  same: ['neutral', 'Nothing to change'],
  outdated: ['warning', 'Changed meanwhile'],
  closed: ['neutral', 'Cannot be changed'],
  accepted: ['success', 'Updated'],
  kept: ['neutral', 'Kept as it was'],
} as const;

type CardProps = {
  row: ReviewRow;
  /** Whether the box for its text is ticked at first. */
  isTicked: boolean;
  /** Whether a tick made now lasts until the form is sent. */
  canChoose: boolean;
  canRetry: boolean;
};

/** One description: its entry, the old and the new text, warnings, and the choice. */
export function RewriteCard({ row, isTicked, canChoose, canRetry }: CardProps) {
  const { title, details, before, changes, warnings, state, note } = row;
  const [tone, label] = BADGES[state];
  const heading = `rewrite-${row.id}`;
  return (
    <li
      aria-labelledby={heading}
      className="grid gap-3 rounded-xl border border-line bg-raised px-4 py-4 shadow-raised sm:px-5"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
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
