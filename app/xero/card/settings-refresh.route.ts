import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../lib/form.server.ts';
import { refreshAll } from '../connection/organisations.server.ts';
import { saveInSettings } from './settings-form.server.ts';

export function loader() {
  return redirect('/settings');
}

/** Reads from Xero again: the organisations, and what the active one is like. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return saveInSettings(context, {
    submission: (await parseForm(request, Nothing)).submission,
    run: () => refreshAll(context),
    success: 'Read from Xero again',
    failure: 'Failed to read from Xero',
  });
}
