import { useForm } from '@conform-to/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import type { FormReply } from '../../http/form/form.server.ts';
import { withNewKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { saveEditedTarget, targetMadeFrom, TargetForm } from './week.server.ts';

export const meta = pageTitle('Working Week');

export const loader = show(({ context }) => withNewKey(targetMadeFrom(context)));

export const action = send({ schema: TargetForm }, ({ context }) => ({
  run: ({ target }, form) => {
    saveEditedTarget(context, form, target);
  },
  version: () => targetMadeFrom(context).version,
  goTo: '/settings/account',
  success: 'Working week saved successfully',
  failure: 'Failed to save the working week',
}));

export default function Target() {
  const madeFrom = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Working Week" backTo="/settings/account">
      <TargetFields key={reply?.remade} madeFrom={madeFrom} reply={reply} />
    </RouteDialog>
  );
}

type TargetFieldsProps = {
  madeFrom: { version: number; values: { target: string }; oneTimeKey: string };
  reply: FormReply | undefined;
};

function TargetFields({ madeFrom, reply }: TargetFieldsProps) {
  const [form, fields] = useForm<typeof madeFrom.values>({
    id: 'target',
    lastResult: reply?.result,
    defaultValue: madeFrom.values,
  });
  return (
    <PostForm
      form={form}
      madeFrom={madeFrom}
      oneTimeKey={madeFrom.oneTimeKey}
      className="grid gap-4"
    >
      <TextField
        field={fields.target}
        label="Target (hours a day)"
        hint="Such as 7.5, 7:30 or 7h 30m. Leave empty for none."
      />
      <DialogActions>
        <Button>Save</Button>
      </DialogActions>
    </PostForm>
  );
}
