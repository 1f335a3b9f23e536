import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../../auth/guard.server.ts';
import { Nothing, parseFields } from '../../../http/form/form.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { submit } from '../../../http/form/submit.server.ts';
import { pageTitle } from '../../../lib/product.ts';
import { loadImports } from './import-screen.server.ts';
import { ImportScreen } from './import-screen.tsx';
import { beginLook, readFileForm } from './receive-form.server.ts';

export const meta = pageTitle('Import');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { imports: loadImports(context), oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { fields, file, refusal } = await readFileForm(context, request);
  return submit(context, parseFields(request, fields, Nothing), {
    wait: (_, key) => beginLook(context, user, { file, refusal, key }),
    goTo: (id) => `/import/${id}`,
    success: () => null,
    failure: 'Failed to read the file',
    toastFor: () => null,
  });
}

export default function Import() {
  const reply = useActionData<typeof action>();
  return (
    <>
      <Outlet />
      <ImportScreen {...useLoaderData<typeof loader>()} reply={reply?.result} />
    </>
  );
}
