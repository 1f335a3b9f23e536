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

/** The drafts of all that waits, each dated, due and divided as its client wants it, from the Dashboard. */
const allDrafts: Steps = async (hands) => {
  await hands.click({ role: 'link', name: 'Invoices' });
  await hands.click({ role: 'link', name: 'Create invoices' });
  await hands.click({ role: 'button', name: /^Create \d+ invoices in Xero$/ });
  await hands.isTold('Successfully created');
};

/** At least as many drafts as the sample has months to invoice, and of each profile what it asks for. */
function hasAllDrafts(world: World): Promise<void> {
  const { monthEnd, inDays, byJob } = world.draftsByProfile();
  const faults = [
    world.openDrafts() < 30 && `only ${world.openDrafts()} drafts`,
    monthEnd.some(({ date }) => !/-(?:28|29|30|31)$/.test(date)) && 'a day in a month',
    inDays.some(({ days }) => days !== 14) && 'another term',
    byJob.every(({ reference }) => !reference.startsWith('PO of a job ')) && 'no invoice of a job',
    [monthEnd, inDays, byJob].some(({ length }) => length === 0) && 'a client without a draft',
  ].filter(Boolean);
  return faults.length > 0
    ? Promise.reject(new Error(`Wrong: ${faults.join(', ')}`))
    : Promise.resolve();
}

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
  {
    what: 'The drafts of a month’s end, of clients with three profiles',
    by: 'mouse',
    promise: 5,
    isPromisedWithout: true,
    before: (world) => world.takeBackDrafts(),
    steps: { scripts: allDrafts, none: allDrafts },
    check: hasAllDrafts,
  },
];
