import { createServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAULT_KINDS, type FaultKind } from '#sandbox/xero/faults.ts';
import {
  contactIdOf,
  draft,
  HARBOUR,
  reach,
  signIn,
  withXero,
} from '#tests/support/server/xero.ts';
import { LedgerError, type LedgerErrorKind } from '../../invoices/ledger.ts';

const KEY = { idempotencyKey: 'claim-1' };

/**
 * In milliseconds: enough for a call to arrive; only calls that are never answered wait so long.
 */
const SHORT = 1_000;

/** A short deadline for what is never answered, the usual one for all else. */
function patienceFor(kind: FaultKind): { timeoutMs?: number } {
  return kind.startsWith('timeout') || kind === 'late' ? { timeoutMs: SHORT } : {};
}

// Loading the SDK takes longer than the short deadlines here.
beforeAll(() => import('xero-node'));

async function failureOf(work: Promise<unknown>): Promise<LedgerError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LedgerError)) throw new Error(`Not a LedgerError: ${String(error)}`);
  return error;
}

type Expectation = {
  error: LedgerErrorKind;
  isOutcomeUnknown: boolean;
  /** Whether the stand-in has the invoice after all. */
  isDone: boolean;
};

/** The outcome of a write that meets each fault. */
const WRITES: Record<(typeof FAULT_KINDS)[number], Expectation> = {
  'timeout-before': { error: 'timeout', isOutcomeUnknown: true, isDone: false },
  'timeout-after': { error: 'timeout', isOutcomeUnknown: true, isDone: true },
  late: { error: 'timeout', isOutcomeUnknown: true, isDone: false },
  'reset-before': { error: 'unavailable', isOutcomeUnknown: true, isDone: false },
  'reset-after': { error: 'unavailable', isOutcomeUnknown: true, isDone: true },
  // A run looks for its invoices after a refusal all the same (invoices/runs/settle.server.ts).
  '400-before': { error: 'refused', isOutcomeUnknown: false, isDone: false },
  '400-after': { error: 'refused', isOutcomeUnknown: false, isDone: true },
  '500-before': { error: 'unavailable', isOutcomeUnknown: true, isDone: false },
  '500-after': { error: 'unavailable', isOutcomeUnknown: true, isDone: true },
  '503-html': { error: 'unavailable', isOutcomeUnknown: true, isDone: false },
  'html-after': { error: 'unreadable', isOutcomeUnknown: true, isDone: true },
  cut: { error: 'unreadable', isOutcomeUnknown: true, isDone: true },
  '401': { error: 'not-authorised', isOutcomeUnknown: false, isDone: false },
  '403': { error: 'connection-gone', isOutcomeUnknown: false, isDone: false },
  '429': { error: 'rate-limited', isOutcomeUnknown: false, isDone: false },
  '429-day': { error: 'rate-limited', isOutcomeUnknown: false, isDone: false },
};

