import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { invoices, invoiceTakeBacks, workLogs } from '#db/schema.ts';
import { keepRuns } from '#app/invoices/runs/carry-on.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import type { FaultKind, Mark, OrganisationSeed } from '#sandbox/xero.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { toastOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const QUAY: OrganisationSeed = { name: 'Quay', tenantId: '22222222-aaaa-4bbb-8ccc-000000000002' };

const xero = useConsentedXero(() => [HARBOUR, QUAY]);
const MINUTE = 60_000;
const PAGE = '/invoices/1';
const QUESTION = '/invoices/1/take-back';
const API = '/api/invoices/1';

let server: TestServer;
let visitor: Visitor;
/** The step at which the product's work ends, as by a crash; null for none. */
let dyingAt: string | null = null;

/** A draft of two logs, one of which is not billable. */
beforeEach(async () => {
  dyingAt = null;
  server = await startTestServer(xeroEnvironment(xero()), {
    checkpoint: (step) => {
      if (step === dyingAt) throw new Error('Died');
    },
  });
  visitor = await visitSignedIn(server);
  const entry = {
    clientId: addClient(server, 'Harbour Dental'),
    workTypeId: addWorkType(server, 'Support'),
  };
  addLog(server, { ...entry, day: '2026-09-29' });
  addLog(server, { ...entry, day: '2026-09-30' });
  await activate(server.services, await connectToXero(server.services, xero()));
  await create();
});

afterEach(() => server.stop());

const create = () => visitor.api('POST', '/api/xero/create-invoices');
const backfill = () => visitor.api('POST', '/api/xero/backfill-invoice-numbers');
const text = async (path: string) => visibleText((await visitor.get(path)).text);
const stored = () => server.services.db.select().from(invoices).get();
const row = () => server.services.db.select().from(invoiceTakeBacks).get();
const free = () =>
  server.services.db
    .select()
    .from(workLogs)
    .all()
    .filter(({ isInvoiced }) => !isInvoiced).length;
const inXero = (number = 0) => {
  const invoice = xero().state().invoices[number];
  if (!invoice) throw new Error('It is not in Xero');
  return invoice;
};
/** The calls that would change an invoice. */
const sent = () =>
  xero()
    .state()
    .calls.filter(({ method, path }) => method === 'POST' && path.includes('/Invoices/'));
const fail = (kind: FaultKind, method: string, times = 1) => {
  xero().fail({ kind, method, path: '/Invoices', times });
};

async function mark(as: Mark, isRead = true): Promise<void> {
  xero().mark(inXero().invoiceId, as);
  if (isRead) await backfill();
}

/** Presses a button of the question; gives the toast of the page that it leads to. */
async function press(button: string): Promise<string> {
  const answer = await pressPlainly(visitor, (await visitor.get(QUESTION)).text, button);
  expect([answer.status, answer.location]).toEqual([303, PAGE]);
  return toastOf((await visitor.get(PAGE)).text) ?? '';
}

const DELETE = 'Delete in Xero';
const VOID = 'Void in Xero';

/** Nothing has happened: the logs are on the invoice, cannot be changed, and nothing is billed twice. */
async function expectUntouched(): Promise<void> {
  expect([stored()?.state, free()]).toEqual(['created', 0]);
  expect((await visitor.api('PUT', '/api/work-logs/1', { description: 'New' })).status).toBe(409);
  expect((await create()).json()).toMatchObject({ invoicesCreated: 0 });
}

/** Its logs can be invoiced again, once. */
async function expectTakenBack(status: 'deleted' | 'voided'): Promise<void> {
  expect(inXero().status.toLowerCase()).toBe(status);
  expect([stored()?.state, stored()?.status, free(), row()]).toEqual([
    'released',
    status,
    2,
    undefined,
  ]);
  expect((await create()).json()).toMatchObject({ invoicesCreated: 1 });
  expect([free(), xero().state().invoices.length]).toEqual([0, 2]);
}

/** Has the product ask about what is due, as it does at its start and every fifteen seconds. */
async function carryOnAt(minutes: number): Promise<void> {
  server.setClock(new Date(Date.now() + minutes * MINUTE));
  keepRuns(server.services)();
  await server.services.background.run('invoices taken back', () => Promise.resolve());
}

