import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import { formatDuration } from '../../../lib/duration.ts';
import { EnterButton, FormToken } from '../../../ui/form.tsx';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { useInternalForms, useInternalLinks } from '../../../ui/scripts/internal-links.ts';
import { AS_IT_IS } from '../../../ui/scripts/page-only.tsx';
import { PRESS, SAVE_ALL } from '../presses.ts';
import { readSelection } from '../selection.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Picker } from './picker.tsx';
import { ReviewGroup } from './review-row.tsx';
import type { ReviewParts } from './review-screen.server.ts';
import { Hints } from './row-actions.tsx';
import { DURATION_PRESETS, OTHER, type TableProps } from './shown-row.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { useSelection, useTicks } from './use-selection.ts';

/** The table of entries and the bar above it, in one form, so that Confirm also sends a row's fields. */
export function ReviewTable(props: TableProps) {
  const { parts, search, oneTimeKey, refused } = props;
  const ref = useRef<HTMLFormElement>(null);
  const [ticked] = useState<ReadonlySet<number>>(
    () => new Set(refused?.selected ?? props.selection),
  );
  const selection = useSelection(ref, props.selection, ticked);
  useInternalLinks(ref);
  useInternalForms(ref);
  useReviewKeys(ref, selection);
  useEmptyBar(ref, props.oneTimeKey);
  const { selected, select, now } = selection;
  useEffect(() => {
    if (!refused) return;
    // The address, which the rows came with, has not what was ticked since.
    select(new Set([...now.current, ...refused.selected]));
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused]')?.focus();
  }, [refused, select, now]);
  useTicks(ref, selection);
  const open = new Set(readSelection(props.open));
  return (
    <form
      ref={ref}
      method="post"
      action={`/pending-work-logs/review${search ? `?${search}` : ''}`}
      noValidate
      className="review-form"
      data-ticked={selected.size > 0 ? '' : undefined}
      autoCapitalize="none"
      spellCheck={false}
    >
      {open.size > 0 || selected.size > 0 ? (
        <>
          <FormToken />
          <input type="hidden" name="oneTimeKey" value={oneTimeKey} />
          {[...selected]
            .filter((id) => !open.has(id))
            .map((id) => (
              <input key={id} type="hidden" name="ids" value={id} />
            ))}
          <EnterButton name={PRESS} value={SAVE_ALL}>
            Save all
          </EnterButton>
          <BulkBar table={props} open={open} selection={selection} />
          <Picker form={ref} />
        </>
      ) : null}
      <Rows parts={parts} search={search} ticked={ticked} refused={refused} />
    </form>
  );
}

type RowsProps = Pick<TableProps, 'parts' | 'search' | 'refused'> & {
  ticked: ReadonlySet<number>;
};

/**
 * The rows and the lists that their fields pick from: the server's HTML until there are other ones. They are not drawn
 * anew for each box that is ticked.
 */
const Rows = memo(function Rows(props: RowsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const putBack = useTypedBefore(ref, props.parts === null);
  const key = props.parts === null || typeof document === 'undefined' ? 'page' : 'data';
  useBeforePaint(() => {
    if (key === 'data' && ref.current) putBack(ref.current);
  }, [key]);
  return (
    <div key={key} ref={ref} {...(props.parts === null ? AS_IT_IS : {})}>
      {props.parts === null ? undefined : <DrawnRows {...props} parts={props.parts} />}
    </div>
  );
});

/** The columns beside the box. */
export const COLUMNS =
  'Task Name,Project,Completed At,Duration,Client,Work Type,Status,Actions'.split(',');

