import { beforeEach, describe, expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fieldsOf } from '#tests/support/form.ts';
import { toastOf, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;
let id: number;

beforeEach(async () => {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  visitor = await visitSignedIn(server());
  const workTypeId = addWorkType(server(), 'Support');
  id = addLog(server(), { clientId: addClient(server(), 'Harbour Dental'), workTypeId });
});

const mark = (invoiceNumber: unknown) =>
  visitor.api('POST', `/api/work-logs/${id}/invoiced`, { invoiceNumber });
const takeBack = () => visitor.api('DELETE', `/api/work-logs/${id}/invoiced`);
const stored = async () => (await visitor.api('GET', `/api/work-logs/${id}`)).json();
const FREE = { isInvoiced: false, xeroInvoiceId: null, xeroInvoiceNumber: null };

const invoiceAll = () => visitor.api('POST', '/api/xero/create-invoices');

describe('A log that is on an invoice made elsewhere', () => {
  test('is noted with its number, is never billed here, and is taken back as easily', async () => {
    const marked = await mark('  INV-123 ');
    const elsewhere = { ...FREE, isInvoiced: true, xeroInvoiceNumber: 'INV-123' };
    expect([marked.status, marked.json()]).toMatchObject([200, { id, ...elsewhere }]);
    await invoiceAll();
    expect(xero().state().invoices).toEqual([]);
    expect(await stored()).toMatchObject(elsewhere);
    const csv = (await visitor.get('/work-logs.csv')).text;
    expect(csv).toContain(',true,INV-123,');
    expect((await visitor.get('/api/reports?by=client')).json()).toMatchObject({
      total: { net: '60.00', invoicedNet: '60.00' },
    });

    expect((await mark('INV-124')).json()).toMatchObject({ xeroInvoiceNumber: 'INV-124' });
    expect((await takeBack()).status).toBe(204);
    expect((await takeBack()).status).toBe(204);
    expect(await stored()).toMatchObject(FREE);
    await invoiceAll();
    expect(xero().state().invoices).toHaveLength(1);

    const history = (await visitor.get(`/api/history?record=work-log:${id}`)).json();
    const acts = (history as { after: Record<string, unknown> }[]).map(({ after }) => after);
    expect(acts.slice(0, 4)).toMatchObject([
      { isInvoiced: true, xeroInvoiceNumber: 'INV-0001' },
      { isInvoiced: false, xeroInvoiceNumber: null },
      { xeroInvoiceNumber: 'INV-124' },
      { isInvoiced: true, xeroInvoiceNumber: 'INV-123' },
    ]);
  });

  test('cannot be edited or deleted until that is taken back', async () => {
    await mark('INV-123');
    const edited = await visitor.api('PUT', `/api/work-logs/${id}`, { description: 'Other' });
    expect([edited.status, edited.text]).toEqual([
      409,
      expect.stringContaining('on an invoice, so it cannot be edited') as string,
    ]);
    expect((await visitor.api('DELETE', `/api/work-logs/${id}`)).status).toBe(409);
    await takeBack();
    expect((await visitor.api('DELETE', `/api/work-logs/${id}`)).status).toBe(204);
    expect([(await mark('INV-123')).status, (await takeBack()).status]).toEqual([404, 404]);
  });

  test.each([[''], [' '], [null], [7], ['9'.repeat(201)]])(
    'is not noted with %j as its number',
    async (number) => {
      expect((await mark(number)).status).toBe(400);
      expect(await stored()).toMatchObject(FREE);
    },
  );

  test('is not said of a log whose invoice is being made here', async () => {
    xero().fail({ kind: '429-day', path: '/Invoices', method: 'PUT', retryAfterSeconds: 300 });
    await invoiceAll();
    const refused = [await mark('INV-9'), await takeBack()];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(refused[0]?.text).toContain('An invoice for this work log is being made');
    expect((await visitor.get(`/work-logs/${id}/invoiced`)).status).toBe(409);
  });

  test('is not said of a log on an invoice that was made here', async () => {
    await invoiceAll();
    const made = await stored();
    expect(made).toMatchObject({ isInvoiced: true });
    expect([(await mark('INV-9')).status, (await takeBack()).status]).toEqual([409, 409]);
    expect(await stored()).toEqual(made);
  });
});

describe('On the screens', () => {
  test('it is a field of a dialog, with an Undo, without scripts', async () => {
    const edit = await visitor.get(`/work-logs/${id}/edit`);
    expect(edit.text).toContain(`href="/work-logs/${id}/invoiced"`);
    const path = `/work-logs/${id}/invoiced`;
    const page = await visitor.get(path);
    const empty = await visitor.post(path, fieldsOf(page.text, 'invoiced'));
    expect([empty.status, visibleText(empty.text)]).toEqual([
      400,
      expect.stringContaining('Enter the number of the invoice.') as string,
    ]);
    const fields = { ...fieldsOf(page.text, 'invoiced'), invoiceNumber: 'INV-123' };
    expect((await visitor.post(path, fields)).location).toBe('/work-logs');
    const list = await visitor.get('/work-logs');
    expect(toastOf(list.text)).toContain('The work log is on invoice INV-123');
    expect(list.text).toContain(`action="/work-logs/${id}/not-invoiced"`);
    expect(list.text).toMatch(new RegExp(`href="${path}"[^>]*>INV-123<`));

    const again = await visitor.get(path);
    expect(fieldsOf(again.text, 'invoiced').invoiceNumber).toBe('INV-123');
    expect(visibleText(again.text)).toContain('Not on an invoice');
    await visitor.post(`/work-logs/${id}/not-invoiced`, { goTo: '/work-logs' });
    expect(toastOf((await visitor.get('/work-logs')).text)).toContain('can be billed');
    expect(await stored()).toMatchObject(FREE);
  });
});
