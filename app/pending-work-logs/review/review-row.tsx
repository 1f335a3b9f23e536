import { memo } from 'react';
import { InactiveClient } from '../suggest/inactive-client.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Tip } from '../../ui/tooltip/tip.tsx';
import {
  fieldOf,
  PRESS,
  pressOf,
  shownIn,
  TWINS,
  TWINS_SHOWN,
  type RefusedRows,
  type RowField,
  type RowPress,
} from './presses.ts';
import type { ReviewParts } from './review-screen.server.ts';
import { STATUS_LABELS } from './status-labels.ts';
import { keyOf, type Group } from './twins.ts';

type Row = ReviewParts['groups'][number][0];

/** A row of the table: a task, or a group of twins, of which each is a row of its own below it. */
type Shown = {
  key: string;
  ids: number[];
  row: Row;
  /** What its controls are called by. */
  name: string;
  texts: Record<RowField, string>;
  /** The fields that differ between twins. */
  mixed: RowField[];
};

type GroupProps = {
  group: Group<Row>;
  search: string;
  /** What is selected as the page is made. */
  ticked: ReadonlySet<number>;
  refused: RefusedRows | null;
};

/** The rows of a group. It is drawn anew only when something in it changed. */
export const ReviewGroup = memo(function ReviewGroup(props: GroupProps) {
  const { group, ticked } = props;
  const [first] = group;
  const isGroup = group.length > 1;
  const count = group.length;
  const head = shownOf(group, isGroup ? `all ${count} of ${first.taskName}` : first.taskName);
  return (
    <tbody className={isGroup ? 'twins' : undefined}>
      <ReviewRow {...props} shown={head} isTicked={head.ids.every((id) => ticked.has(id))} />
      {isGroup
        ? group.map((row) => (
            <ReviewRow
              key={row.id}
              {...props}
              shown={shownOf([row], `${row.taskName}, ${row.completedAt}`)}
              isTicked={ticked.has(row.id)}
              isTwin
            />
          ))
        : null}
    </tbody>
  );
});

function shownOf(group: Group<Row>, name: string): Shown {
  const [row] = group;
  const ids = group.map(({ id }) => id);
  const all = group.map((one) => ({
    client: one.clientName ?? '',
    workType: one.workTypeName ?? '',
    duration: one.duration ?? '',
  }));
  const mixed = (['client', 'workType', 'duration'] as const).filter(
    (field) => new Set(all.map((one) => one[field])).size > 1,
  );
  const text = (field: RowField) => (mixed.includes(field) ? '' : (all[0]?.[field] ?? ''));
  const texts = { client: text('client'), workType: text('workType'), duration: text('duration') };
  return { key: keyOf(ids), ids, row, name, texts, mixed };
}

type RowProps = Omit<GroupProps, 'group'> & { shown: Shown; isTicked: boolean; isTwin?: boolean };

