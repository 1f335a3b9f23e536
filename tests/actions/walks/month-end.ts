import type { Thing } from '../hands.ts';
import type { Mode, Steps, Walk } from '../walk.ts';
import type { World } from '../world.ts';

const OCTOBER = '/work-logs/create-invoices?startDate=2026-10-01&endDate=2026-10-31';
const DETAILS: Thing = { role: 'summary', name: /^Details of / };
const EDIT: Thing = { role: 'button', name: /^Edit / };
const CREATE: Thing = { role: 'button', name: 'Create 1 invoice in Xero' };
const TEXT = 'Restored the backup of the accounts';
/** Each mode writes another text, so that the check sees its own. */
const textOf = (mode: Mode) => `${TEXT}, ${mode}`;
let written = '';

/** Each mode invoices another client, since an invoice stays. */
const CLIENTS: Record<Mode, string> = {
  scripts: 'Copper Kettle Cafés',
  none: 'Juniper & Rye Bakery',
};

const withPoNumber =
  (mode: Mode): Steps =>
  async (hands, world) => {
    await hands.opens(`${OCTOBER}&clientId=${world.clientIdOf(CLIENTS[mode])}`);
    await hands.rewrite('PO number or reference', `PO ${mode}`);
    await hands.rewrite('Invoice date', '2026-10-31');
    await hands.click(CREATE);
    await hands.isTold('Successfully created 1 invoice(s) in Xero for 1 client(s)');
  };

/** An invoice with the PO number and the date that were typed. */
async function hasDraft(world: World): Promise<void> {
  const draft = world.drafts().at(-1);
  if (!draft?.reference.startsWith('PO ') || draft.date !== '2026-10-31') {
    throw new Error(
      `The last draft is ${draft?.reference ?? 'none'} of ${draft?.date ?? 'no day'}`,
    );
  }
  await Promise.resolve();
}

const edit =
  (mode: Mode): Steps =>
  async (hands) => {
    written = textOf(mode);
    await hands.opens(OCTOBER);
    await hands.click(DETAILS);
    await hands.click(EDIT);
    await hands.rewrite('Description', written);
    await hands.click({ role: 'button', name: 'Save line' });
    // One is back where one was.
    await hands.isIn(/^Edit Restored the backup/);
  };

export const MONTH_END_WALKS: Walk[] = [
  {
    what: 'A wrong description in the preview of invoices, put right',
    by: 'mouse',
    promise: 3,
    isPromisedWithout: true,
    steps: { scripts: edit('scripts'), none: edit('none') },
    check: (world) =>
      world.descriptions().includes(written)
        ? Promise.resolve()
        : Promise.reject(new Error('The description was not saved')),
  },
  {
    what: 'An invoice with a PO number and a date of its own, from its preview',
    by: 'mouse',
    promise: 4,
    isPromisedWithout: true,
    steps: { scripts: withPoNumber('scripts'), none: withPoNumber('none') },
    check: hasDraft,
  },
];