describe('An invoice that is taken back', () => {
  test('is deleted in Xero as a draft, and its logs can be invoiced again at once', async () => {
    expect(await text(PAGE)).toContain('Take back draft');
    const question = await text(QUESTION);
    expect(question).toContain('INV-0001 for Harbour Dental, September 2026, of £');
    expect(question).toContain('will be deleted in Xero, including any changes made there');
    expect(question).toContain('Its 2 logs become Pending');
    const form = (await visitor.get(QUESTION)).text;
    expect(await press(DELETE)).toContain(
      'The invoice was deleted in Xero, and its 2 logs can be invoiced again',
    );
    expect(await text(PAGE)).not.toContain('Take back draft');
    expect(await text('/history')).toContain('Taken back: deleted in Xero');
    expect(JSON.parse(sent()[0]?.body ?? '{}')).toEqual({
      Invoices: [{ InvoiceID: inXero().invoiceId, Status: 'DELETED' }],
    });
    expect(sent()[0]?.idempotencyKey).toMatch(/.{20}/);

    // The same press again, after a lost answer or in another tab: the same, and Xero is not called.
    await pressPlainly(visitor, form, DELETE);
    expect(toastOf((await visitor.get(PAGE)).text)).toContain('can be invoiced again');
    expect(sent()).toHaveLength(1);
    await expectTakenBack('deleted');
    await pressPlainly(visitor, form, DELETE);
    expect([free(), sent().length]).toEqual([0, 1]);
  });

  test.each([
    ['submitted', 'Take back draft', DELETE, 'deleted'],
    ['approved', 'Void invoice', VOID, 'voided'],
    ['sent', 'Void invoice', VOID, 'voided'],
  ] as const)('goes as its status allows: %s', async (status, offer, button, end) => {
    await mark(status);
    expect(await text(PAGE)).toContain(offer);
    const question = await text(QUESTION);
    expect(question).toContain(`will be ${end} in Xero`);
    expect(question.includes('The customer already has this invoice')).toBe(status === 'sent');
    expect(await press(button)).toContain(`was ${end} in Xero`);
    await expectTakenBack(end);
  });

  test('by the API is deleted, and voided only where that is confirmed', async () => {
    await mark('approved');
    const asked = await visitor.api('DELETE', API);
    expect([asked.status, asked.json()]).toEqual([
      409,
      {
        confirm: 'void',
        message:
          'This invoice is approved in Xero, so it would be voided there, which cannot be undone. Nothing was changed.',
      },
    ]);
    await expectUntouched();
    expect(sent()).toEqual([]);
    const voided = await visitor.api('DELETE', API, { confirm: 'void' });
    expect([voided.status, voided.json()]).toMatchObject([200, { id: 1, status: 'voided' }]);
    expect((await visitor.api('DELETE', API)).status).toBe(200);
    expect(sent()).toHaveLength(1);
    await expectTakenBack('voided');
    const [unknown, draft] = [
      await visitor.api('DELETE', '/api/invoices/9'),
      await visitor.api('DELETE', '/api/invoices/2'),
    ];
    expect([unknown.status, draft.status]).toEqual([404, 200]);
    expect(draft.json()).toMatchObject({ status: 'deleted' });
  });

  test('goes once where two ask at once', async () => {
    const both = await Promise.all([visitor.api('DELETE', API), visitor.api('DELETE', API)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(sent()).toHaveLength(1);
    await expectTakenBack('deleted');
  });
});

describe('An invoice is not taken back', () => {
  test.each([
    ['paid', () => mark('paid')],
    ['paid in part', () => settled('payment', 100)],
    ['credited in part', () => settled('credit', 100)],
  ])('once it is %s', async (_, happen) => {
    await happen();
    expect(await text(PAGE)).not.toMatch(/Take back draft|Void invoice/);
    expect(await text(QUESTION)).toContain('Something was paid or credited on this invoice');
    await visitor.post(QUESTION, { confirm: 'void' });
    expect(toastOf((await visitor.get(PAGE)).text)).toContain('Credit it in Xero instead');
    expect((await visitor.api('DELETE', API, { confirm: 'void' })).status).toBe(409);
    expect(sent()).toEqual([]);
    await expectUntouched();
  });

  /** What was paid or credited, so many pence, as it is known here. */
  async function settled(kind: 'payment' | 'credit', pence: number): Promise<void> {
    await mark('approved');
    xero().change(inXero().invoiceId, { kind, pence });
    await backfill();
  }

  test('where it was approved in Xero meanwhile, which the person is told', async () => {
    await mark('approved', false);
    expect(await press(DELETE)).toMatch(
      /Failed to take back the invoice. Xero refused it: .+ In Xero it is ready now, and nothing was changed/,
    );
    expect(inXero().status).toBe('AUTHORISED');
    await expectUntouched();
    expect(await text(PAGE)).toContain('Not taken back');
    // The question that was open says draft: it voids nothing.
    await visitor.post(QUESTION);
    expect(toastOf((await visitor.get(PAGE)).text)).toContain('it would be voided there');
    expect(sent()).toHaveLength(1);
    await press(VOID);
    await expectTakenBack('voided');
  });

  test.each(['payment', 'credit'] as const)('where a %s came meanwhile', async (kind) => {
    await mark('approved');
    xero().change(inXero().invoiceId, { kind, pence: 100 });
    const refused = await visitor.api('DELETE', API, { confirm: 'void' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('cannot be')]);
    expect(sent()).toHaveLength(1);
    await expectUntouched();
    expect(await text(PAGE)).not.toContain('Void invoice');
  });

  test.each([
    ['429-day', 502],
    ['401', 502],
  ] as const)('where Xero certainly did nothing: %s; it is offered again', async (kind, status) => {
    fail(kind, 'POST', 2);
    const answer = await visitor.api('DELETE', API);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('No changes')]);
    await expectUntouched();
    expect(await text(PAGE)).toContain('Take back draft');
    xero().heal();
    server.setClock(new Date(Date.now() + 6 * 60 * MINUTE));
    await press(DELETE);
    await expectTakenBack('deleted');
  });

  test('while its organisation is not connected, whichever else is', async () => {
    server.services.db.$client.exec(
      `update xero_organisations set connection_id = null;
       insert into xero_organisations (tenant_id, connection_id, name, read_at, updated_at)
         values ('${QUAY.tenantId}', 'there', 'Quay', 1, 1);
       update xero_connections set tenant_id = '${QUAY.tenantId}'`,
    );
    const refused = await visitor.api('DELETE', API);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Connect Harbour Consulting in Settings first');
    expect([sent().length, row()]).toEqual([0, undefined]);
  });

  test('in another organisation than its own', async () => {
    server.services.db.$client.exec(
      `insert into xero_organisations (tenant_id, connection_id, name, read_at, updated_at)
         values ('${QUAY.tenantId}', 'there', 'Quay', 1, 1);
       update xero_connections set tenant_id = '${QUAY.tenantId}'`,
    );
    expect((await visitor.api('DELETE', API)).status).toBe(200);
    expect(sent().map(({ tenantId }) => tenantId)).toEqual([HARBOUR.tenantId]);
  });
});

