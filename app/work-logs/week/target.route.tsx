import { useForm } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { toHoursInput } from '../../lib/duration.ts';
import { pageTitle } from '../../lib/product.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { readTarget, saveTarget } from './target.server.ts';
import { TargetForm } from './week.ts';

export const meta = pageTitle('Working Week');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const target = readTarget(context);
  return { target: target === null ? '' : toHoursInput(target) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return submit(context, {
    user: await requireUser(request, context),
    form: await parseForm(request, TargetForm),
    run: ({ target }) => {
      saveTarget(context, target);
    },
    goTo: '/settings',
    success: 'Working week saved successfully',
    failure: 'Failed to save the working week',
  });
}

export default function Target() {
  const values = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<typeof values>({
    id: 'target',
    lastResult: reply?.result,
    defaultValue: values,
  });
  return (
    <RouteDialog title="Working Week" backTo="/settings">
      <PostForm form={form} className="grid gap-4">
        <TextField
          field={fields.target}
          label="Target (hours a day)"
          hint="Such as 7.5, 7:30 or 7h 30m. Leave empty for none."
        />
        <DialogActions>
          <ButtonLink to="/settings" variant="secondary" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button>Save</Button>
        </DialogActions>
      </PostForm>
    </RouteDialog>
  );
}
