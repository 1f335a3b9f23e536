import { useLocation } from '@remix-run/react';
import {
  useEffect,
  useRef,
  lazy,
  Suspense,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { controlProps, FieldFrame, initialText, type FieldState } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { isSaved, startAnew } from '../../ui/scripts/kept-typing.ts';
import { useContinuesIn } from '../../ui/toast/toast.ts';
import { LINE_PATH } from './line-path.ts';
import { useTypedEarly } from '../../ui/scripts/hydration.ts';
import type { LineData } from './line.server.ts';
import type { Control } from './name-completions.tsx';

/** No answer ever comes back to this form, so lists need not load what reads answers. */
const FIELD: FieldState = {
  id: 'inline-line-line',
  name: 'line',
  errorId: 'inline-line-line-error',
  descriptionId: 'inline-line-line-description',
};

type InlineLineProps = {
  oneTimeKey: string;
  start?: string;
  /** A line as one might write it, shown while the field is empty. */
  example?: string | null;
};

/** The field for a line on another screen. The page of the line logs it and comes back, or asks for the rest. */
export function InlineLine({ oneTimeKey, start = '', example }: InlineLineProps) {
  const { pathname, search } = useLocation();
  const afterSending = useFreshField(oneTimeKey, FIELD.id, start);
  const isContinued = useContinuesIn('line');
  return (
    <PostForm
      form={{ id: 'inline-line' }}
      action={LINE_PATH}
      oneTimeKey={oneTimeKey}
      className="no-print"
      preventScrollReset
      onSubmit={afterSending}
    >
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      <LineField
        field={{ ...FIELD, initialValue: start }}
        autoFocus={isContinued}
        example={example}
        action={<Button>Log</Button>}
      />
    </PostForm>
  );
}

/**
 * Once a line was logged, which a new one-time key shows, empties the field but for what it starts with, and
 * puts the focus back. A line that somebody typed meanwhile, on a slow connection, stays.
 */
export function useFreshField(oneTimeKey: string, fieldId: string, start = ''): () => void {
  const sent = useRef<{ oneTimeKey: string; text: string } | null>(null);
  useEffect(() => {
    const before = sent.current;
    if (before === null || before.oneTimeKey === oneTimeKey) return;
    const field = fieldOf(fieldId);
    // A key that came with another answer: this line was not logged yet, or it was refused while something
    // else was pressed.
    if (field?.form && !isSaved(field.form)) return;
    sent.current = null;
    if (field?.value !== before.text) return;
    field.value = start;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field.form) startAnew(field.form);
    field.focus({ preventScroll: true });
  }, [oneTimeKey, fieldId, start]);
  return () => {
    sent.current = { oneTimeKey, text: fieldOf(fieldId)?.value ?? '' };
  };
}

/** Fills a field that is still empty, as if it was typed. */
export function fillField(id: string, text: string): void {
  const field = fieldOf(id);
  if (field?.value !== '') return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function fieldOf(id: string): Control | null {
  const field = document.getElementById(id);
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText ? field : null;
}

/** Fetched when a field for a line gets the focus. Where the connection loses it, the server reads the line. */
const LiveLine = lazy(() => import('./live-line.tsx').catch(() => ({ default: () => null })));

const HINT = 'Duration, client, work type, what you did, and the day, in any order';

type LineFieldProps = {
  field: FieldState;
  action?: ReactNode;
  rows?: number;
  /** The names, where the screen has them; else they are fetched. */
  data?: LineData;
  autoFocus?: boolean;
  example?: string | null;
};

/** The field for a line; with `rows` it takes several. */
export function LineField({ field, action, rows, data, autoFocus, example }: LineFieldProps) {
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
    placeholder: example ?? undefined,
    defaultValue: initialText(field),
    onFocus: ({ currentTarget }: FocusEvent<Control>) => {
      if (currentTarget.value === '') setIsLive(true);
    },
    onInput: () => {
      setIsLive(true);
    },
  };
  return (
    <FieldFrame
      field={field}
      label="Log in one line"
      hint={HINT}
      className={rows === undefined ? 'field line-field' : 'field'}
    >
      <div className="relative flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          {rows === undefined ? (
            <input
              type="text"
              enterKeyHint="done"
              autoFocus={autoFocus}
              {...attributes}
              ref={ref as RefObject<HTMLInputElement>}
              onPaste={pasteLines}
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
    </FieldFrame>
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
function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const { form, name, value, selectionStart, selectionEnd } = input;
  const isSeveral = pasted.trim().split(/[\r\n]+/).length > 1;
  if (!isSeveral || !form || !('requestSubmit' in form)) return;
  event.preventDefault();
  const lines = document.createElement('textarea');
  lines.hidden = true;
  lines.value = value;
  lines.setRangeText(pasted, selectionStart ?? value.length, selectionEnd ?? value.length);
  form.append(lines);
  [lines.name, input.name] = [name, ''];
  form.requestSubmit();
  input.name = name;
  lines.remove();
}
