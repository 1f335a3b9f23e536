import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { getWorkLog, updateWorkLog } from '#app/work-logs/work-logs.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, fieldsOf, startTags, visibleText } from '#tests/support/html.ts';
import { openLink } from '#tests/support/server/login-link.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { TEST_EMAIL } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const ALL = '/work-logs/create-invoices?months=all';

let visitor: Visitor;
const newLink = () => createSignInLink(server().services, TEST_EMAIL).replace(server().url, '');

beforeEach(async () => {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  visitor = visit(server());
  await openLink(visitor, newLink());
});

/** The ids of logs of as many clients, each with some in October. */
function addWork(clients: number, logsEach: number): number[] {
  const workTypeId = addWorkType(server(), 'Support');
  return Array.from({ length: clients }, (_, index) => {
    const clientId = addClient(server(), `Client ${index + 1}`);
    return Array.from({ length: logsEach }, () =>
      addLog(server(), { clientId, workTypeId, day: '2026-10-06' }),
    );
  }).flat();
}

const page = async () => (await visitor.get(ALL)).text;
const boxesOf = (html: string, name: string) =>
  startTags(html, 'input')
    .filter((tag) => tag.name === name && 'checked' in tag)
    .map(({ value }) => value ?? '');

/** Sends the preview after the end of the session, and says what the page told. */
async function sendUnsigned(fields: URLSearchParams): Promise<string> {
  visitor.cookies.delete('session');
  const refused = await visitor.post(ALL, fields);
  expect(refused.status).toBe(401);
  return visibleText(refused.text);
}

/** Signs in again, and presses the button back to the form. */
async function comeBack(): Promise<string> {
  expect((await openLink(visitor, newLink())).location).toBe('/unsent-form');
  const kept = (await visitor.get('/unsent-form')).text;
  const shown = await pressPlainly(visitor, kept, 'Back to the form');
  expect(shown.status).toBe(200);
  return shown.text;
}

describe('A preview that was sent after the session had ended', () => {
  test('comes back as it was left, and nothing of it is done', async () => {
    const [first = 0, second = 0, third = 0] = addWork(3, 1);
    updateWorkLog(server().services, second, { description: 'Gate' });
    const [one = '', , three = ''] = boxesOf(await page(), 'invoices');
    const opened = fieldsOf(await page(), 'create-invoices');
    opened.set('press', `edit:${second}`);
    const fields = fieldsOf((await visitor.post(ALL, opened)).text, 'create-invoices');
    fields.delete('ids', String(first));
    fields.delete('invoices', three);
    fields.set(`po-${one}`, 'PO 4711');
    fields.set(`day-${one}`, '2026-10-31');
    fields.set('description', 'Mended the gate');
    fields.set('press', 'create');
    expect(await sendUnsigned(fields)).toContain('what you typed is kept');
    const back = await comeBack();
    expect(boxesOf(back, 'ids')).toEqual([second, third].map(String));
    expect(boxesOf(back, 'invoices')).not.toContain(three);
    expect(controlOf(back, `po-${one}`).value).toBe('PO 4711');
    expect(controlOf(back, `day-${one}`).value).toBe('2026-10-31');
    expect(controlOf(back, 'description').value).toBe('Mended the gate');
    expect(getWorkLog(server().services, second).description).toBe('Gate');
    expect(xero().state().invoices).toEqual([]);
    // The line knows what it was made from: what a colleague saves meanwhile is not overwritten.
    updateWorkLog(server().services, second, { duration: 120 });
    const saved = await pressPlainly(visitor, back, 'Save line');
    expect(saved.status).toBe(200);
    expect(getWorkLog(server().services, second)).toMatchObject({
      description: 'Mended the gate',
      duration: 120,
    });
  });

  test('keeps a number that was taken away', async () => {
    addWork(1, 1);
    const [key = ''] = boxesOf(await page(), 'invoices');
    server().services.db.$client.exec(`update clients set po_number = 'PO 1'`);
    const fields = fieldsOf(await page(), 'create-invoices');
    expect(fields.get(`po-${key}`), 'control: it was there').toBe('PO 1');
    fields.set(`po-${key}`, '');
    await sendUnsigned(fields);
    expect(controlOf(await comeBack(), `po-${key}`).value).toBe('');
  });

  test('is kept with fifty invoices, in what a browser stores', async () => {
    const ids = addWork(50, 4);
    const keys = boxesOf(await page(), 'invoices');
    const opened = await pressPlainly(visitor, await page(), 'Details of Client 2, October 2026');
    const fields = fieldsOf(opened.text, 'create-invoices');
    expect(fields.getAll('ids'), 'control: its lines have boxes').toContain(String(ids[7]));
    for (const [index, key] of keys.entries()) fields.set(`po-${key}`, `PO ${index * 37}`);
    fields.delete('ids', String(ids[7]));
    fields.set('press', 'update');
    expect(await sendUnsigned(fields)).toContain('what you typed is kept');
    const kept = [...visitor.cookies].filter(([name]) => name.startsWith('unsent-form'));
    expect(kept.length).toBeGreaterThan(0);
    for (const [name, value] of kept) expect(name.length + value.length).toBeLessThan(4_000);
    const back = await comeBack();
    expect(boxesOf(back, 'ids')).toHaveLength(199);
    expect(controlOf(back, `po-${keys[49] ?? ''}`).value).toBe(`PO ${49 * 37}`);
  });

  test('that is too big to be kept says so, and nothing else comes back instead', async () => {
    addWork(1, 1);
    const fields = fieldsOf(await page(), 'create-invoices');
    // Signs that no packing makes shorter, as those of very many invoices together.
    fields.set('description', randomBytes(6_000).toString('base64'));
    fields.set('press', 'update');
    const said = await sendUnsigned(fields);
    expect(said).toContain('too big to keep, so what you chose in it is lost');
    expect(said).not.toContain('what you typed is kept');
    expect([...visitor.cookies.keys()]).not.toContain('unsent-form');
  });
});
