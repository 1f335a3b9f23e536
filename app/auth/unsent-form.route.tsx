import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '../lib/product.ts';
import { Button } from '../ui/button.tsx';
import { PlainPage } from '../ui/dialog/plain-page.tsx';
import { FormToken } from '../ui/form.tsx';
import { show } from './press.server.ts';
import { unsentForms, type UnsentForm } from './unsent-form.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(titleOf(data?.forms ?? []))({ matches });

export const loader = show(({ request, context, user }) => {
  const forms = unsentForms(context).find(request, user.id);
  return forms.length === 0 ? redirect('/') : { forms };
});

/** Asks for the form with what is in it, as "Add Item" does; that saves nothing. */
const SHOW_AGAIN = JSON.stringify({ type: 'validate', payload: { name: 'none' } });

const titleOf = (forms: Pick<UnsentForm, 'isUndo'>[]) =>
  forms.length > 0 && forms.every(({ isUndo }) => isUndo)
    ? 'Your Undo was kept'
    : 'What you typed was kept';

function sentenceFor([form, ...others]: UnsentForm[]): string {
  if (others.length > 0) {
    return 'You were signed out when you sent these, so they were not saved. The newest is first. Each opens in its own tab, and all are kept here for an hour.';
  }
  return form?.isUndo
    ? 'You were signed out when you pressed Undo. Press it again.'
    : 'You were signed out when you sent the form, so it was not saved.';
}

/** Leads back to forms that were posted after their session had ended, filled in as they were; an Undo is pressed here. */
export default function UnsentFormPage() {
  const { forms } = useLoaderData<typeof loader>();
  const isOne = forms.length === 1;
  return (
    <PlainPage title={titleOf(forms)}>
      <p>{sentenceFor(forms)}</p>
      {forms.map((form, index) => (
        <KeptForm key={index} form={form} isOne={isOne} />
      ))}
    </PlainPage>
  );
}

function KeptForm({ form, isOne }: { form: UnsentForm; isOne: boolean }) {
  const { path, fields, isUndo, name } = form;
  return (
    <form method="post" action={path} target={isOne ? undefined : '_blank'}>
      {isOne || isUndo ? null : <p className="mb-2 break-words">{name}</p>}
      <FormToken />
      {fields.map(([field, text], index) => (
        <input key={index} type="hidden" name={field} value={text} />
      ))}
      {isUndo ? (
        <Button>Undo</Button>
      ) : (
        <Button
          name="__intent__"
          value={SHOW_AGAIN}
          aria-label={isOne ? undefined : `Back to ${name}`}
        >
          Back to the form
        </Button>
      )}
    </form>
  );
}
