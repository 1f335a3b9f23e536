import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { EnterButton, FormToken } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { useInternalForms } from '../../ui/scripts/internal-forms.ts';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { Tip } from '../../ui/tooltip/tip.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DurationEditor, saveButtonOf, type TypedRow } from './duration-editor.tsx';
import {
  fieldOf,
  PRESS,
  pressOf,
  readPress,
  SAVE_ALL,
  shownIn,
  type RefusedRows,
  type RowPress,
} from './presses.ts';
import type { PendingRow, PendingScreenData } from './review-screen.server.ts';
import { InactiveClient, Suggested } from '../suggest/suggested.tsx';

type TableProps = Pick<
  PendingScreenData,
  'rows' | 'workTypes' | 'clients' | 'search' | 'oneTimeKey' | 'canRewrite'
> & {
  /** Rows that were typed in and could not be saved. */
  refused: RefusedRows | null;
};

/**
 * The table of entries and the bar above it, in one form, so that Confirm also sends a row's
 * fields.
 */
export function PendingTable(props: TableProps) {
  const { rows, workTypes, clients, search, oneTimeKey, canRewrite, refused } = props;
  const ref = useRef<HTMLFormElement>(null);
  const [selected, setSelected] = useState(0);
  const isHydrated = useIsHydrated();
  useInternalLinks(ref);
  useInternalForms(ref);
  useEffect(() => {
    if (refused) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const hasOpenRows = rows.some(({ status }) => status === 'pending_review');
  const countSelected = () => {
    setSelected(boxesIn(ref.current).filter(({ checked }) => checked).length);
  };
  useClearedAfterBulk(() => {
    for (const box of boxesIn(ref.current)) box.checked = false;
    setSelected(0);
  });
  return (
    <form
      ref={ref}
      method="post"
      action={`/pending-work-logs/review${search ? `?${search}` : ''}`}
      noValidate
      onChange={countSelected}
      data-hydrated={isHydrated ? '' : undefined}
    >
      {hasOpenRows ? (
        <>
          <FormToken />
          <input type="hidden" name="oneTimeKey" value={oneTimeKey} />
          <EnterButton name={PRESS} value={SAVE_ALL}>
            Save all
          </EnterButton>
          <BulkBar
            clients={clients}
            workTypes={workTypes}
            canRewrite={canRewrite}
            selected={selected}
            onSelectAll={(isSelected) => {
              for (const box of boxesIn(ref.current)) box.checked = isSelected;
              countSelected();
            }}
          />
        </>
      ) : null}
      <table className="data-table data-table-dense">
        <caption className="sr-only">Completed tasks, newest first</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Select</span>
            </th>
            <th scope="col">Task Name</th>
            <th scope="col">Project</th>
            <th scope="col">Completed At</th>
            <th scope="col">Duration</th>
            <th scope="col">Client</th>
            <th scope="col">Work Type</th>
            <th scope="col">Status</th>
            <th scope="col" className="actions">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} workTypes={workTypes} search={search} refused={refused} />
          ))}
        </tbody>
      </table>
    </form>
  );
}

function boxesIn(element: HTMLElement | null): HTMLInputElement[] {
  return [...(element?.querySelectorAll<HTMLInputElement>('input[name="ids"]') ?? [])];
}

/** Clears the selection once a bulk action has been answered. */
function useClearedAfterBulk(clear: () => void): void {
  const { state, formData } = useNavigation();
  const wasBulk = useRef(false);
  const isBulk = readPress(formData?.get(PRESS))?.of === 'bar';
  useEffect(() => {
    if (wasBulk.current && state === 'idle') clear();
    wasBulk.current = isBulk || (wasBulk.current && state !== 'idle');
  });
}

type RowProps = Pick<TableProps, 'workTypes' | 'search' | 'refused'> & { row: PendingRow };