function DrawnRows({ parts, search, ticked, refused }: RowsProps & { parts: ReviewParts }) {
  return (
    <>
      <datalist id="work-types">
        {parts.workTypes.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="durations">
        {DURATION_PRESETS.map((minutes) => (
          <option key={minutes} value={formatDuration(minutes)} />
        ))}
        <option value={OTHER} />
      </datalist>
      <Hints rows={parts.groups.flat()} />
      <table
        className={parts.isMixed ? 'review-table mixed' : 'review-table'}
        data-submits=".row-save"
      >
        <caption className="sr-only">Completed tasks, newest first</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Select</span>
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {parts.groups.map((group) => (
          <ReviewGroup
            key={group[0].id}
            group={group}
            search={search}
            ticked={ticked}
            refused={refused}
          />
        ))}
      </table>
    </>
  );
}

/** Empties the bar's fields once what was in them is set: each answer brings a new one-time key. */
function useEmptyBar(form: RefObject<HTMLFormElement>, oneTimeKey: string): void {
  const seen = useRef(oneTimeKey);
  useEffect(() => {
    if (seen.current === oneTimeKey) return;
    seen.current = oneTimeKey;
    const bar = form.current?.querySelectorAll<HTMLInputElement>('[data-bar]') ?? [];
    for (const field of bar) if (field !== document.activeElement) field.value = '';
  }, [form, oneTimeKey]);
}

/** Takes what was typed, and the focus, from rows of the server over to drawn ones. */
function useTypedBefore(ref: RefObject<HTMLElement>, isOfServer: boolean) {
  const kept = useRef({
    texts: new Map<string, { text: string; saved: string }>(),
    focus: null as Place | null,
  });
  useBeforePaint(() => {
    const rows = ref.current;
    if (!isOfServer || !rows) return;
    const note = (field: HTMLInputElement) => {
      kept.current.texts.set(field.name, { text: field.value, saved: field.defaultValue });
    };
    // Somebody may have typed before the scripts were here, and nothing sent that.
    for (const field of rows.querySelectorAll<HTMLInputElement>('input[type="text"]')) {
      if (field.value === field.defaultValue) continue;
      note(field);
      leaveSave(field);
    }
    const noteFocus = ({ target }: Pick<Event, 'target'>) => {
      kept.current.focus =
        target instanceof Element && rows.contains(target) ? placeOf(target, rows) : null;
    };
    const noteText = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) note(target);
    };
    noteFocus({ target: document.activeElement });
    document.addEventListener('focusin', noteFocus);
    rows.addEventListener('input', noteText);
    return () => {
      document.removeEventListener('focusin', noteFocus);
      rows.removeEventListener('input', noteText);
    };
  }, [ref, isOfServer]);
  return (rows: HTMLElement) => {
    for (const [name, { text, saved }] of kept.current.texts) {
      const field = rows.querySelector<HTMLInputElement>(`[name="${name}"]`);
      // What came since is newer: saved, or with the reason why not, unless another press overtook that answer.
      if (field?.defaultValue !== saved) continue;
      field.value = text;
      leaveSave(field);
    }
    kept.current.texts.clear();
    if (kept.current.focus === null || document.activeElement !== document.body) return;
    goalIn(rows, kept.current.focus)?.focus({ preventScroll: true });
  };
}

/** Leaves the row of a field its button to save, which the style sheet hides where scripts save at once. */
function leaveSave(field: HTMLInputElement): void {
  field.closest('tr')?.setAttribute('data-typed', '');
}

/** Where a control stands: what finds it, its row, and what finds one like it in another row. */
type Place = { same: string; row: number; alike: string };

function placeOf(control: Element, rows: Element): Place | null {
  const name = control.getAttribute('name') ?? '';
  const value = control.getAttribute('value') ?? '';
  const isText = control.getAttribute('type') === 'text';
  const body = control.closest('tbody');
  if (name === '' || body === null) return null;
  return {
    same: `[name="${name}"]${isText ? '' : `[value="${value}"]`}`,
    row: [...rows.querySelectorAll('tbody')].indexOf(body),
    alike: `[name$="${ending(name)}"]${value.includes(':') ? `[value$="${ending(value)}"]` : ''}`,
  };
}

/** What a control is, without the row that it is of: `:client` of `12:client`. */
const ending = (text: string) => text.slice(Math.max(0, text.indexOf(':')));

/** Where work goes on: the same control, else one like it in the row that came to its place. */
function goalIn(rows: Element, { same, row, alike }: Place): HTMLElement | null {
  const bodies = rows.querySelectorAll('tbody');
  const body = bodies[Math.min(row, bodies.length - 1)];
  return (
    rows.querySelector<HTMLElement>(same) ??
    body?.querySelector<HTMLElement>(alike) ??
    body?.querySelector<HTMLElement>('.select-cell input') ??
    null
  );
}