describe('creating an invoice', () => {
  test.each(FAULT_KINDS.map((kind) => ({ kind, ...WRITES[kind] })))(
    'that meets $kind: $error, outcome unknown: $isOutcomeUnknown',
    ({ kind, error, isOutcomeUnknown, isDone }) =>
      withXero(async (standIn) => {
        const session = await signIn(standIn, reach(standIn));
        const xero = reach(standIn, patienceFor(kind));
        standIn.fail({ kind, path: '/Invoices', method: 'PUT', retryAfterSeconds: 3_600 });
        const failure = await failureOf(xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY));
        expect(failure).toMatchObject({ kind: error, isOutcomeUnknown });
        expect(standIn.state().invoices).toHaveLength(isDone ? 1 : 0);

        // A fresh adapter, as after a restart, finds out what became of it.
        const found = await reach(standIn).findInvoicesByReference(session, ['ref-1']);
        expect(found).toHaveLength(isDone ? 1 : 0);
        await reach(standIn).createDrafts(session, [draft(standIn, 'ref-1')], KEY);
        expect(standIn.state().invoices.length).toBe(1);
      }),
  );

  test('that meets no fault succeeds: the control of the above', () =>
    withXero(async (standIn) => {
      const session = await signIn(standIn, reach(standIn));
      standIn.fail({ kind: '500-after', path: '/Invoices', method: 'PUT', afterCalls: 1 });
      const xero = reach(standIn);
      await xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY);
      const failure = await failureOf(
        xero.createDrafts(session, [draft(standIn, 'ref-2')], { idempotencyKey: 'claim-2' }),
      );
      expect(failure.isOutcomeUnknown).toBe(true);
      standIn.fail({ kind: '500-before', path: '/Invoices' });
      standIn.heal();
      expect(await xero.findInvoicesByReference(session, ['ref-2'])).toHaveLength(1);
    }));

  test('never done when Xero could not even be reached', async () => {
    const session = { accessToken: 'token', tenantId: 'tenant' };
    const free = await withXero((standIn) => Promise.resolve(standIn));
    const invoice = { ...draftFor('contact') };
    const xero = reach({ ...free, origin: `http://127.0.0.1:${free.port}` });
    const failure = await failureOf(xero.createDrafts(session, [invoice], KEY));
    expect(failure).toMatchObject({ kind: 'unavailable', isOutcomeUnknown: false });
  });

  test('refused as a whole, for a disconnected organisation, is certainly not done', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      standIn.disconnect(session.tenantId);
      const failure = await failureOf(xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY));
      expect(failure).toMatchObject({ kind: 'no-access', isOutcomeUnknown: false });
    }));

  test('waits for a limit that is over before the deadline', async () => {
    let now = Date.parse('2026-11-02T09:00:00Z');
    const waits: number[] = [];
    await withXero(async (standIn) => {
      const xero = reach(standIn, {
        clock: () => new Date(now),
        wait: (milliseconds) => {
          waits.push(milliseconds);
          now += milliseconds;
          return Promise.resolve();
        },
      });
      const session = await signIn(standIn, xero);
      standIn.fail({ kind: '429', path: '/Invoices', times: 2, retryAfterSeconds: 4 });
      const outcomes = await xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY);
      expect(outcomes).toMatchObject([{ outcome: 'created' }]);
      expect(waits).toEqual([4_000, 4_000]);
    });
  });

  test('is not sent again and again after the day’s limit: it says when it can go on', async () => {
    let now = Date.parse('2026-11-02T09:00:00Z');
    await withXero(async (standIn) => {
      const xero = reach(standIn, { clock: () => new Date(now) });
      const session = await signIn(standIn, xero);
      standIn.fail({ kind: '429-day', retryAfterSeconds: 7_200 });
      const first = await failureOf(xero.readOrganisation(session));
      const retryAt = new Date(now + 7_200_000);
      expect(first).toMatchObject({ limit: 'day', retryAt });
      const asked = standIn.state().calls.length;

      now += 3_600_000;
      const second = await failureOf(xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY));
      expect(second).toMatchObject({
        kind: 'rate-limited',
        isOutcomeUnknown: false,
        retryAt,
      });
      expect(second.message).toContain('60 minutes');
      expect(standIn.state().calls).toHaveLength(asked);

      now += 3_600_001;
      await xero.readOrganisation(session);
    });
  });
});

describe('reading', () => {
  test.each(FAULT_KINDS)('that meets %s fails, and nothing is ever unknown', (kind) =>
    withXero(async (standIn) => {
      const session = await signIn(standIn, reach(standIn));
      const xero = reach(standIn, patienceFor(kind));
      standIn.fail({ kind, path: '/Organisation', retryAfterSeconds: 3_600 });
      const failure = await failureOf(xero.readOrganisation(session));
      expect(failure).toMatchObject({ kind: WRITES[kind].error, isOutcomeUnknown: false });
    }),
  );

  test('an unreadable row is never taken for "not there"', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      await xero.createDrafts(session, [draft(standIn, 'ref-1')], KEY);
      const [invoice] = standIn.state().invoices;
      if (invoice) invoice.totalPence = 0.5;
      await expect(xero.findInvoicesByReference(session, ['ref-1'])).rejects.toMatchObject({
        kind: 'unreadable',
      });
    }));
});

describe('refreshing tokens', () => {
  test.each([
    ['timeout-after', 'timeout', true],
    ['reset-after', 'unavailable', true],
    ['500-before', 'unavailable', true],
    ['503-html', 'unavailable', true],
    ['html-after', 'unreadable', true],
    ['cut', 'unreadable', true],
    ['429', 'rate-limited', false],
  ] as const)('that meets %s: %s; the old token still serves', (kind, error, isOutcomeUnknown) =>
    withXero(async (standIn) => {
      const xero = reach(standIn, patienceFor(kind));
      const { refreshToken } = await xero.exchangeCode(standIn.grantCode());
      standIn.fail({ kind, path: '/connect/token' });
      const failure = await failureOf(xero.refreshTokens(refreshToken));
      expect(failure).toMatchObject({ kind: error, isOutcomeUnknown });
      await xero.refreshTokens(refreshToken);
    }),
  );

  test('that Xero no longer takes means that the connection is gone', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const { refreshToken } = await xero.exchangeCode(standIn.grantCode());
      standIn.endGrants();
      const failure = await failureOf(xero.refreshTokens(refreshToken));
      expect(failure).toMatchObject({ kind: 'connection-gone', isOutcomeUnknown: false });
    }));

  test('with an expired access token, the API says that it is not authorised', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      standIn.expireAccessTokens();
      expect(await failureOf(xero.listTaxRates(session))).toMatchObject({
        kind: 'not-authorised',
      });
    }));
});

describe('what is thrown', () => {
  test('never shows a token, whatever went wrong', () =>
    withXero(async (standIn) => {
      const xero = reach(standIn);
      const session = await signIn(standIn, xero);
      for (const kind of FAULT_KINDS) {
        standIn.fail({ kind, path: '/Invoices', method: 'PUT', retryAfterSeconds: 3_600 });
        const failure = await failureOf(
          reach(standIn, patienceFor(kind)).createDrafts(
            session,
            [{ ...draft(standIn, `ref-${kind}`) }],
            { idempotencyKey: kind },
          ),
        );
        const shown = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
        expect(shown).not.toContain(session.accessToken);
        expect(shown).not.toContain('Bearer');
      }
    }));
});