function ReviewRow({ shown, search, refused, isTicked, isTwin = false }: RowProps) {
  const { key, ids, row, name } = shown;
  const isOpen = row.status === 'pending_review';
  const typed = refused?.typed[key] ?? {};
  const errors = refused?.errors[key] ?? {};
  const field = (what: RowField) => ({ shown, what, typed: typed[what], error: errors[what] });
  return (
    <tr className={isTwin ? 'twin' : undefined}>
      <td className="select-cell">
        {isOpen ? (
          <label className="row-choice">
            <input
              type="checkbox"
              name={ids.length > 1 ? TWINS : 'ids'}
              value={key}
              defaultChecked={isTicked}
              aria-label={`Select ${name}`}
              className="size-5"
            />
          </label>
        ) : null}
        {ids.length > 1 ? (
          <input type="hidden" name={TWINS_SHOWN} value={`${isTicked ? '+' : ''}${key}`} />
        ) : null}
      </td>
      <td className="task-cell">
        <TaskName shown={shown} isTwin={isTwin} />
      </td>
      <td className="project-cell">
        <span className="line-clamp-2">{row.projectName ?? 'No project'}</span>
      </td>
      <td className="instant-cell">{row.completedAt}</td>
      <td className="duration-cell">
        {isOpen ? <Cell {...field('duration')} /> : (row.duration ?? '–')}
      </td>
      <td className="client-cell">
        {isOpen ? <Cell {...field('client')} /> : (row.clientName ?? 'Not assigned')}
      </td>
      <td className="type-cell">
        {isOpen ? <Cell {...field('workType')} /> : (row.workTypeName ?? 'Not set')}
      </td>
      <td className="status-cell">
        <Badge tone={TONES[row.status]}>{STATUS_LABELS[row.status]}</Badge>
        {row.billable ? null : <span className="block text-xs text-muted">Not billable</span>}
        {row.missing.length > 0 ? (
          <span className="sr-only">{`Needs ${row.missing.join(', ')}`}</span>
        ) : null}
      </td>
      <td className="actions-cell">
        {isOpen ? (
          <RowActions shown={shown} search={search} />
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

function TaskName({ shown, isTwin }: { shown: Shown; isTwin: boolean }) {
  const { row, ids, key } = shown;
  return (
    <div className="task">
      {ids.length > 1 ? (
        <details className="twins-toggle">
          <summary aria-label={`${ids.length} times ${row.taskName}`}>{`${ids.length} ×`}</summary>
        </details>
      ) : null}
      <span className={isTwin ? 'task-name text-muted' : 'task-name font-medium'}>
        {row.taskName}
      </span>{' '}
      {row.labels && row.status === 'pending_review' && !isTwin ? (
        <button
          className="label-chip"
          name={PRESS}
          value={pressOf('alike', key)}
          aria-label={`Select all labelled ${row.labels}`}
        >
          {row.labels}
        </button>
      ) : null}{' '}
      {row.description ? (
        <span className="task-note" title={row.description}>
          {row.description}
        </span>
      ) : null}
    </div>
  );
}

const FIELDS = {
  client: { label: 'Client', empty: 'Not assigned', list: undefined },
  workType: { label: 'Work type', empty: 'Not set', list: 'work-types' },
  duration: { label: 'Duration', empty: 'Not set', list: 'durations' },
} as const;

/** One of the three fields of a row: a text that is read by the server, with a list to pick from. */
function Cell({
  shown,
  what,
  typed,
  error,
}: {
  shown: Shown;
  what: RowField;
  typed: string | undefined;
  error: string | undefined;
}) {
  const { key, row, name, texts, mixed } = shown;
  const { label, empty, list } = FIELDS[what];
  const reason = typed === undefined && texts[what] !== '' ? row.suggested[what] : undefined;
  const id = fieldOf(what, key);
  return (
    <span className="cell">
      <input
        // A new key shows the server's text instead of an earlier one.
        key={texts[what]}
        type="text"
        name={id}
        defaultValue={typed ?? texts[what]}
        placeholder={mixed.includes(what) ? 'Several' : empty}
        list={list}
        aria-label={`${label} of ${name}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : reason === undefined ? undefined : `${id}-why`}
        title={reason === undefined ? undefined : `Suggested, ${reason}`}
        autoCapitalize="none"
        spellCheck={false}
        className="control cell-control"
        data-pick={what}
        data-submits=".row-save"
        data-suggested={reason === undefined ? undefined : ''}
      />
      {error ? (
        <span id={`${id}-note`} className="cell-error">
          {error}
        </span>
      ) : null}
      {reason === undefined ? null : (
        <span id={`${id}-why`} className="sr-only">
          Suggested, {reason}
        </span>
      )}
      {what === 'client' ? <InactiveClient row={row} search="" /> : null}
    </span>
  );
}

function RowActions({ shown, search }: { shown: Shown; search: string }) {
  const { key, ids, row, name, texts } = shown;
  const press = (what: RowPress['what']) => ({ name: PRESS, value: pressOf(what, key) });
  const label = (action: string) => `${action} ${name}`;
  const tip = `confirm-${key}`;
  const hint = row.missing.length > 0 ? `Set ${row.missing.join(', ')} before confirming` : null;
  return (
    <div className="row-actions">
      <input type="hidden" name={fieldOf('shown', key)} value={shownIn(texts)} />
      <button
        className="row-save button button-quiet"
        {...press('save')}
        aria-label={label('Save')}
      >
        Save
      </button>{' '}
      <Tip id={tip} text={hint}>
        <button
          className="icon-button icon-confirm"
          {...press('confirm')}
          aria-label={label('Confirm')}
          aria-describedby={hint === null ? undefined : tip}
        >
          <span>Confirm</span>
        </button>
      </Tip>{' '}
      {ids.length === 1 ? (
        <a
          className="icon-button icon-edit"
          href={`/pending-work-logs/${key}/edit${search ? `?${search}` : ''}`}
          aria-label={label('Edit')}
        >
          <span>Edit</span>
        </a>
      ) : null}{' '}
      <button
        className="icon-button icon-archive"
        {...press('archive')}
        aria-label={label('Archive')}
        title="Not billable"
      >
        <span>Archive</span>
      </button>{' '}
      <button className="icon-button icon-reject" {...press('reject')} aria-label={label('Reject')}>
        <span>Reject</span>
      </button>{' '}
      {row.always !== null ? (
        <a className="icon-button icon-always" href={row.always} aria-label={label('Always like')}>
          <span>Always like this</span>
        </a>
      ) : null}
    </div>
  );
}
