import { useForm } from '@conform-to/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { send, show } from '../../../auth/press.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { requiredText } from '../../../lib/fields.ts';
import { pageTitle } from '../../../lib/product.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../../ui/dialog/route-dialog.tsx';
import { PostForm } from '../../../ui/form.tsx';
import { TextAreaField } from '../../../ui/more-fields.tsx';
import { beginLook, storeNames } from '../upload.server.ts';

export const meta = pageTitle('A list of clients');

const NamesForm = z.object({ names: requiredText('Paste at least one name.', 200_000) });

export const loader = show(() => ({ oneTimeKey: newOneTimeKey() }));

export const action = send({ schema: NamesForm }, ({ context, user }) => ({
  wait: async ({ names }, key) =>
    beginLook(context, user, { file: await storeNames(context, names), refusal: null, key }),
  goTo: (id) => `/import/${id}`,
  success: () => null,
  failure: 'Failed to read the list',
}));

/** A list of clients that is pasted, to be looked at as a file is. */
export default function Names() {
  const { oneTimeKey } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<{ names: string }>({ id: 'names', lastResult });
  return (
    <RouteDialog title="A list of clients" backTo="/import">
      <PostForm form={form} oneTimeKey={oneTimeKey} className="grid gap-4">
        <TextAreaField
          field={fields.names}
          label="Names"
          hint="One name a line. You check them before they are added."
          rows={10}
        />
        <DialogActions>
          <Button>Check names</Button>
        </DialogActions>
      </PostForm>
    </RouteDialog>
  );
}
