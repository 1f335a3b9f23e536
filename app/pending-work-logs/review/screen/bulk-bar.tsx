import { useContext } from 'react';
import { GroupedOptions } from '../../../ui/field.tsx';
import { useIsHydrated } from '../../../ui/scripts/hydration.ts';
import { TextBrowserContext } from '../../../ui/text-browser.ts';
import { BAR, PRESS, ROW_FIELDS, type RowField } from '../presses.ts';
import { FIELDS } from './review-row.tsx';
import type { TableProps } from './shown-row.ts';
import type { useSelection } from './use-selection.ts';

/** The bar of actions for the selected tasks; it is part of their form. */
export function BulkBar({
  table,
  open,
  selection,
}: {
  table: TableProps;
  /** The waiting tasks of this page. */
  open: ReadonlySet<number>;
  selection: ReturnType<typeof useSelection>;
}) {
  const { canRewrite, matching, parts, refused } = table;
  const { selected, select } = selection;
  const [typed, errors] = [refused?.typed[BAR], refused?.errors[BAR]];
  const isHydrated = useIsHydrated();
  const isText = useContext(TextBrowserContext);
  const isIdle = isHydrated && selected.size === 0;
  const press = (value: string) => ({ name: PRESS, value, disabled: isIdle });
  return (
    <div
      role="group"
      aria-label="Selected tasks"
      className="bulk-bar"
      data-idle={selected.size === 0 ? '' : undefined}
    >
      <div className="bulk-selection">
        <label>
          <input
            type="checkbox"
            className="size-5"
            checked={open.size > 0 && [...open].every((id) => selected.has(id))}
            disabled={!isHydrated}
            onChange={(event) => {
              const others = [...selected].filter((id) => !open.has(id));
              select(new Set(event.currentTarget.checked ? [...others, ...open] : others));
            }}
          />
          {isHydrated ? (
            'Select all'
          ) : (
            <a href={parts?.selectAllTo} suppressHydrationWarning>
              Select all
            </a>
          )}
        </label>{' '}
        <span aria-live="polite">{`${selected.size} selected`}</span>{' '}
        {matching === '0' ? null : (
          <button className="button button-quiet" name={PRESS} value="every">
            {`Select all ${matching}`}
          </button>
        )}{' '}
        <button
          className="button button-quiet"
          {...press('drop')}
          onClick={(event) => {
            if (!isHydrated) return;
            event.preventDefault();
            select(new Set());
          }}
        >
          Clear
        </button>{' '}
        {/* What is ticked is part of the address only after a press: scripts need none. */}
        <button
          className="button button-quiet"
          name={PRESS}
          value="keep"
          style={isHydrated ? { visibility: 'hidden' } : undefined}
        >
          Update selection
        </button>
      </div>
      <div className="bulk-panel border-t border-line">
        <div className="bulk-actions">
          <button className="button button-secondary" {...press('confirm')}>
            Confirm Selected
          </button>{' '}
          <button className="button button-secondary" {...press('archive')}>
            Archive Selected
          </button>{' '}
          <button className="button button-secondary" {...press('reject')}>
            Reject Selected
          </button>{' '}
          {canRewrite ? (
            <button className="button button-secondary" data-leaves="" {...press('rewrite')}>
              Rewrite with AI
            </button>
          ) : null}
        </div>
        <div className="bulk-fields">
          {ROW_FIELDS.map((name) => (
            <BarField key={name} name={name} typed={typed?.[name]} error={errors?.[name]} />
          ))}
          {isText ? 'Description for the selected ' : null}
          <input
            type="text"
            name="description"
            data-bar=""
            defaultValue={typed?.description}
            aria-label="Description for the selected"
            placeholder="Description…"
            autoCapitalize="sentences"
            spellCheck
            className="control"
          />{' '}
          <select
            name="billable"
            data-bar=""
            defaultValue={typed?.billable ?? ''}
            aria-label="Billing of the selected"
            className="control"
          >
            <option value="">Billing…</option>
            <option value="on">Billable</option>
            <option value="off">Not billable</option>
          </select>{' '}
          {table.jobs === undefined ? null : (
            <>
              <select
                name="jobId"
                data-bar=""
                defaultValue={typed?.jobId ?? ''}
                aria-label="Job of the selected"
                className="control"
              >
                <option value="">Job…</option>
                <GroupedOptions all={table.jobs} groupOf={({ clientName }) => clientName} />
              </select>{' '}
            </>
          )}
          <button id="assign" className="button button-secondary" {...press('assign')}>
            Assign
          </button>
        </div>
        {canRewrite ? null : (
          <p className="w-full text-xs text-muted">
            To rewrite descriptions with AI,{' '}
            <a href="/settings#ai" className="link">
              set up the AI helper in Settings
            </a>
            .
          </p>
        )}
      </div>
    </div>
  );
}

/** A field of the bar; with scripts what is picked is set at once. */
function BarField({ name, typed, error }: { name: RowField; typed?: string; error?: string }) {
  const { label, list } = FIELDS[name];
  // Text browsers show no placeholder.
  const isText = useContext(TextBrowserContext);
  return (
    <>
      <span className="cell">
        {isText ? `${label} for the selected ` : null}
        <input
          type="text"
          name={name}
          list={list}
          defaultValue={typed}
          placeholder={`${label}…`}
          aria-label={`${label} for the selected`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `bar-${name}-note` : undefined}
          className="control"
          data-bar=""
          data-submits="assign"
        />
        {error ? (
          <span id={`bar-${name}-note`} className="cell-error">
            {error}
          </span>
        ) : null}
      </span>{' '}
    </>
  );
}
