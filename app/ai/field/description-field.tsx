import { useFetcher } from '@remix-run/react';
import { Sparkles } from 'lucide-react';
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { FieldState } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/more-fields.tsx';
import type { ShownRewrite } from '../compare/compare.server.ts';
import { WordChangesView } from '../compare/word-changes-view.tsx';
import type { RewriteAnswer } from '../rewrite.server.ts';
import { REWRITE_ADDRESS, REWRITE_FIELDS, type RewritePress } from './rewrite-fields.ts';

/** A description with "Regenerate with AI"; without scripts, the form comes back with the new text. */
export function DescriptionField({
  field,
  rewrite,
  rows,
  hint,
}: {
  field: FieldState;
  /** The server's rewrite, when the button sent the form. */
  rewrite: ShownRewrite | undefined;
  rows?: number;
  hint?: ReactNode;
}) {
  const fetcher = useFetcher<RewriteAnswer>();
  const { shown, setShown, error } = useAnswer(fetcher.data, field.id, rewrite);
  const isBusy = fetcher.state !== 'idle';

  const press = (event: MouseEvent, what: RewritePress) => {
    // Without scripts this does not run, and the button sends the form.
    event.preventDefault();
    switch (what) {
      case 'write':
        setShown(null);
        fetcher.submit(
          { description: textIn(field.id) },
          { method: 'post', action: REWRITE_ADDRESS },
        );
        return;
      case 'use':
        if (!shown) return;
        // Undo brings back the present text.
        setShown({ ...shown, before: textIn(field.id), state: 'applied' });
        putText(field.id, shown.after);
        return;
      case 'undo':
        if (shown) putText(field.id, shown.before);
        setShown(null);
        return;
      case 'keep':
        setShown(null);
        return;
    }
  };

  return (
    <div className="grid gap-2">
      <TextAreaField field={field} label="Description" rows={rows} hint={hint} />
      <div>
        <Button
          variant="secondary"
          name={REWRITE_FIELDS.press}
          value="write"
          disabled={isBusy}
          onClick={(event) => {
            press(event, 'write');
          }}
        >
          <Sparkles aria-hidden="true" className="size-4" />
          {isBusy ? 'Regenerating…' : 'Regenerate with AI'}
        </Button>
      </div>
      {error === null ? null : <Alert variant="destructive">{error}</Alert>}
      {shown ? <RewritePanel rewrite={shown} onPress={press} /> : null}
    </div>
  );
}

type Shown = { rewrite: ShownRewrite | null; answer: RewriteAnswer | undefined };

/** The rewrite below the field: at first that of the server's page, then those that scripts fetched. */
function useAnswer(
  answer: RewriteAnswer | undefined,
  fieldId: string,
  rewrite: ShownRewrite | undefined,
) {
  const [state, setState] = useState<Shown>({ rewrite: rewrite ?? null, answer: undefined });
  // Taken over during rendering, while the field still has what was typed.
  if (answer && answer !== state.answer) {
    setState({
      answer,
      rewrite: 'error' in answer ? null : offerIfEdited(answer.rewrite, fieldId),
    });
  }
  const arrived = answer && 'rewrite' in answer ? answer.rewrite : null;
  useEffect(() => {
    if (arrived && offerIfEdited(arrived, fieldId).state === 'applied')
      putText(fieldId, arrived.after);
  }, [arrived, fieldId]);
  return {
    shown: state.rewrite,
    setShown: (shown: ShownRewrite | null) => {
      setState({ answer, rewrite: shown });
    },
    error: answer && 'error' in answer ? answer.error : null,
  };
}

/** A rewrite that arrives after the person has gone on typing is only offered. */
function offerIfEdited(arrived: ShownRewrite, fieldId: string): ShownRewrite {
  const isUntouched = textIn(fieldId).trim() === arrived.before;
  return isUntouched ? arrived : { ...arrived, state: 'offered' };
}

function fieldIn(id: string): HTMLTextAreaElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element : null;
}

function textIn(id: string): string {
  return fieldIn(id)?.value ?? '';
}

/** Sets the text as if it was typed, so that whatever follows the form's input notices. */
function putText(id: string, text: string): void {
  const field = fieldIn(id);
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function RewritePanel({
  rewrite,
  onPress,
}: {
  rewrite: ShownRewrite;
  onPress: (event: MouseEvent, what: RewritePress) => void;
}) {
  const { before, after, changes, warnings, state } = rewrite;
  const isSame = changes.every(({ kind }) => kind === 'same');
  const button = (what: RewritePress, text: string) => (
    <Button
      variant="secondary"
      name={REWRITE_FIELDS.press}
      value={what}
      onClick={(event) => {
        onPress(event, what);
      }}
    >
      {text}
    </Button>
  );
  return (
    <section
      aria-label="Changes by AI"
      className="grid gap-3 rounded-lg border border-line bg-sunken px-4 py-3 text-sm"
    >
      <input type="hidden" name={REWRITE_FIELDS.before} value={before} />
      <input type="hidden" name={REWRITE_FIELDS.after} value={after} />
      <p className="font-medium">{headingFor(rewrite, isSame)}</p>
      {warnings.length > 0 ? (
        <Alert variant="destructive" title="Check the facts">
          {warnings.join(' ')}
        </Alert>
      ) : null}
      {isSame ? null : <WordChangesView changes={changes} />}
      <div className="flex flex-wrap gap-2">
        {state === 'applied' ? (
          button('undo', 'Undo')
        ) : (
          <>
            {button('use', 'Use this text')}
            {button('keep', 'Keep my text')}
          </>
        )}
      </div>
    </section>
  );
}

function headingFor({ state, warnings }: ShownRewrite, isSame: boolean): string {
  if (isSame) return 'No changes needed.';
  if (state === 'applied') return 'The new text is in the field. What changed:';
  if (warnings.length > 0) return 'Your text is still in the field. What the AI would change:';
  return 'You changed your text, and it is still in the field. What the AI would change:';
}
