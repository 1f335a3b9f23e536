import { describe, expect, test } from 'vitest';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { claimInvoices } from '#app/invoices/runs/claim.server.ts';
import { addToDay, dayOf } from '#app/lib/calendar.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { setClientActive, updateClient } from '#app/clients/clients.server.ts';
import { fillEveryScreen } from '../../support/browser/every-screen.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, fieldsOf, startTags, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';
import { HARBOUR } from '../../support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '../../support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

const linksOf = (html: string) => startTags(html, 'a').map(({ href }) => href);

describe('A client’s page', () => {
  test('shows what waits, what was billed, the newest logs, invoices, rates and the contact', async () => {
    await fillEveryScreen(server(), xero());
    const visitor = await visitSignedIn(server());
    const unbilled = visibleText((await visitor.get('/clients/1')).text);
    expect(unbilled).toContain('Harbour Dental');
    // An hour at £60, and two cables at £9.99 with VAT, which are £16.65 net.
    expect(unbilled).toContain('Not billed yet £76.65 1h 0m · plus £15.33 VAT');
    expect(unbilled).toContain('Billed this tax year £0.00 no invoices');
    expect(unbilled).toContain('Standard rate £60.00/hr');
    const { text } = await visitor.get('/clients/2');
    const billed = visibleText(text);
    expect(billed).toContain('Not billed yet £0.00 nothing to bill');
    expect(billed).toMatch(
      /Billed this tax year £60\.00 1 invoice 6 Apr \d{4} to 5 Apr \d{4} · plus £12\.00 VAT/,
    );
    expect(billed).toContain('Contact in Xero Quay Books');
    expect(linksOf(text)).toEqual(
      expect.arrayContaining([
        '/invoices/1',
        '/work-logs?clientId=2',
        '/work-logs/create-invoices?clientId=2',
        '/work-logs/new?client=2&back=%2Fclients%2F2',
      ]),
    );
  });

  test('counts nothing as unbilled that is on an invoice which is being made', async () => {
    await fillEveryScreen(server(), xero());
    const visitor = await visitSignedIn(server());
    claimInvoices(server().services, { userId: null, filters: NO_FILTERS });
    expect(visibleText((await visitor.get('/clients/1')).text)).toContain(
      'Not billed yet £0.00 all on an invoice being created',
    );
  });

  test('and the Dashboard say how long waits what is on no invoice, not what is on one being made', async () => {
    await fillEveryScreen(server(), xero());
    const visitor = await visitSignedIn(server());
    const { services } = server();
    const daysAgo = (days: number) => addToDay(dayOf(services.clock(), 'Europe/London'), -days);
    const workTypeId = addWorkType(server(), 'Survey');
    addLog(server(), { clientId: 1, workTypeId, day: daysAgo(20) });
    addLog(server(), { clientId: 1, workTypeId, day: daysAgo(9) });
    const waits = async () => [
      /oldest (\d+ days)/.exec(visibleText((await visitor.get('/clients/1')).text))?.[1],
      /Harbour Dental [\d.]+ hours since [^£]+£[\d.]+ \+ £[\d.]+ VAT (\d+ days)/.exec(
        visibleText((await visitor.get('/dashboard')).text),
      )?.[1],
    ];
    expect(await waits()).toEqual(['20 days', '20 days']);
    const filters = { ...NO_FILTERS, clientId: 1, endDate: daysAgo(10) };
    claimInvoices(services, { userId: null, filters });
    expect(await waits()).toEqual(['9 days', '9 days']);
  });

  test('and Reports say of what was voided in Xero that it is in no amount', async () => {
    await fillEveryScreen(server(), xero());
    const visitor = await visitSignedIn(server());
    const [made] = xero().state().invoices;
    xero().mark(made?.invoiceId ?? '', 'voided');
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    const said = 'Excludes 1 voided or deleted invoice';
    const text = async (path: string) => visibleText((await visitor.get(path)).text);
    expect(await text('/clients/2')).toMatch(
      new RegExp(
        `Billed this tax year £0\\.00 1 invoice 6 Apr \\d{4} to 5 Apr \\d{4} · plus £0\\.00 VAT · ${said}`,
      ),
    );
    expect(await text('/reports?from=2026-01-01&to=2099-12-31')).toContain(`£0.00 net. ${said}`);
    expect(await text('/invoices')).toContain(said);
  });

  test('is not there for a client who is not, and offers no logging for one who is inactive', async () => {
    const visitor = await visitSignedIn(server());
    expect((await visitor.get('/clients/7')).status).toBe(404);
    const id = addClient(server(), 'Acme');
    setClientActive(server().services, id, false);
    const { text } = await visitor.get(`/clients/${id}`);
    expect(visibleText(text)).toContain('Inactive');
    expect(text).not.toContain('Log in one line');
    expect(text).not.toContain('/work-logs/new?client');
  });

  test('logs for it: by a form with the client chosen, and by a line that begins with its name', async () => {
    const visitor = await visitSignedIn(server());
    addClient(server(), 'Acme Other');
    const id = addClient(server(), 'Acme');
    const workTypeId = addWorkType(server(), 'Remote support');
    createWorkType(server().services, {
      name: 'Hardware',
      hourlyRate: 0,
      description: null,
      isHardware: true,
    });
    const form = await visitor.get(`/work-logs/new?client=${id}&back=/clients/${id}`);
    expect(controlOf(form.text, 'clientId').value).toBe(String(id));
    const page = await visitor.get(`/clients/${id}`);
    const fields = fieldsOf(page.text, 'inline-line');
    expect(fields.get('line')).toBe('"Acme" ');
    fields.set('line', `${fields.get('line') ?? ''}1h30 remote mailbox full`);
    const answer = await visitor.post('/work-logs/line', Object.fromEntries(fields));
    expect(answer.headers.get('Location')).toBe(`/clients/${id}`);
    const logs = await visitor.api('GET', `/api/work-logs?clientId=${id}`);
    expect(logs.json()).toMatchObject([{ clientId: id, workTypeId, duration: 90 }]);
    expect(visibleText((await visitor.get(`/clients/${id}`)).text)).toContain(
      'Remote support mailbox full 1h 30m',
    );
  });

  test.each(['"', '""', '5" Pipes', '"Acme"', 'Acme', 'Ann "Kit" Lee', 'Kit" Lee', '“Kit”', '™'])(
    'begins a line with its name, which names it, whatever signs it has: %s',
    async (name) => {
      const visitor = await visitSignedIn(server());
      for (const other of ['Acme', 'Kit', 'Lee', 'Ann "Kit" Leeds']) {
        if (other !== name) addClient(server(), other);
      }
      const [id, workTypeId] = [addClient(server(), name), addWorkType(server(), 'Remote')];
      const page = await visitor.get(`/clients/${id}`);
      const fields = fieldsOf(page.text, 'inline-line');
      fields.set('line', `${fields.get('line') ?? ''}1h30 remote: mailbox full`);
      const answer = await visitor.post('/work-logs/line', Object.fromEntries(fields));
      expect([name, answer.status]).toEqual([name, 303]);
      const logs = await visitor.api('GET', `/api/work-logs?clientId=${id}`);
      expect(logs.json()).toMatchObject([{ workTypeId, description: 'mailbox full' }]);
    },
  );

  test('is led to from the lists', async () => {
    const visitor = await visitSignedIn(server());
    const clientId = addClient(server(), 'Acme');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Remote') });
    for (const path of ['/clients', '/work-logs', '/reports?by=client']) {
      expect(linksOf((await visitor.get(path)).text)).toContain(`/clients/${clientId}`);
    }
  });
});

