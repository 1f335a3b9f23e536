import { ourFile } from '../data/imports.ts';
import { addRewrite } from '../data/rewrites.ts';
import { addUnmatched } from '../data/unmatched.ts';
import { form, type FormCase } from './form-case.ts';
import type { World } from './world.ts';

/** A client of its own with an hour to be invoiced, at the organisation that is connected by then. */
async function workToInvoice(world: World, n: number): Promise<void> {
  if (n === 1) {
    await world.connectXero();
    await world.post('/settings/xero/refresh');
  }
  world.addLog(`Invoiced ${n}`, { clientId: world.addClient(`Payer ${n}`), day: '2026-10-12' });
}

/** A draft of its own in Xero; gives its id. */
async function draftInvoice(world: World, n: number): Promise<number> {
  await workToInvoice(world, n);
  await world.api('POST', '/api/xero/create-invoices', {});
  await world.settled();
  return world.last('invoices');
}

/** An invoice of its own that was voided in Xero, as the product knows by now. Gives its id. */
async function voidedInvoice(world: World, n: number): Promise<number> {
  const id = await draftInvoice(world, n);
  const newest = world.xero.state().invoices.at(-1);
  if (newest === undefined) throw new Error('No invoice was made');
  world.xero.mark(newest.invoiceId, 'voided');
  await world.post('/work-logs/backfill');
  return id;
}

/** Invoice only in Xero, and the work on it; gives both ids. */
function unmatchedInvoice(world: World, n: number) {
  const client = `Lost ${n}`;
  const clientId = world.addClient(client);
  const logId = world.addLog(`Lost ${n}`, { clientId, day: '2026-10-12' });
  return { id: addUnmatched(world.server, { client, letter: 'ABCDEFGHJK'.charAt(n) }), logId };
}

/** A client of its own with work that is billable, but for one log; gives the log's id. */
function oddOneOut(world: World, n: number): number {
  const clientId = world.addClient(`Odd ${n}`);
  for (let count = 0; count < 5; count += 1) world.addLog(`Usual ${n}`, { clientId });
  const id = world.addLog(`Odd ${n}`, { clientId });
  world.server.services.db.$client
    .prepare('update work_logs set billable = 0 where id = ?')
    .run(id);
  return id;
}

const imported = (n: number) =>
  ourFile(`2026-03-02 10:00,Harbour Dental,Support,60,Imported ${n},true,60,,`);

/** A file that was sent and waits to be imported; gives the import's id. */
async function lookedAt(world: World, n: number): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob([imported(n)], { type: 'text/csv' }), `logs-${n}.csv`);
  const headers = { Origin: world.server.url, 'Sec-Fetch-Site': 'same-origin' };
  await world.visitor.send('/import', { method: 'POST', headers, body });
  await world.settled();
  return world.last('imports');
}

