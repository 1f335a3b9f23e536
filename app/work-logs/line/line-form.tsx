import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { FieldState } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { isSaved, startAnew } from '../../ui/scripts/kept-typing.ts';
import { useContinuesIn } from '../../ui/toast/continued.ts';
import { LineField } from './line-field.tsx';
import { LINE_PATH } from './line-path.ts';

const FORM = { id: 'inline-line' };
/** No answer ever comes back to this form, so lists need not load what reads answers. */
const FIELD: FieldState = {
  id: 'inline-line-line',
  name: 'line',
  errorId: 'inline-line-line-error',
  descriptionId: 'inline-line-line-description',
};

/**
 * The field for a line on a screen of other things. It posts to the page of the line, which logs it
 * and comes back, or asks there for what the line does not say.
 */
export function InlineLine({
  oneTimeKey,
  start = '',
}: {
  oneTimeKey: string;
  /** What every line begins with, such as the name of a client. */
  start?: string;
}) {
  const { pathname, search } = useLocation();
  const afterSending = useFreshField(oneTimeKey, FIELD.id, start);
  const isContinued = useContinuesIn('line');
  return (
    <PostForm
      form={FORM}
      action={LINE_PATH}
      oneTimeKey={oneTimeKey}
      className="no-print card px-4 py-3"
      preventScrollReset
      onSubmit={afterSending}
    >
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      <LineField
        field={{ ...FIELD, initialValue: start }}
        autoFocus={isContinued}
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

function fieldOf(id: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = document.getElementById(id);
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText ? field : null;
}
