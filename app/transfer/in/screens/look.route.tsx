import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../../auth/guard.server.ts';
import { showOf } from '../../../auth/press.server.ts';
import { Nothing, parseFields, readForm } from '../../../http/form/form.server.ts';
import { toIdOf } from '../../../http/once/once-given.server.ts';
import { errorToast, orPage, submit } from '../../../http/form/submit.server.ts';
import { pageTitle } from '../../../lib/product.ts';
import type { ToastMessage } from '../../../ui/toast/toast.ts';
import { loadLook } from './import-screen.server.ts';
import { pressLook, type Pressed } from './look-form.server.ts';
import { LookScreen } from './look-screen.tsx';

export const meta = pageTitle('What the file holds');

export const loader = showOf('import', ({ context, id, url: { searchParams } }) => {
  const after = Number(searchParams.get('after') ?? 0);
  return loadLook(context, id, {
    after: Number.isSafeInteger(after) ? after : 0,
    choosesColumns: searchParams.get('columns') === 'anew',
  });
});

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const id = orPage(() => toIdOf('import', params.id));
  const fields = await readForm(request);
  return submit(context, parseFields(request, copyOf(fields), Nothing), {
    wait: () => pressLook(context, user, { id, form: fields }),
    goTo: pageAfter,
    success: toastFor,
    failure: 'Failed to import the file',
    toastFor: ({ message }) => errorToast(message),
  });
}

/** The fields without those whose names are no names of ours: `mend:12:3`. */
function copyOf(fields: FormData): FormData {
  const copy = new FormData();
  for (const name of ['oneTimeKey', 'formToken', 'press']) {
    const value = fields.get(name);
    if (typeof value === 'string') copy.set(name, value);
  }
  return copy;
}

function pageAfter({ id, choosesColumns }: Pressed): string {
  if (id === null) return '/import';
  return choosesColumns ? `/import/${id}?columns=anew` : `/import/${id}`;
}

function toastFor({ id, ended }: Pressed): ToastMessage | null {
  if (id === null) return { text: 'The file was removed without importing it.' };
  return ended === 'done' ? { text: 'Imported', undo: `/import/${id}/undo` } : null;
}

export default function Look() {
  const reply = useActionData<typeof action>();
  const look = useLoaderData<typeof loader>();
  return <LookScreen {...look} look={look} reply={reply?.result} />;
}