describe('Notes of a client', () => {
  test('are kept by the form, shown on the page, and in JSON and history', async () => {
    const visitor = await visitSignedIn(server());
    const id = addClient(server(), 'Acme');
    const edit = `/clients/${id}/edit?back=/clients/${id}`;
    const fields = fieldsOf((await visitor.get(edit)).text, 'client');
    fields.set('notes', 'Ring twice.\nThe key is at the baker’s.');
    const answer = await visitor.post(edit, Object.fromEntries(fields));
    expect(answer.headers.get('Location')).toBe(`/clients/${id}`);
    expect((await visitor.api('GET', `/api/clients/${id}`)).json()).toMatchObject({
      notes: 'Ring twice.\nThe key is at the baker’s.',
    });
    expect(visibleText((await visitor.get(`/clients/${id}`)).text)).toContain('Ring twice.');
    const entries = await visitor.api('GET', `/api/history?record=client:${id}`);
    expect(entries.json()).toMatchObject([
      { before: { notes: null }, after: { notes: 'Ring twice.\nThe key is at the baker’s.' } },
      { action: 'created' },
    ]);
    expect(visibleText((await visitor.get(edit)).text)).toContain('Notes');
  });

  test('stay when a change does not name them, and go when it empties them', async () => {
    const visitor = await visitSignedIn(server());
    const id = addClient(server(), 'Acme');
    updateClient(server().services, id, { notes: 'Ring twice.' });
    await visitor.api('PUT', `/api/clients/${id}`, { name: 'Acme Ltd' });
    const read = async () => (await visitor.api('GET', `/api/clients/${id}`)).json();
    expect(await read()).toMatchObject({ name: 'Acme Ltd', notes: 'Ring twice.' });
    await visitor.api('PUT', `/api/clients/${id}`, { notes: '' });
    expect(await read()).toMatchObject({ notes: null });
  });
});
