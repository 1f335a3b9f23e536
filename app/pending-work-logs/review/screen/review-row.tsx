import { useContext } from 'react';
import { TextBrowserContext } from '../../../ui/text-browser.ts';
import {
  fieldOf,
  PRESS,
  pressOf,
  TWINS,
  TWINS_TICKED,
  type Group,
  type RefusedRows,
  type RowField,
} from '../presses.ts';
import { STATUS_LABELS } from '../selection.ts';
import { RowActions } from './row-actions.tsx';
import { shownOf, type Row, type Shown } from './shown-row.ts';

type GroupProps = {
  group: Group<Row>;
  search: string;
  ticked: ReadonlySet<number>;
  refused: RefusedRows | null;
};

/** The rows of a group. */
export function ReviewGroup({ group, search, ticked, refused }: GroupProps) {
  const [first] = group;
  const isGroup = group.length > 1;
  const count = group.length;
  const head = shownOf(group, isGroup ? `all ${count} of ${first.taskName}` : first.taskName);
  const props = { search, refused };
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
              // Where all twins are alike, a rule like one of them is that of the group, which has the link.
              hasRule={head.mixed.length > 0}
            />
          ))
        : null}
    </tbody>
  );
}

type RowProps = Pick<GroupProps, 'search' | 'refused'> & {
  shown: Shown;
  isTicked: boolean;
  isTwin?: boolean;
  hasRule?: boolean;
};

function ReviewRow({ shown, search, refused, isTicked, isTwin = false, hasRule = true }: RowProps) {
  const { key, ids, row, name } = shown;
  const isOpen = row.status === 'pending_review';
  const others = refused?.errors[key]?.others;
  const noteId = others && `${key}-note`;
  const cell = (what: RowField) => <Cell shown={shown} what={what} refused={refused} />;
  return (
    <tr className={isTwin ? 'twin' : undefined}>
      <td className="select-cell">
        {isOpen ? (
          <label>
            <input
              type="checkbox"
              name={ids.length > 1 ? TWINS : 'ids'}
              defaultChecked={isTicked}
              aria-label={`Select ${name}`}
              value={key}
            />
          </label>
        ) : null}
        {ids.length > 1 && isTicked ? (
          <input type="hidden" name={TWINS_TICKED} value={key} />
        ) : null}
      </td>
      <td>
        <TaskName shown={shown} isTwin={isTwin} />
        {noteId ? (
          <span id={noteId} className="cell-error">
            {others}
          </span>
        ) : null}
      </td>
      <td>{row.projectName ?? 'No project'}</td>
      <td>{row.completedAt}</td>
      <td>{isOpen ? cell('duration') : <Fixed text={row.duration ?? '–'} isShort />}</td>
      <td>
        {isOpen ? cell('client') : <Fixed text={row.clientName ?? 'Not assigned'} />}
        {isOpen ? <InactiveClient row={row} search={search} /> : null}
        <Job shown={shown} search={search} />
      </td>
      <td>{isOpen ? cell('workType') : <Fixed text={row.workTypeName ?? 'Not set'} />}</td>
      <td>
        <span className="text-xs text-muted">{STATUS_LABELS[row.status]}</span>
        {row.missing.length > 0 ? (
          <span className="sr-only">{`Needs ${row.missing.join(', ')}`}</span>
        ) : null}
      </td>
      <td>
        {isOpen ? (
          <RowActions
            shown={shown}
            search={search}
            noteId={noteId}
            answer={refused?.answer}
            hasRule={hasRule}
          />
        ) : null}
      </td>
    </tr>
  );
}

/** What can no longer be changed, below its column's head. */
export function Fixed({ text, isShort }: { text: string; isShort?: boolean }) {
  return <span className={`px-2 ${isShort ? 'whitespace-nowrap' : 'block truncate'}`}>{text}</span>;
}

