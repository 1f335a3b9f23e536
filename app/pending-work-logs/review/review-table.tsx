import { useEffect, useRef, useState, type RefObject } from 'react';
import { EnterButton, FormToken } from '../../ui/form.tsx';
import { useBeforePaint } from '../../ui/scripts/hydration.ts';
import { AS_IT_IS } from '../../ui/scripts/page-only.tsx';
import { useInternalForms } from '../../ui/scripts/internal-forms.ts';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DURATION_PRESETS } from './durations.ts';
import { formatDuration } from '../../lib/duration.ts';
import { Picker } from './picker.tsx';
import { BAR, PRESS, SAVE_ALL, TWINS, type RefusedRows } from './presses.ts';
import { ReviewGroup } from './review-row.tsx';
import type { PendingScreenData, ReviewParts } from './review-screen.server.ts';
import { readSelection } from './selection.ts';
import { idsOfKey, keyOf } from './twins.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { boxesIn, readFrom, useSelection } from './use-selection.ts';

type TableProps = Pick<
  PendingScreenData,
  'open' | 'search' | 'oneTimeKey' | 'canRewrite' | 'selection' | 'matching'
> & {
  /** Null: they are in the page already. */
  parts: ReviewParts | null;
  /** Rows that were typed in and could not be saved. */
  refused: RefusedRows | null;
};

/**
 * The table of entries and the bar above it, in one form, so that Confirm also sends a row's
 * fields.
 */
export function ReviewTable(props: TableProps) {
  const { parts, search, oneTimeKey, refused } = props;
  const ref = useRef<HTMLFormElement>(null);
  const [ticked] = useState<ReadonlySet<number>>(
    () => new Set(refused?.selected ?? props.selection),
  );
  const selection = useSelection(ref, props.selection);
  useInternalLinks(ref);
  useInternalForms(ref);
  useReviewKeys(ref, selection);
  useRanges(ref, selection);
  useFreshTexts(ref, props);
  useEffect(() => {
    if (refused) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const { selected, select, now } = selection;
  useTicks(ref, selection);
  const isShown = new Set(readSelection(props.open));
  return (
    <form
      ref={ref}
      method="post"
      action={`/pending-work-logs/review${search ? `?${search}` : ''}`}
      noValidate
      className="review-form"
    >
      {isShown.size > 0 || selected.size > 0 ? (
        <>
          <FormToken />
          <input type="hidden" name="oneTimeKey" value={oneTimeKey} />
          {[...selected]
            .filter((id) => !isShown.has(id))
            .map((id) => (
              <input key={id} type="hidden" name="ids" value={id} />
            ))}
          <EnterButton name={PRESS} value={SAVE_ALL}>
            Save all
          </EnterButton>
          <BulkBar
            canRewrite={props.canRewrite}
            selected={selected.size}
            matching={props.matching}
            isAllSelected={isShown.size > 0 && [...isShown].every((id) => selected.has(id))}
            typed={refused?.typed[BAR]}
            errors={refused?.errors[BAR]}
            onSelectAll={(isSelected) => {
              for (const box of boxesIn(ref.current)) box.checked = isSelected;
              const twins = ref.current?.querySelectorAll<HTMLInputElement>(`[name="${TWINS}"]`);
              for (const box of twins ?? []) box.checked = isSelected;
              if (ref.current) select(readFrom(ref.current, now.current));
            }}
            onDrop={() => {
              select(new Set());
            }}
          />
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
 * The rows, and the lists that their fields pick from. The first ones stay the server's HTML, in
 * which no script draws anything, until there are other ones.
 */
function Rows(props: RowsProps) {
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
}

/** Takes what was typed, and the focus, from rows of the server over to drawn ones. */
function useTypedBefore(ref: RefObject<HTMLElement>, isOfServer: boolean) {
  const [kept] = useState(() => ({
    texts: new Map<string, string>(),
    focus: null as Place | null,
  }));
  useEffect(() => {
    const rows = ref.current;
    if (!isOfServer || !rows) return;
    const noteFocus = ({ target }: Event) => {
      kept.focus =
        target instanceof Element && rows.contains(target) ? placeOf(target, rows) : null;
    };
    const noteText = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) kept.texts.set(target.name, target.value);
    };
    // A change is sent: the rows that come have it, or say why not.
    const noteSent = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) kept.texts.delete(target.name);
    };
    document.addEventListener('focusin', noteFocus);
    rows.addEventListener('input', noteText);
    rows.addEventListener('change', noteSent);
    return () => {
      document.removeEventListener('focusin', noteFocus);
      rows.removeEventListener('input', noteText);
      rows.removeEventListener('change', noteSent);
    };
  }, [ref, isOfServer, kept]);
  return (rows: HTMLElement) => {
    for (const [name, text] of kept.texts) {
      const field = rows.querySelector<HTMLInputElement>(`[name="${name}"]`);
      if (field) field.value = text;
    }
    kept.texts.clear();
    if (kept.focus === null || document.activeElement !== document.body) return;
    goalIn(rows, kept.focus)?.focus({ preventScroll: true });
  };
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
    alike: `[name^="${name.split(':')[0] ?? ''}"]${value.includes(':') ? `[value^="${value.split(':')[0] ?? ''}:"]` : ''}`,
  };
}

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
      </datalist>
      <table className="review-table">
        <caption className="sr-only">Completed tasks, newest first</caption>
        <thead>
          <tr>
            <th scope="col" className="col-select">
              <span className="sr-only">Select</span>
            </th>
            <th scope="col">Task Name</th>
            <th scope="col" className="col-project">
              Project
            </th>
            <th scope="col" className="col-instant">
              Completed At
            </th>
            <th scope="col" className="col-duration">
              Duration
            </th>
            <th scope="col" className="col-client">
              Client
            </th>
            <th scope="col" className="col-type">
              Work Type
            </th>
            <th scope="col" className="col-status">
              Status
            </th>
            <th scope="col" className="col-actions">
              Actions
            </th>
          </tr>
        </thead>
        {parts.groups.map((group) => {
          const keys = [keyOf(group.map(({ id }) => id)), ...group.map(({ id }) => String(id))];
          const isRefused = refused && keys.some((key) => key in refused.typed);
          return (
            <ReviewGroup
              key={group[0].id}
              group={group}
              search={search}
              ticked={ticked}
              refused={isRefused ? refused : null}
            />
          );
        })}
      </table>
    </>
  );
}

