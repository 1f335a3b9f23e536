import { Tip } from '../../../ui/tooltip/tip.tsx';
import { fieldOf, PRESS, pressOf, shownIn } from '../presses.ts';
import type { Shown } from './shown-row.ts';

/** Why a task cannot be confirmed yet; null where it can. The same words are one place on the page (`Hints`). */
function hintFor(missing: string[]): { id: string; text: string } | null {
  if (missing.length === 0) return null;
  const id = `lacks-${missing.join('-').replaceAll(' ', '-')}`;
  return { id, text: `Set ${missing.join(', ')} before confirming` };
}

/** What the buttons of all rows are described by, each once. */
export function Hints({ rows }: { rows: Shown['row'][] }) {
  const hints = new Map(
    rows.flatMap(({ missing }) => hintFor(missing) ?? []).map((one) => [one.id, one]),
  );
  return [...hints.values()].map(({ id, text }) => (
    <p key={id} id={id} hidden>
      {text}
    </p>
  ));
}

/** The buttons and links of a waiting task, or of a group of twins. */
export function RowActions({
  shown,
  search,
  noteId,
  answer,
  hasRule,
}: {
  shown: Shown;
  search: string;
  /** Whether it leads to a rule for tasks like it. */
  hasRule: boolean;
  /** Where it says why the task was not confirmed. */
  noteId: string | undefined;
  /** What Confirm says to the question that is put there. */
  answer?: string;
}) {
  const { key, ids, row, name, texts } = shown;
  /** The name before the value, whose first word is the row: gzip finds both in the one before. */
  const press = (what: string, action: string, more = '') => ({
    name: PRESS,
    'aria-label': `${action} ${name}`,
    value: pressOf(what, key) + more,
  });
  const hint = hintFor(row.missing);
  return (
    <div className="row-actions">
      <input
        type="hidden"
        name={fieldOf('shown', key)}
        value={shownIn(texts, ids.length === 1 ? row.others : null)}
      />
      <button className="row-save button button-quiet" {...press('save', 'Save')}>
        Save
      </button>{' '}
      <Tip text={hint?.text ?? null}>
        <button
          className="icon-button icon-confirm"
          {...press('confirm', 'Confirm', noteId && answer)}
          aria-describedby={noteId ?? hint?.id}
          data-refused={noteId && ''}
        >
          {ids.length === 1 ? (
            'Confirm'
          ) : (
            <>
              {/* Between parts of a flex row an ordinary blank has no width. */}
              {'Confirm all\u00a0'}
              <b>{ids.length}</b>
            </>
          )}
        </button>
      </Tip>{' '}
      <a
        className="icon-button icon-edit"
        aria-label={`Edit ${name}`}
        href={`/pending-work-logs/${key}/edit${search ? `?${search}` : ''}`}
      >
        Edit
      </a>{' '}
      <button className="icon-button icon-archive" {...press('archive', 'Archive')}>
        Archive
      </button>{' '}
      <button className="icon-button icon-reject" {...press('reject', 'Reject')}>
        Reject
      </button>{' '}
      {hasRule ? (
        <a
          className="icon-button icon-always"
          aria-label={`Make a rule: ${name}`}
          href={`/settings/rules/new?from=${row.id}`}
        >
          Make a rule
        </a>
      ) : null}
    </div>
  );
}
