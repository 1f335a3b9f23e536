import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateClient } from '#app/clients/clients.server.ts';
import { deleteWorkLog } from '#app/work-logs/deletion.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { workLogs } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { connectAssistant, type Assistant } from '#tests/support/server/assistant.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

/** A Friday. */
const NOW = new Date('2026-11-20T12:00:00Z');

let dental: number;
let workTypeId: number;
let assistant: Assistant;

beforeEach(async () => {
  const { services } = server();
  await visitSignedIn(server());
  await activate(services, await connectToXero(services, xero()));
  server().setClock(NOW);
  workTypeId = addWorkType(server(), 'Support');
  dental = addClient(server(), 'Harbour Dental');
  addLog(server(), { clientId: dental, workTypeId, day: '2026-10-01' });
  addLog(server(), { clientId: dental, workTypeId, day: '2026-11-02' });
  assistant = await connectAssistant(server(), ['read', 'invoice']);
});

const made = () => xero().state().invoices.length;
const wordOf = async (which = {}) =>
  String((await assistant.call('prepare_invoices', which)).data.word);
const create = (word: string, by = assistant) => by.call('create_invoices', { word });

test('A preview says what would be made, as the screen proposes it, and makes nothing', async () => {
  const preview = await assistant.call('preview_invoices');
  expect(preview.say).toBe('Nothing was made. Would be: 1.');
  expect(preview.data).toMatchObject({
    organisation: 'Harbour Consulting',
    until: '2026-10-31',
    invoices: [
      {
        clientId: dental,
        client: 'Harbour Dental',
        month: '2026-10',
        logs: 1,
        minutes: 60,
        isReady: true,
      },
    ],
    net: '60.00',
  });
  expect(preview.data.word).toBeUndefined();
  const all = await assistant.call('preview_invoices', { clientId: dental });
  expect(all.data).toMatchObject({ net: '120.00', until: null });
  expect(made()).toBe(0);
});

test('Two steps make exactly what was shown, once, whatever is lost on the way', async () => {
  const word = await wordOf();
  expect(made()).toBe(0);
  const first = await create(word);
  expect(first).toMatchObject({ isError: false, data: { invoicesCreated: 1, isFinished: true } });
  expect((await create(word)).data).toEqual(first.data);
  expect(made()).toBe(1);
  expect(await assistant.call('prepare_invoices')).toMatchObject({
    data: { word: null, invoices: [] },
  });
});

describe('A word is refused, and nothing made,', () => {
  test('that is none, or was changed', async () => {
    const word = await wordOf();
    for (const other of ['yes', '', 'confirm: yes', `${word}A`, word.slice(0, -2)]) {
      expect([other, (await create(other)).isError]).toEqual([other, true]);
    }
    expect(made()).toBe(0);
  });

  test('of another token of the same person', async () => {
    const other = await connectAssistant(server(), ['read', 'invoice']);
    expect((await create(await wordOf(), other)).isError).toBe(true);
    expect(made()).toBe(0);
  });

  test('after ten minutes', async () => {
    const word = await wordOf();
    server().setClock(new Date(NOW.getTime() + 10 * 60_000 + 1));
    expect((await create(word)).data.message).toContain('over ten minutes old');
    expect(made()).toBe(0);
  });

  test.each<[string, () => void]>([
    [
      'a log came',
      () => void addLog(server(), { clientId: dental, workTypeId, day: '2026-10-02' }),
    ],
    [
      'a log went',
      () => {
        const [log] = server().services.db.select().from(workLogs).all();
        deleteWorkLog(server().services, log?.id ?? 0);
      },
    ],
    [
      'a log changed',
      () => {
        server()
          .services.db.update(workLogs)
          .set({ description: 'Other' })
          .where(eq(workLogs.day, '2026-10-01'))
          .run();
      },
    ],
    [
      'the PO number changed',
      () => void updateClient(server().services, dental, { poNumber: 'PO 7' }),
    ],
  ])('once %s', async (_what, change) => {
    const word = await wordOf();
    change();
    const refused = await create(word);
    expect([refused.isError, refused.data.message]).toEqual([
      true,
      expect.stringContaining('changed'),
    ]);
    expect(made()).toBe(0);
  });

  test('whose token has lost its scope, or never had it', async () => {
    const reading = await connectAssistant(server(), ['read', 'log', 'review', 'propose']);
    expect(await reading.tools()).not.toContain('create_invoices');
    expect((await create(await wordOf(), reading)).data.message).toContain('scope “invoice”');
    expect(made()).toBe(0);
  });
});
