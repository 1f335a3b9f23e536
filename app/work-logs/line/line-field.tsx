import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { controlProps, FieldErrors, type FieldState } from '../../ui/field.tsx';
import { useTypedEarly } from '../../ui/scripts/hydration.ts';
import type { LineData } from './line-screen.server.ts';

/**
 * Shows what is understood while somebody types. It is fetched when a field for a line gets the focus. Where the
 * connection loses it, the line is read when it is sent.
 */
const LiveLine = lazy(() => import('./live-line.tsx').catch(() => ({ default: () => null })));

type Control = HTMLInputElement | HTMLTextAreaElement;

const HINT =
  'Duration, client, work type, description, day: 1h30 thorn remote mailbox full yesterday';

/** The field for a line; with `rows` it takes several. */
export function LineField({
  field,
  action,
  rows,
  data,
  autoFocus,
}: {
  field: FieldState;
  /** The button beside the field. */
  action?: ReactNode;
  rows?: number;
  /** The names, where the screen has them; else they are fetched. */
  data?: LineData;
  autoFocus?: boolean;
}) {
  const ref = useRef<Control>(null);
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const control = ref.current;
    if (!control) return;
    // Somebody may have typed before the scripts ran. A line that came with the page is left: the server has
    // read it.
    const isTyped = control.value !== control.defaultValue;
    if (isTyped || (document.activeElement === control && control.value === '')) setIsLive(true);
  }, []);
  const attributes = {
    ...controlProps(field, HINT),
    className: 'control',
    // Where no script completes names, the browser keeps the line, and fills it in after Back.
    autoComplete: isLive ? 'off' : undefined,
    autoCapitalize: 'none',
    spellCheck: false,
    defaultValue: typeof field.initialValue === 'string' ? field.initialValue : undefined,
    onFocus: ({ currentTarget }: FocusEvent<Control>) => {
      if (currentTarget.value === '') setIsLive(true);
    },
    onInput: () => {
      setIsLive(true);
    },
  };
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={field.id} className="text-sm font-medium">
        Log in one line
      </label>
      <div className="relative flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          {rows === undefined ? (
            <input
              type="text"
              enterKeyHint="done"
              autoFocus={autoFocus}
              {...attributes}
              ref={ref as RefObject<HTMLInputElement>}
              onPaste={(event) => {
                pasteLines(event.currentTarget, event.clipboardData.getData('text/plain'), event);
              }}
            />
          ) : (
            <SeveralLines
              {...attributes}
              rows={rows}
              control={ref as RefObject<HTMLTextAreaElement>}
            />
          )}
        </div>
        {action}
      </div>
      {isLive ? (
        <Suspense fallback={null}>
          <LiveLine control={ref} data={data} />
        </Suspense>
      ) : null}
      <p id={field.descriptionId} className="text-xs text-muted">
        {HINT}
      </p>
      <FieldErrors field={field} />
    </div>
  );
}

function SeveralLines({
  control,
  ...textarea
}: { control: RefObject<HTMLTextAreaElement>; id: string } & ComponentProps<'textarea'>) {
  useTypedEarly(control, textarea.id);
  return <textarea {...textarea} ref={control} autoFocus onKeyDown={sendOnEnter} />;
}

/** Enter sends, as in a field of one line; with Shift it begins another line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, altKey, nativeEvent, currentTarget, defaultPrevented } = event;
  if (key !== 'Enter' || shiftKey || altKey || nativeEvent.isComposing || defaultPrevented) return;
  const { form } = currentTarget;
  if (!form || !('requestSubmit' in form)) return;
  event.preventDefault();
  form.requestSubmit();
}

/** Sends several pasted lines at once, since a field of one line would run them together. */
function pasteLines(
  input: HTMLInputElement,
  pasted: string,
  event: { preventDefault: () => void },
): void {
  const { form, name, value, selectionStart, selectionEnd } = input;
  const isSeveral = pasted.trim().split(/[\r\n]+/).length > 1;
  if (!isSeveral || !form || !('requestSubmit' in form)) return;
  event.preventDefault();
  const lines = document.createElement('textarea');
  lines.hidden = true;
  lines.value =
    value.slice(0, selectionStart ?? value.length) +
    pasted +
    value.slice(selectionEnd ?? value.length);
  form.append(lines);
  [lines.name, input.name] = [name, ''];
  form.requestSubmit();
  input.name = name;
  lines.remove();
}
