import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '../lib/product.ts';
import { Button } from '../ui/button.tsx';
import { PlainPage } from '../ui/dialog/plain-page.tsx';
import { FormToken } from '../ui/form.tsx';
import { requireUser } from './guard.server.ts';
import { unsentForms } from './unsent-form.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(titleOf(data?.isUndo ?? false))({ matches });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  return unsentForms(context).find(request, user.id) ?? redirect('/');
}

/** Asks for the form with what is in it, as "Add Item" does; that saves nothing. */
const SHOW_AGAIN = JSON.stringify({ type: 'validate', payload: { name: 'none' } });

const titleOf = (isUndo: boolean) => (isUndo ? 'Your Undo was kept' : 'What you typed was kept');

/** Leads back to a form that was posted after its session had ended, filled in as it was; an Undo is pressed here. */
export default function UnsentFormPage() {
  const { path, fields, isUndo } = useLoaderData<typeof loader>();
  return (
    <PlainPage title={titleOf(isUndo)}>
      <p>
        {isUndo
          ? 'You were signed out when you pressed Undo, so nothing was undone yet.'
          : 'You were signed out when you sent the form, so nothing was saved.'}
      </p>
      <form method="post" action={path}>
        <FormToken />
        {fields.map(([name, text], index) => (
          <input key={index} type="hidden" name={name} value={text} />
        ))}
        {isUndo ? (
          <Button>Undo</Button>
        ) : (
          <Button name="__intent__" value={SHOW_AGAIN}>
            Back to the form
          </Button>
        )}
      </form>
    </PlainPage>
  );
}
