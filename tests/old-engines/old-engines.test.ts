import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, timers, workLogs } from '#db/schema.ts';
import { SIGNED_IN } from '#tests/support/addresses.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';
import { ENGINES, HAS_OLD_ENGINES, startEngine, type OldEngine } from './old-engine.ts';

/** Where a picture of each screen is put, to be looked at. */
const PICTURES = join('test-results', 'old-engines');
const PHONE = 390;

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

describe.each(ENGINES)('$name', ({ qt, name }) => {
  let engine: OldEngine;

  beforeAll(async () => {
    engine = await startEngine(qt);
    mkdirSync(PICTURES, { recursive: true });
  });

  afterAll(async () => {
    await engine.close();
  });

  const open = (path: string) => engine.goto(server().url + path);

  async function signIn(): Promise<void> {
    const [cookie = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
    await engine.setCookie(server().url, cookie, value);
  }

  /** Fills fields by their names, in the form that has all of them, and presses its button. */
  async function send(values: Record<string, string>, button: string): Promise<void> {
    await engine.leaving(`{
      const values = ${JSON.stringify(values)};
      const names = Object.keys(values);
      const press = [...document.querySelectorAll('button, input[type=submit]')].find((one) =>
        one.form && one.textContent.trim() === ${JSON.stringify(button)} &&
        names.every((name) => one.form.elements.namedItem(name)));
      if (!press) throw new Error('There is no such button: ' + ${JSON.stringify(button)});
      for (const name of names) {
        const field = press.form.elements.namedItem(name);
        field.value = values[name];
        if (field.value !== values[name]) throw new Error(name + ' does not take ' + values[name]);
      }
      press.click();
    }`);
  }

  test('shows every screen in its styles, as wide as a phone, without an error', async () => {
    await fillEveryScreen(server(), xero());
    const description = 'Moved the loans desk and both reading rooms to the new network. '.repeat(
      20,
    );
    addLog(server(), { clientId: 1, workTypeId: 1, description });
    await signIn();
    // Higher than a phone, since rows that nobody sees are not laid out.
    await engine.resize(PHONE, 3_000);
    const wrong: string[] = [];
    // Other tests look at every screen in an engine of today.
    for (const path of HAS_OLD_ENGINES ? SIGNED_IN : SIGNED_IN.slice(0, 3)) {
      await open(path);
      const [title, width, isStyled] = (await engine.evaluate(`[
        document.querySelector('h1')?.textContent ?? '',
        Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
        getComputedStyle(document.body).margin === '0px' &&
          getComputedStyle(document.documentElement).fontFamily.includes('sans'),
      ]`)) as [string, number, boolean];
      if (title.includes('went wrong')) wrong.push(`${path}: ${title}`);
      if (width > PHONE) wrong.push(`${path} is ${width} px wide`);
      if (!isStyled) wrong.push(`${path} has no styles`);
      const file = `${name} ${path.replaceAll(/[^\w-]+/g, '_')}.png`;
      writeFileSync(join(PICTURES, file), await engine.picture());
    }
    expect(wrong).toEqual([]);
  });

  test('logs work by the form', async () => {
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    await signIn();
    await open('/work-logs/new');
    await send(
      {
        clientId: `${clientId}`,
        workTypeId: `${workTypeId}`,
        duration: '1h30',
        description: 'Cabled',
      },
      'Save',
    );
    const [log, ...more] = server().services.db.select().from(workLogs).all();
    expect(more).toEqual([]);
    expect(log).toMatchObject({ clientId, workTypeId, duration: 90, description: 'Cabled' });
  });

  test('changes the rate of a log, and nothing else', async () => {
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    const id = addLog(server(), { clientId, workTypeId });
    const [before] = server().services.db.select().from(workLogs).all();
    await signIn();
    await open(`/work-logs/${id}/edit`);
    await send({ hourlyRate: '72.50' }, 'Save');
    const [after] = server().services.db.select().from(workLogs).all();
    expect(after?.hourlyRatePence).toBe(7_250);
    const { clientId: client, workTypeId: type, duration, description, date } = before ?? {};
    expect(after).toMatchObject({
      clientId: client,
      workTypeId: type,
      duration,
      description,
      date,
    });
  });

  test('rejects the task whose button is pressed, and touches no other', async () => {
    const [first, second] = ['Router', 'Printer'].map((taskName) =>
      addPendingLog(server(), { taskName, duration: 60 }),
    );
    const other = pendingRow(server(), first ?? 0);
    await signIn();
    await open('/pending-work-logs');
    await engine.leaving(`{
      const row = [...document.querySelectorAll('tr, li')].find((one) =>
        one.textContent.includes('Printer') && !one.textContent.includes('Router'));
      const press = [...row.querySelectorAll('button')].find((one) => /Reject/.test(one.textContent));
      press.click();
    }`);
    expect(pendingRow(server(), second ?? 0).status).toBe('rejected');
    expect(pendingRow(server(), first ?? 0)).toEqual(other);
  });

  test('starts a timer', async () => {
    await signIn();
    await open('/timer');
    await send({}, 'Start timer');
    expect(server().services.db.select().from(timers).all()).toHaveLength(1);
  });

  test('adds a client', async () => {
    await signIn();
    await open('/clients/new');
    await send({ name: 'Café Ellis' }, 'Add Client');
    const [client] = server().services.db.select().from(clients).all();
    expect(client?.name).toBe('Café Ellis');
  });
});
