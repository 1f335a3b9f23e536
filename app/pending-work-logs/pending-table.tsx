import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { formatDuration } from '../lib/duration.ts';
import { Badge } from '../ui/badge.tsx';
import { FormToken } from '../ui/form.tsx';
import { useIsHydrated } from '../ui/hydration.ts';
import { useInternalForms } from '../ui/internal-forms.ts';
import { useInternalLinks } from '../ui/internal-links.ts';
import { Tip } from '../ui/tip.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DURATION_PRESETS, OTHER_DURATION } from './durations.ts';
import type { PendingRow, PendingScreenData } from './screen.server.ts';

const BULK = 'bulk';

type TableProps = Pick<
  PendingScreenData,
  'rows' | 'workTypes' | 'clients' | 'search' | 'oneTimeKey' | 'canRewrite'
>;

/**
 * The entries. Each row is a form of its own, so that what is chosen in it goes along with
 * Confirm; the checkboxes belong to the form of the bar above.
 */
export function PendingTable(props: TableProps) {
  const { rows, workTypes, clients, search, oneTimeKey, canRewrite } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(0);
  const isHydrated = useIsHydrated();
  useInternalLinks(ref);
  useInternalForms(ref);
  const hasOpenRows = rows.some(({ status }) => status === 'pending_review');
  const countSelected = () => {
    setSelected(boxesIn(ref.current).filter(({ checked }) => checked).length);
  };
  useClearedAfterBulk(() => {
    for (const box of boxesIn(ref.current)) box.checked = false;
    setSelected(0);
  });
  return (
    <div ref={ref} onChange={countSelected} data-hydrated={isHydrated ? '' : undefined}>
      {hasOpenRows ? (
        <BulkBar
          id={BULK}
          clients={clients}
          workTypes={workTypes}
          search={search}
          oneTimeKey={oneTimeKey}
          canRewrite={canRewrite}
          selected={selected}
          onSelectAll={(isSelected) => {
            for (const box of boxesIn(ref.current)) box.checked = isSelected;
            countSelected();
          }}
        />
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
            <Row
              key={row.id}
              row={row}
              workTypes={workTypes}
              search={search}
              oneTimeKey={oneTimeKey}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function boxesIn(element: HTMLElement | null): HTMLInputElement[] {
  return [...(element?.querySelectorAll<HTMLInputElement>('input[name="ids"]') ?? [])];
}

/** The selection goes when a bulk action was answered. */
function useClearedAfterBulk(clear: () => void): void {
  const { state, formAction } = useNavigation();
  const wasBulk = useRef(false);
  const isBulk = state !== 'idle' && Boolean(formAction?.startsWith('/pending-work-logs/bulk'));
  useEffect(() => {
    if (wasBulk.current && state === 'idle') clear();
    wasBulk.current = isBulk || (wasBulk.current && state !== 'idle');
  });
}

type RowProps = {
  row: PendingRow;
  workTypes: TableProps['workTypes'];
  search: string;
  oneTimeKey: string;
};

function Row({ row, workTypes, search, oneTimeKey }: RowProps) {
  const isOpen = row.status === 'pending_review';
  const form = `row-${row.id}`;
  const query = search ? `?${search}` : '';
  return (
    <tr>
      <td className="select-cell">
        {isOpen ? (
          <label className="row-choice">
            <input
              type="checkbox"
              name="ids"
              value={row.id}
              form={BULK}
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
        {isOpen ? <DurationEditor row={row} form={form} /> : (row.duration ?? '–')}
      </td>
      <td data-label="Client" className="name">
        {row.clientName ?? <span className="text-muted">Not assigned</span>}
        {isOpen && row.isClientSuggested ? <Suggested /> : null}
      </td>
      <td data-label="Work Type" className="min-w-28">
        {isOpen ? (
          <>
            <WorkTypeEditor row={row} form={form} workTypes={workTypes} />
            {row.isWorkTypeSuggested ? <Suggested /> : null}
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
          <RowActions row={row} form={form} query={query} oneTimeKey={oneTimeKey} />
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

function Suggested() {
  return <span className="block text-xs text-muted italic">Suggested</span>;
}

function DurationEditor({ row, form }: { row: PendingRow; form: string }) {
  return (
    <div className="duration-editor grid gap-1">
      <select
        // A value from the server is shown even where somebody chose another before.
        key={row.durationChoice}
        name="durationChoice"
        form={form}
        defaultValue={row.durationChoice}
        aria-label={`Duration of ${row.taskName}`}
        className="control control-small"
        data-submits=""
        data-submits-not={OTHER_DURATION}
      >
        <option value="">Not set</option>
        {DURATION_PRESETS.map((minutes) => (
          <option key={minutes} value={minutes}>
            {formatDuration(minutes)}
          </option>
        ))}
        <option value={OTHER_DURATION} data-other="">
          {row.customHours ? `Other: ${row.duration ?? ''}` : 'Other'}
        </option>
      </select>
      <span className="custom-hours">
        <input
          key={row.customHours}
          type="number"
          name="customHours"
          form={form}
          inputMode="decimal"
          min="0"
          step="0.25"
          defaultValue={row.customHours}
          aria-label={`Hours of ${row.taskName}`}
          placeholder="Hours"
          data-submits=""
          className="control control-small"
        />
      </span>
    </div>
  );
}

function WorkTypeEditor({
  row,
  form,
  workTypes,
}: {
  row: PendingRow;
  form: string;
  workTypes: TableProps['workTypes'];
}) {
  const isOffered = workTypes.some(({ id }) => id === row.workTypeId);
  return (
    <select
      key={row.workTypeId}
      name="workTypeId"
      form={form}
      defaultValue={row.workTypeId ?? ''}
      aria-label={`Work type of ${row.taskName}`}
      className="control control-small"
      data-submits=""
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

function RowActions({
  row,
  form,
  query,
  oneTimeKey,
}: {
  row: PendingRow;
  form: string;
  query: string;
  oneTimeKey: string;
}) {
  const address = (action: string) => `/pending-work-logs/${row.id}/${action}${query}`;
  const label = (action: string) => `${action} ${row.taskName}`;
  const hint = row.missing.length > 0 ? `Set ${row.missing.join(', ')} before confirming` : null;
  return (
    <form id={form} method="post" action={address('set')} className="row-actions">
      <FormToken />
      <input type="hidden" name="oneTimeKey" value={`${oneTimeKey}:${row.id}`} />
      <button className="row-save button button-quiet" aria-label={label('Save')}>
        Save
      </button>
      <Tip id={`${form}-confirm`} text={hint}>
        <button
          className="button button-quiet"
          formAction={address('confirm')}
          aria-label={label('Confirm')}
          aria-describedby={hint === null ? undefined : `${form}-confirm`}
        >
          Confirm
        </button>
      </Tip>
      <a className="button button-quiet" href={address('edit')} aria-label={label('Edit')}>
        Edit
      </a>
      <Tip id={`${form}-archive`} text="Not billable">
        <button
          className="button button-quiet"
          formAction={address('archive')}
          aria-label={label('Archive')}
          aria-describedby={`${form}-archive`}
        >
          Archive
        </button>
      </Tip>
      <button
        className="button button-quiet-danger"
        formAction={address('reject')}
        aria-label={label('Reject')}
      >
        Reject
      </button>
    </form>
  );
}