describe('an answer that a write cannot do without', () => {
  const made = { InvoiceID: 'id', Reference: 'ref-1', Total: 1, Status: 'DRAFT' };
  test.each([
    ['no JSON object', '[]'],
    ['no invoices', '{}'],
    ['an empty list', '{"Invoices":[]}'],
    ['another invoice', JSON.stringify({ Invoices: [{ ...made, Reference: 'other' }] })],
    ['an invoice without an id', JSON.stringify({ Invoices: [{ ...made, InvoiceID: undefined }] })],
    ['an invoice without a total', JSON.stringify({ Invoices: [{ ...made, Total: undefined }] })],
    [
      'an invoice with errors and an id',
      JSON.stringify({ Invoices: [{ ...made, HasErrors: true }] }),
    ],
    ['half of its JSON', '{"Invoices":[{"InvoiceID":"i'],
  ])('%s leaves the outcome unknown', async (_, body) => {
    await withAnswer(body, async (origin) => {
      const failure = await failureOf(createOneAt(origin));
      expect(failure).toMatchObject({ kind: 'unreadable', isOutcomeUnknown: true });
    });
  });

  test('the invoice itself is enough, without a number', async () => {
    await withAnswer(JSON.stringify({ Invoices: [made] }), async (origin) => {
      expect(await createOneAt(origin)).toMatchObject([
        { outcome: 'created', invoiceId: 'id', number: null, totalPence: 100 },
      ]);
    });
  });
});

describe('an answer without an end', () => {
  const spaces = Buffer.alloc(64_000, ' ');
  const packed = gzipSync(Buffer.alloc(50_000_000, ' '));
  const bomb = Buffer.concat(Array.from({ length: 8 }, () => packed));
  const write = (origin: string) => createOneAt(origin);
  const token = (origin: string) => reach({ origin } as never).refreshTokens('token');
  const connections = (origin: string) => reach({ origin } as never).listConnections('token');
  test.each([
    ['a write', 'endless', write, true],
    ['a write', 'packed', write, true],
    ['a refresh of tokens', 'endless', token, true],
    ['a refresh of tokens', 'packed', token, true],
    ['a list of connections', 'endless', connections, false],
    ['a list of connections', 'packed', connections, false],
  ] as const)('of %s, %s, is an ordinary fault', async (_, kind, call, isOutcomeUnknown) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      if (kind === 'packed') {
        response.setHeader('Content-Encoding', 'gzip').end(bomb);
        return;
      }
      const send = () => {
        while (!response.destroyed && response.write(spaces));
      };
      response.on('drain', send);
      send();
    });
    const origin = await listen(server);
    const before = process.memoryUsage().rss;
    const failure = await failureOf(call(origin));
    expect(failure.isOutcomeUnknown).toBe(isOutcomeUnknown);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    server.close();
    server.closeAllConnections();
  });
});

test('a call that nobody answers ends at its deadline, and its connection with it', async () => {
  const silent = createSocketServer();
  const closed = new Promise<void>((resolve) => {
    silent.once('connection', (socket) => {
      socket.resume().once('close', resolve);
    });
  });
  const origin = await listen(silent);
  const xero = reach({ origin } as never, { timeoutMs: SHORT });
  const failure = await failureOf(
    xero.readOrganisation({ accessToken: 'token', tenantId: 'tenant' }),
  );
  expect(failure.kind).toBe('timeout');
  await closed;
  silent.close();
});

test('several organisations keep apart: a token for one opens no other', () =>
  withXero(
    async (standIn) => {
      const xero = reach(standIn);
      const { accessToken } = await xero.exchangeCode(standIn.grantCode([HARBOUR.tenantId ?? '']));
      const names = await Promise.allSettled(
        [HARBOUR.tenantId ?? '', 'two'].map((tenantId) =>
          xero.readOrganisation({ accessToken, tenantId }),
        ),
      );
      expect(names).toMatchObject([
        { value: { name: 'Harbour Consulting' } },
        { reason: { kind: 'no-access' } },
      ]);
      expect(contactIdOf(standIn, 'Acme Ltd')).not.toBe('');
    },
    { organisations: [HARBOUR, { name: 'Second', tenantId: 'two' }] },
  ));

function draftFor(contactId: string) {
  const standIn = { state: () => ({ contacts: [{ name: 'Acme Ltd', contactId }] }) };
  return draft(standIn as never, 'ref-1');
}

function createOneAt(origin: string) {
  const session = { accessToken: 'token', tenantId: 'tenant' };
  return reach({ origin } as never).createDrafts(session, [draftFor('contact')], KEY);
}

async function withAnswer(body: string, work: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json').end(body);
  });
  const origin = await listen(server);
  try {
    await work(origin);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