describe('An invoice that ended in Xero already', () => {
  test('counts as taken back, though nobody here knew', async () => {
    await mark('deleted', false);
    expect(await press(DELETE)).toContain('was deleted in Xero');
    await expectTakenBack('deleted');
  });

  test('is released without another call, where that was read meanwhile', async () => {
    const question = (await visitor.get(QUESTION)).text;
    await mark('voided');
    await pressPlainly(visitor, question, DELETE);
    expect(toastOf((await visitor.get(PAGE)).text)).toContain('was voided in Xero');
    expect(sent()).toEqual([]);
    await expectTakenBack('voided');
  });
});

describe('An answer that is lost', () => {
  test.each(['500-after', 'reset-after', 'cut', 'html-after', '400-after', '403'] as const)(
    'is looked for in Xero, where the call was carried out or not: %s',
    async (kind) => {
      fail(kind, 'POST');
      const answer = await visitor.api('DELETE', API);
      if (inXero().status === 'DELETED') {
        expect(answer.status).toBe(200);
        await expectTakenBack('deleted');
      } else {
        expect([kind, answer.status]).toEqual(['403', 502]);
        await expectUntouched();
      }
    },
  );

  test.each(['500-before', 'reset-before', '503-html'] as const)(
    'and did not come about leaves the logs on it until the call is over; then it is offered again: %s',
    async (kind) => {
      fail(kind, 'POST');
      expect(await press(DELETE)).toContain('Xero has not confirmed yet');
      await expectUntouched();
      const page = await text(PAGE);
      expect(page).toContain('Its logs stay on it until Xero is asked again');
      expect(page).not.toContain('Take back draft');
      expect(await text(QUESTION)).toContain('Xero has not confirmed yet');

      // Another press asks what came of the first, and sends nothing.
      const again = await visitor.api('DELETE', API);
      expect([again.status, again.text]).toEqual([
        502,
        expect.stringContaining('Xero has not confirmed yet'),
      ]);
      await pressPlainly(visitor, (await visitor.get(PAGE)).text, 'Check with Xero now');
      expect(sent()).toHaveLength(1);
      await carryOnAt(9);
      expect(row()?.lookAt).not.toBeNull();
      await carryOnAt(11);
      expect(row()?.lookAt).toBeNull();
      await expectUntouched();
      expect(await text(PAGE)).toContain('Xero did not take this invoice back');
      await press(DELETE);
      await expectTakenBack('deleted');
    },
  );

  test('and cannot be looked for keeps its logs; the server asks by itself once Xero answers', async () => {
    fail('500-after', 'POST');
    fail('500-before', 'GET', 9);
    const answer = await visitor.api('DELETE', API);
    expect([answer.status, answer.text]).toEqual([
      502,
      expect.stringContaining('Xero has not confirmed yet'),
    ]);
    expect([stored()?.state, free(), inXero().status]).toEqual(['created', 0, 'DELETED']);
    await expectUntouched();
    await carryOnAt(1);
    expect(stored()?.state).toBe('created');
    xero().heal();
    await carryOnAt(3);
    await expectTakenBack('deleted');
  });

  test('is found by any reading of the statuses, which frees the logs in the same step', async () => {
    fail('500-after', 'POST');
    fail('500-before', 'GET', 9);
    await visitor.api('DELETE', API);
    xero().heal();
    await backfill();
    await expectTakenBack('deleted');
  });

  test('waits where the organisation is not connected any more, and says which to connect', async () => {
    fail('500-after', 'POST');
    fail('500-before', 'GET', 9);
    await visitor.api('DELETE', API);
    xero().heal();
    const connect = (id: string | null) =>
      server.services.db.$client.prepare('update xero_organisations set connection_id = ?').run(id);
    const { connectionId } = server.services.db.query.xeroOrganisations.findFirst().sync() ?? {};
    connect(null);
    await carryOnAt(30);
    expect(await text(PAGE)).toContain('Connect Harbour Consulting for that.');
    expect([stored()?.state, free()]).toEqual(['created', 0]);
    connect(connectionId ?? null);
    await carryOnAt(120);
    await expectTakenBack('deleted');
  });

  test('of an invoice that is gone in Xero changes nothing, and says so', async () => {
    xero().change(inXero().invoiceId, { kind: 'removed' });
    const refused = await visitor.api('DELETE', API);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Xero does not know this invoice any more'),
    ]);
    expect([stored()?.state, free()]).toEqual(['created', 0]);
  });
});

describe('A crash while an invoice is taken back', () => {
  test.each(['taking back', 'taken back', 'looked whether taken back'])(
    'frees its logs once, or not at all: %s',
    async (step) => {
      if (step === 'looked whether taken back') fail('500-after', 'POST');
      dyingAt = step;
      const answer = await visitor.api('DELETE', API);
      expect(answer.status).toBe(502);
      const isDeleted = inXero().status === 'DELETED';
      expect([isDeleted, free()]).toEqual([
        step !== 'taking back',
        step === 'looked whether taken back' ? 2 : 0,
      ]);
      dyingAt = null;
      await carryOnAt(11);
      if (isDeleted) await expectTakenBack('deleted');
      else await expectUntouched();
    },
  );
});