function TaskName({ shown, isTwin }: { shown: Shown; isTwin: boolean }) {
  const { row, ids, key } = shown;
  return (
    <div className="task">
      {ids.length > 1 ? (
        <details className="twins-toggle">
          <summary aria-label={`${ids.length} times ${row.taskName}`}>{`${ids.length} ×`}</summary>
        </details>
      ) : null}
      <span className="task-name">{row.taskName}</span>{' '}
      {row.labels && row.status === 'pending_review' && !isTwin ? (
        <>
          <button
            className="label-chip"
            name={PRESS}
            aria-label={`Select all labelled ${row.labels}`}
            value={pressOf('alike', key)}
          >
            {row.labels}
          </button>{' '}
        </>
      ) : null}
      {row.source === undefined ? null : (
        <>
          <span className="text-xs whitespace-nowrap text-muted">From {row.source}</span>{' '}
        </>
      )}
      {row.billable ? null : (
        <span className="text-xs whitespace-nowrap text-muted">Not billable</span>
      )}
      {row.description ? (
        <span className="task-note" title={row.description}>
          {row.description}
        </span>
      ) : null}
    </div>
  );
}

/** How the fields of a row and of the bar are called, and where they get their suggestion. */
export const FIELDS = {
  client: { label: 'Client', empty: 'Not assigned', list: undefined, stored: 'clientId' },
  workType: { label: 'Work type', empty: 'Not set', list: 'work-types', stored: 'workTypeId' },
  duration: { label: 'Duration', empty: 'Not set', list: 'durations', stored: 'duration' },
} as const;

/**
 * One of the three fields of a row: a text that is read by the server, with a list to pick from. What
 * differs from row to row stands together: gzip then finds more of it in the control before.
 */
function Cell({ shown, what, refused }: Pick<RowProps, 'shown' | 'refused'> & { what: RowField }) {
  const isText = useContext(TextBrowserContext);
  const { key, row, name, texts, mixed } = shown;
  const typed = refused?.typed[key]?.[what];
  const error = refused?.errors[key]?.[what];
  const { label, empty, list, stored } = FIELDS[what];
  const reason = typed === undefined && texts[what] !== '' ? row.suggested[stored] : undefined;
  const id = fieldOf(what, key);
  return (
    <>
      <input
        // A new key shows the server's text, or what it refused, instead of an earlier one.
        key={`${typed ?? ''}|${texts[what]}`}
        type="text"
        className="cell-control"
        list={list}
        placeholder={mixed.includes(what) ? 'Several' : empty}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        title={reason === undefined ? undefined : `Suggested, ${reason}`}
        aria-label={`${label} of ${name}`}
        name={id}
        defaultValue={typed ?? texts[what]}
      />
      {/* A hint of the field shows on hover and with its list; text browsers have neither. */}
      {isText && reason !== undefined ? ` (suggested, ${reason})` : null}
      {error ? (
        <span id={`${id}-note`} className="cell-error">
          {error}
        </span>
      ) : null}
    </>
  );
}

/** The job below the client, marked as other suggestions are; it is chosen in Edit, or in the bar for the selected. */
function Job({ shown: { key, name, job, row }, search }: Pick<RowProps, 'shown' | 'search'>) {
  const isText = useContext(TextBrowserContext);
  if (job === undefined) return null;
  if (row.status !== 'pending_review') return <Fixed text={job} />;
  const reason = row.suggested.jobId;
  return (
    <a
      className="cell-control block"
      href={`/pending-work-logs/${key}/edit${search ? `?${search}` : ''}`}
      title={reason === undefined ? undefined : `Suggested, ${reason}`}
      aria-label={`Job of ${name}: ${job}`}
    >
      {job}
      {isText && reason !== undefined ? ` (suggested, ${reason})` : null}
    </a>
  );
}

function InactiveClient({ row, search }: { row: Row; search: string }) {
  if (row.inactiveClient === null) return null;
  return (
    <span className="block text-xs text-muted">
      {`${row.inactiveClient.name} is inactive. `}
      <a
        className="link"
        href={`/pending-work-logs/${row.id}/bring-back${search ? `?${search}` : ''}`}
      >
        Reactivate
      </a>
    </span>
  );
}