function Row({ row, workTypes, search, refused }: RowProps) {
  const typed = refused?.typed[row.id] ?? {};
  const isOpen = row.status === 'pending_review';
  return (
    <tr>
      <td className="select-cell">
        {isOpen ? (
          <label className="row-choice">
            <input
              type="checkbox"
              name="ids"
              value={row.id}
              defaultChecked={refused?.ticked.includes(row.id)}
              aria-label={`Select ${row.taskName}`}
              className="size-5"
            />
          </label>
        ) : null}
      </td>
      <td data-label="Task Name" className="leading name min-w-32">
        <span className="font-medium">{row.taskName}</span>
        {row.description ? (
          <span className="line-clamp-1 text-xs text-muted">{row.description}</span>
        ) : null}
      </td>
      <td data-label="Project" className="name">
        {row.projectName ?? <span className="text-muted">No project</span>}
      </td>
      <td data-label="Completed At" className="instant">
        {row.completedAt}
      </td>
      <td data-label="Duration" className="min-w-28">
        {isOpen ? (
          <>
            <DurationEditor row={row} typed={typed} error={refused?.errors[row.id]} />
            <Suggested row={row} field="duration" />
          </>
        ) : (
          (row.duration ?? '–')
        )}
      </td>
      <td data-label="Client" className="name">
        {row.clientName ?? <span className="text-muted">Not assigned</span>}
        {isOpen ? <Suggested row={row} field="clientId" /> : null}
        {isOpen ? <InactiveClient row={row} search={search} /> : null}
      </td>
      <td data-label="Work Type" className="min-w-28">
        {isOpen ? (
          <>
            <WorkTypeEditor row={row} typed={typed} workTypes={workTypes} />
            <Suggested row={row} field="workTypeId" />
          </>
        ) : (
          (row.workTypeName ?? 'Not set')
        )}
      </td>
      <td data-label="Status" className="min-w-26">
        <Badge tone={TONES[row.status]}>{row.statusLabel}</Badge>
        {row.billable ? null : <span className="block text-xs text-muted">Not billable</span>}
        {row.missing.length > 0 ? (
          <span className="block text-xs text-muted">Needs {row.missing.join(', ')}</span>
        ) : null}
      </td>
      <td className="actions">
        {isOpen ? (
          <RowActions row={row} search={search} />
        ) : (
          <span className="text-xs text-muted">{NO_ACTIONS[row.status]}</span>
        )}
      </td>
    </tr>
  );
}

const TONES = {
  pending_review: 'warning',
  confirmed: 'success',
  converted: 'accent',
  rejected: 'neutral',
  archived: 'neutral',
} as const;

const NO_ACTIONS = {
  pending_review: '',
  confirmed: 'In Work Logs',
  converted: 'Invoiced',
  rejected: 'Left out',
  archived: 'In Archived',
} as const;

function WorkTypeEditor({
  row,
  typed,
  workTypes,
}: Pick<RowProps, 'row' | 'workTypes'> & { typed: TypedRow }) {
  const isOffered = workTypes.some(({ id }) => id === row.workTypeId);
  return (
    <select
      key={row.workTypeId}
      name={fieldOf('workTypeId', row.id)}
      defaultValue={typed.workTypeId ?? row.workTypeId ?? ''}
      aria-label={`Work type of ${row.taskName}`}
      className="control control-small"
      data-submits={saveButtonOf(row)}
    >
      <option value="">Not set</option>
      {row.workTypeId !== null && !isOffered ? (
        <option value={row.workTypeId}>{row.workTypeName}</option>
      ) : null}
      {workTypes.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function RowActions({ row, search }: Pick<RowProps, 'row' | 'search'>) {
  const press = (what: RowPress['what']) => ({
    name: PRESS,
    value: pressOf({ what, id: row.id }),
  });
  const label = (action: string) => `${action} ${row.taskName}`;
  const tip = (action: string) => `${action}-${row.id}`;
  const hint = row.missing.length > 0 ? `Set ${row.missing.join(', ')} before confirming` : null;
  return (
    <div className="row-actions">
      <input type="hidden" name={fieldOf('shown', row.id)} value={shownIn(row)} />
      <button
        id={saveButtonOf(row)}
        className="row-save button button-quiet"
        {...press('save')}
        aria-label={label('Save')}
      >
        Save
      </button>{' '}
      <Tip id={tip('confirm')} text={hint}>
        <button
          className="button button-quiet"
          {...press('confirm')}
          aria-label={label('Confirm')}
          aria-describedby={hint === null ? undefined : tip('confirm')}
        >
          Confirm
        </button>
      </Tip>{' '}
      <a
        className="button button-quiet"
        href={`/pending-work-logs/${row.id}/edit${search ? `?${search}` : ''}`}
        aria-label={label('Edit')}
      >
        Edit
      </a>{' '}
      <Tip id={tip('archive')} text="Not billable">
        <button
          className="button button-quiet"
          {...press('archive')}
          aria-label={label('Archive')}
          aria-describedby={tip('archive')}
        >
          Archive
        </button>
      </Tip>{' '}
      <button
        className="button button-quiet-danger"
        {...press('reject')}
        aria-label={label('Reject')}
      >
        Reject
      </button>
    </div>
  );
}
