import { Fragment, type ReactNode } from 'react';
import type { FormReply } from '../http/form/form.server.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { whenLoaded, type MadeFrom } from '../ui/form.tsx';
import type { RecordHistory } from './record-history.server.ts';
import { RecordHistorySection } from './record-history.tsx';

/** What the form of a record is given, in the dialog that adds one and in the one that edits one. */
export type RecordFormProps<Values, Reply = FormReply> = {
  values: Partial<Values>;
  reply: Reply | undefined;
  submitLabel: string;
  /** Where the Delete button leads. A new record has none. */
  deletePath?: string;
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
};

type EditDialogProps<Values extends object, Reply> = {
  title: string;
  backTo: string;
  edited: {
    madeFrom: { version: number; values: Values } | null;
    history: RecordHistory;
    oneTimeKey: string;
  };
  reply: Reply | undefined;
  children: (form: Omit<RecordFormProps<Values, Reply>, 'submitLabel' | 'deletePath'>) => ReactNode;
};

/** The dialog that edits a record: its form, made anew for another version of it, and what became of the record. */
export function EditDialog<Values extends object, Reply extends FormReply>(
  props: EditDialogProps<Values, Reply>,
) {
  const { title, backTo, children } = props;
  const { madeFrom, history, oneTimeKey } = props.edited;
  const reply = whenLoaded(props.reply, madeFrom);
  const values = madeFrom?.values ?? {};
  return (
    <RouteDialog title={title} backTo={backTo}>
      <Fragment key={reply?.remade}>
        {children({ values, madeFrom: madeFrom ?? undefined, oneTimeKey, reply })}
      </Fragment>
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
