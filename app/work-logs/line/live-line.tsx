import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { asShown } from '../../lib/looks.ts';
import { isForeign } from '../../ui/scripts/proxy-answer.ts';
import { LINE_NAMES_PATH } from './line-path.ts';
import { NameCompletions, type Control, type Typed } from './name-completions.tsx';
import { lineReader } from './read-line.ts';
import { issuesOf, sayReading } from './say-line.ts';
import type { LineData } from './line.server.ts';

/** What is understood of a line while it is typed, and names that complete it. */
export default function LiveLine({
  control,
  data: given,
}: {
  control: RefObject<Control>;
  /** Where the screen has them already, the names are not fetched. */
  data: LineData | undefined;
}) {
  const typed = useTyped(control);
  const data = useLineData(given, typed.isFocused);
  const reader = useMemo(() => data && lineReader({ ...data.options, today: data.today }), [data]);
  const { line, count } = lineAt(typed);
  if (!data || !reader) return null;
  return (
    <>
      <NameCompletions control={control} typed={typed} data={data} />
      {line === '' ? null : (
        <Understood
          reading={reader(asShown(line))}
          options={data.options}
          line={count > 1 ? line : null}
        />
      )}
    </>
  );
}

/**
 * The names that a line may have. They are fetched once somebody is about to type one; as the field gets or loses the
 * focus again, where the connection lost them; and as it gets it, where they are a minute old, since the day may be
 * another. No form waits for them, as it would for a fetcher of Remix.
 */
function useLineData(given: LineData | undefined, isFocused: boolean): LineData | undefined {
  const [fetched, setFetched] = useState<{ data: LineData; at: number }>();
  const isAsking = useRef(false);
  const isGiven = given !== undefined;
  const fetchedAt = fetched?.at;
  useEffect(() => {
    const isOld = fetchedAt === undefined || (isFocused && performance.now() - fetchedAt > 60_000);
    if (isGiven || isAsking.current || !isOld) return;
    isAsking.current = true;
    void fetchNames().then((data) => {
      isAsking.current = false;
      if (data) setFetched({ data, at: performance.now() });
    });
  }, [isGiven, isFocused, fetchedAt]);
  return given ?? fetched?.data;
}

/** Gives null where the line lost them, or somebody else answered. */
async function fetchNames(): Promise<LineData | null> {
  try {
    const answer = await fetch(LINE_NAMES_PATH);
    // Ours by its headers, so it is what loadLineData gives.
    return answer.ok && !isForeign(answer) ? ((await answer.json()) as LineData) : null;
  } catch {
    return null;
  }
}

/** The text of a control and where its caret is, as they are now. */
function useTyped(control: RefObject<Control>): Typed {
  const [typed, setTyped] = useState<Typed>(() => typedIn(control.current));
  useEffect(() => {
    const element = control.current;
    if (!element) return;
    const take = () => {
      const now = typedIn(element);
      setTyped((before) =>
        before.text === now.text && before.caret === now.caret && before.isFocused === now.isFocused
          ? before
          : now,
      );
    };
    // A press elsewhere takes the focus, and the list of names closes. That may move the pressed button, so
    // the list closes only after the click.
    let isPressing = false;
    const leave = () => {
      if (!isPressing) take();
    };
    const press = ({ type }: Event) => {
      isPressing = type === 'mousedown';
      if (!isPressing) setTimeout(take);
    };
    const events = ['input', 'keyup', 'click', 'focus'];
    take();
    for (const name of events) element.addEventListener(name, take);
    element.addEventListener('blur', leave);
    for (const name of PRESSES) addEventListener(name, press, true);
    return () => {
      for (const name of events) element.removeEventListener(name, take);
      element.removeEventListener('blur', leave);
      for (const name of PRESSES) removeEventListener(name, press, true);
    };
  }, [control]);
  return typed;
}

const PRESSES = ['mousedown', 'mouseup'];

function typedIn(element: Control | null): Typed {
  if (!element) return { text: '', caret: 0, isFocused: false };
  const { value: text, selectionEnd } = element;
  const isFocused = document.activeElement === element;
  return { text, caret: selectionEnd ?? text.length, isFocused };
}

function lineAt({ text, caret }: Typed): { line: string; count: number } {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const end = text.indexOf('\n', caret);
  const line = text.slice(start, end < 0 ? undefined : end).trim();
  return { line, count: text.split('\n').filter((one) => one.trim() !== '').length };
}

type UnderstoodProps = {
  reading: Parameters<typeof sayReading>[0];
  options: LineData['options'];
  /** The line that this is about, where there are several. */
  line: string | null;
};

function Understood({ reading, options, line }: UnderstoodProps) {
  const { worth, ...said } = sayReading(reading, options);
  const issues = issuesOf(reading);
  return (
    <div className="grid min-w-0 gap-2" data-testid="understood">
      {line === null ? null : <p className="truncate text-xs text-muted">{line}</p>}
      <dl className="flex flex-wrap gap-2">
        {Object.values(said).map(({ label, text, isClear }) => (
          <div
            key={label}
            className={`min-w-0 rounded-lg px-2.5 py-1 text-xs ${isClear ? 'bg-sunken text-ink' : 'bg-warning-tint text-warning'}`}
          >
            <dt className="inline">{label}: </dt>
            <dd className="inline font-medium wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted" aria-live="polite">
        {issues.length > 0 ? issues.map(({ message }) => message).join(' ') : worth}
      </p>
    </div>
  );
}
