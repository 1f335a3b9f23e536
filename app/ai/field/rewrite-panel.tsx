import type { MouseEvent } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { REWRITE_FIELDS, type RewritePress } from './rewrite-fields.ts';
import type { ShownRewrite } from '../compare/compare.server.ts';
import { WordChangesView } from '../compare/word-changes-view.tsx';

/**
 * The changes between the old and the new text, the warnings, and the buttons to use, undo or keep.
 * Fields and buttons belong to the form around the panel.
 */
export function RewritePanel({
  rewrite,
  onPress,
}: {
  rewrite: ShownRewrite;
  onPress: (event: MouseEvent, what: RewritePress) => void;
}) {
  const { before, after, changes, warnings, state } = rewrite;
  const isSame = changes.every(({ kind }) => kind === 'same');
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
          <PanelButton what="undo" onPress={onPress}>
            Undo
          </PanelButton>
        ) : (
          <>
            <PanelButton what="use" onPress={onPress}>
              Use this text
            </PanelButton>
            <PanelButton what="keep" onPress={onPress}>
              Keep my text
            </PanelButton>
          </>
        )}
      </div>
    </section>
  );
}

function headingFor({ state, warnings }: ShownRewrite, isSame: boolean): string {
  if (isSame) return 'Nothing had to be changed.';
  if (state === 'applied') return 'The new text is in the field. What changed:';
  if (warnings.length > 0) return 'Your text is still in the field. What would change:';
  return 'Your text was changed meanwhile, and is still in the field. What would change:';
}

function PanelButton({
  what,
  onPress,
  children,
}: {
  what: RewritePress;
  onPress: (event: MouseEvent, what: RewritePress) => void;
  children: string;
}) {
  return (
    <Button
      variant="secondary"
      name={REWRITE_FIELDS.press}
      value={what}
      onClick={(event) => {
        onPress(event, what);
      }}
    >
      {children}
    </Button>
  );
}
