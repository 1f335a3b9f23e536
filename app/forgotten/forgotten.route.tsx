import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { send, show } from '../auth/press.server.ts';
import { invalid } from '../lib/errors.ts';
import { optionalId } from '../lib/fields.ts';
import { pageTitle } from '../lib/product.ts';
import { loggedWithUndo } from '../work-logs/logged.server.ts';
import {
  LISTED_AGAIN,
  leaveFindings,
  putBackFinding,
  repeatMissing,
  setBillable,
} from './forgotten.server.ts';
import { addressOf, loadForgotten } from './forgotten-screen.server.ts';
import { ForgottenScreen } from './forgotten-screen.tsx';

const PressForm = z.object({
  leave: z.string().max(100).optional(),
  leaveAll: z.string().max(4_000).optional(),
  billable: optionalId,
  repeat: optionalId,
  back: optionalId,
});

export const meta = pageTitle('Forgotten work');

export const loader = show(({ context, url }) => {
  const { sections, ...screen } = loadForgotten(context, url);
  const brief = sections.map(({ reason, title, count, sum }) => ({ reason, title, count, sum }));
  // The rows are most of the page; its scripts have none to draw.
  if (!context.isDataRequest) context.pageOnly = { forgotten: sections };
  return { ...screen, sections: brief, listed: context.isDataRequest ? sections : null };
});

export const action = send({ schema: PressForm, isOncePerButton: true }, ({ context, url }) => ({
  button: true,
  run: ({ leave, leaveAll, billable, repeat, back }) => {
    if (billable !== null) return setBillable(context, billable, true);
    if (repeat !== null) return loggedWithUndo(repeatMissing(context, repeat));
    if (back !== null) {
      putBackFinding(context, back);
      return { text: LISTED_AGAIN };
    }
    const named = leaveAll ?? leave;
    if (named === undefined) throw invalid('leave', 'Choose what to leave.');
    const all = leaveFindings(context, named);
    const [first] = all;
    const undo = `/forgotten/${first?.id ?? 0}/put-back`;
    if (all.length === 1) return { title: 'Left as is', text: first?.name ?? '', undo };
    const last = all.at(-1)?.id ?? 0;
    return { title: 'Left as is', text: `${all.length} things`, undo: `${undo}?last=${last}` };
  },
  goTo: addressOf(url),
  success: (toast) => toast,
  failure: 'No changes were made',
}));

export default function ForgottenWork() {
  return <ForgottenScreen {...useLoaderData<typeof loader>()} />;
}
