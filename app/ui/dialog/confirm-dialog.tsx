import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { PostForm } from '../form.tsx';
import { CancelLink, DialogActions, RouteDialog } from './route-dialog.tsx';

/** A question with two buttons: one does it, one cancels. */
export function ConfirmDialog({
  title,
  backTo,
  confirmLabel,
  oneTimeKey,
  version,
  details,
  children,
}: {
  title: string;
  backTo: string;
  /** Null where there is nothing to confirm any more, as the text then says. */
  confirmLabel: string | null;
  oneTimeKey: string;
  /** The version of the record in the question, where the question shows what may change meanwhile. */
  version?: number;
  /** What stands below the question, inside the form: a list, a hidden field. */
  details?: ReactNode;
  children: ReactNode;
}) {
  return (
    <RouteDialog title={title} backTo={backTo}>
      <PostForm form={{ id: 'confirm' }} oneTimeKey={oneTimeKey} className="parts">
        {version === undefined ? null : <input type="hidden" name="version" value={version} />}
        <p className="text-sm wrap-anywhere">{children}</p>
        {details}
        <DialogActions
          leave={
            <CancelLink data-initial-focus="">
              {confirmLabel === null ? 'Close' : 'Cancel'}
            </CancelLink>
          }
        >
          {confirmLabel === null ? null : <Button variant="danger">{confirmLabel}</Button>}
        </DialogActions>
      </PostForm>
    </RouteDialog>
  );
}