/**
 * Follows what is ticked. A listener of its own, since React knows nothing of the server's rows; and
 * the style sheet learns that scripts run.
 */
function useTicks(
  form: RefObject<HTMLFormElement>,
  { select, now }: ReturnType<typeof useSelection>,
): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    element.setAttribute('data-hydrated', '');
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
      if (target.name === TWINS) {
        const ids = new Set((idsOfKey(target.value) ?? []).map(String));
        for (const box of boxesIn(element)) if (ids.has(box.value)) box.checked = target.checked;
      } else if (target.name === 'ids') untickTwins(element, target);
      else return;
      select(readFrom(element, now.current));
    };
    element.addEventListener('change', follow);
    return () => {
      element.removeEventListener('change', follow);
    };
  }, [form, select, now]);
}

/** A group of which one is unticked is no longer ticked as a whole. */
function untickTwins(form: HTMLElement, box: HTMLInputElement): void {
  if (box.checked) return;
  for (const twins of form.querySelectorAll<HTMLInputElement>(`input[name="${TWINS}"]`)) {
    if (idsOfKey(twins.value)?.includes(Number(box.value))) twins.checked = false;
  }
}

/** With Shift, a box sets those between it and the one before it, too. */
function useRanges(
  form: RefObject<HTMLFormElement>,
  { select, now }: ReturnType<typeof useSelection>,
) {
  const last = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    const element = form.current;
    const follow = (event: MouseEvent) => {
      const box = event.target;
      if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox' || !form.current) return;
      const shown = [
        ...form.current.querySelectorAll<HTMLInputElement>('.select-cell input'),
      ].filter((one) => one.getClientRects().length > 0);
      const [from, to] = [last.current ? shown.indexOf(last.current) : -1, shown.indexOf(box)];
      if (to === -1) return;
      last.current = box;
      if (!event.shiftKey || from === -1) return;
      const wanted = new Set<number>();
      for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
        for (const id of idsOfKey(one.value) ?? []) wanted.add(id);
      }
      const next = new Set(now.current);
      for (const id of wanted) {
        if (box.checked) next.add(id);
        else next.delete(id);
      }
      // After the box's own change.
      queueMicrotask(() => {
        select(next);
      });
    };
    element?.addEventListener('click', follow);
    return () => {
      element?.removeEventListener('click', follow);
    };
  }, [form, select, now]);
}

/**
 * Shows what the server has in fields that were not typed into since they were sent: fields keep
 * what is in them as their row is drawn anew.
 */
function useFreshTexts(
  form: RefObject<HTMLFormElement>,
  { oneTimeKey }: Pick<TableProps, 'oneTimeKey'>,
): void {
  const seen = useRef(oneTimeKey);
  useEffect(() => {
    if (seen.current === oneTimeKey) return;
    seen.current = oneTimeKey;
    const bar = form.current?.querySelectorAll<HTMLInputElement>('[data-bar]') ?? [];
    for (const field of bar) if (field !== document.activeElement) field.value = '';
  }, [form, oneTimeKey]);
}