/** The forms of invoices, of forgotten work, of rewritten descriptions and of files that come in. */
export const INVOICE_FORMS: FormCase[] = [
  form('/work-logs/create-invoices', async (world, n) => {
    await workToInvoice(world, n);
    return { page: '/work-logs/create-invoices', press: ['press', 'create'] };
  }),
  form(
    '/work-logs/create-invoices',
    async (world, n) => {
      if (n === 1) await world.connectAi();
      await workToInvoice(world, n);
      return { page: '/work-logs/create-invoices', press: ['press', 'rewrite'] };
    },
    { what: 'rewrite', changes: false },
  ),
  form(
    '/work-logs/invoice-runs/:id',
    async (world, n) => {
      if (n === 1) await voidedInvoice(world, n);
      return { page: '/work-logs/invoice-runs/1', typed: {} };
    },
    { changes: false, noPage: 'Only a run whose outcome is unknown shows it.' },
  ),
  form(
    '/work-logs/invoice-runs/:id/free/:invoice',
    async (world, n) => {
      if (n === 1) await voidedInvoice(world, n);
      return { page: '/work-logs/invoice-runs/1/free/1', typed: {} };
    },
    { changes: false, noPage: 'Only an unknown invoice that cannot be looked up has its button.' },
  ),
  form(
    '/work-logs/backfill',
    async (world, n) => {
      await workToInvoice(world, n);
      await world.api('POST', '/api/xero/create-invoices', {});
      await world.settled();
      for (const { invoiceId } of world.xero.state().invoices) world.xero.mark(invoiceId, 'paid');
      return { page: '/invoices', to: '/work-logs/backfill' };
    },
    { isToldOtherwise: 'The second reading finds nothing new, and says so.' },
  ),
  form('/work-logs/invoices/:id/release', async (world, n) => {
    const id = await voidedInvoice(world, n);
    return { page: `/invoices/${id}`, to: `/work-logs/invoices/${id}/release` };
  }),
  form('/invoices/:id/take-back', async (world, n) => ({
    page: `/invoices/${await draftInvoice(world, n)}/take-back`,
  })),
  form(
    '/reconciliation',
    async (world, n) => {
      if (n === 1) await voidedInvoice(world, n);
      return { page: '/reconciliation' };
    },
    { changes: false },
  ),
  form('/reconciliation/:id', (world, n) => {
    const { id, logId } = unmatchedInvoice(world, n);
    return {
      page: `/reconciliation/${id}`,
      typed: { ids: [String(logId)] },
      press: ['press', 'take-up'],
    };
  }),
  form(
    '/reconciliation/:id',
    (world, n) => ({
      page: `/reconciliation/${unmatchedInvoice(world, n).id}`,
      press: ['press', 'put-aside'],
    }),
    { what: 'put aside', changes: false },
  ),

  form('/forgotten', (world, n) => ({
    page: '/forgotten',
    press: ['leave', `not-billable:${oddOneOut(world, n)}`],
  })),
  form(
    '/forgotten',
    (world, n) => ({ page: '/forgotten', press: ['billable', String(oddOneOut(world, n))] }),
    { what: 'make billable' },
  ),
  form(
    '/forgotten/:id/put-back',
    async (world, n) => {
      await world.post('/forgotten', { leave: `not-billable:${oddOneOut(world, n)}` });
      return { page: '/forgotten', to: `/forgotten/${world.last('left_findings')}/put-back` };
    },
    { isShownOnce: true },
  ),
  form(
    '/forgotten/:id/not-billable',
    async (world, n) => {
      const id = oddOneOut(world, n);
      await world.post('/forgotten', { billable: String(id) });
      return { page: '/forgotten', to: `/forgotten/${id}/not-billable` };
    },
    { isShownOnce: true },
  ),

  form('/descriptions/:id', (world, n) => {
    const subjectId = world.addLog(`Before ${n}`);
    const batch = addRewrite(world.server, {
      subjectId,
      before: `Before ${n}`,
      after: `After ${n}`,
    });
    return {
      page: `/descriptions/${batch}`,
      typed: { used: [String(world.last('rewrites'))] },
      press: ['intent', 'use'],
    };
  }),
  form(
    '/descriptions',
    async (world, n) => {
      if (n === 1) await world.connectAi();
      const ids = [String(world.addLog(`To be rewritten ${n}`))];
      return {
        page: '/descriptions',
        typed: { subject: 'work_log', ids, oneTimeKey: `rewrite ${n}` },
      };
    },
    { changes: false, noPage: 'The buttons of Todoist Import and of the preview lead elsewhere.' },
  ),
  form(
    '/descriptions/rewrite',
    async (world, n) => {
      if (n === 1) await world.connectAi();
      return { page: '/descriptions/rewrite', typed: { description: `fixed printer ${n}` } };
    },
    { changes: false, noPage: 'Scripts send the description alone; others send the whole form.' },
  ),

  form(
    '/import',
    (_world, n) => ({ page: '/import', file: { name: `logs-${n}.csv`, text: imported(n) } }),
    { changes: false },
  ),
  form(
    '/import/names',
    (_world, n) => ({ page: '/import/names', typed: { names: `Pasted ${n}` } }),
    { changes: false },
  ),
  form('/import/:id', async (world, n) => ({
    page: `/import/${await lookedAt(world, n)}`,
    press: ['press', 'import'],
  })),
  form('/import/:id/undo', async (world, n) => {
    const id = await lookedAt(world, n);
    await world.post(`/import/${id}`, { press: 'import' });
    await world.settled();
    return { page: `/import/${id}/undo` };
  }),
];
