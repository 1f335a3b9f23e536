import { describe, expect, test } from 'vitest';
import { clients, timers, workLogs } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { useFirefox } from '#tests/support/browser/firefox.ts';
import { eventually } from '#tests/support/browser/page.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const db = () => server().services.db;

const HAS_SCRIPTS = `String(Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))`;
const HAS_TOAST = `String(document.querySelector('[data-testid=toast]') !== null)`;

/**
 * A function of the page: finds the form that has all these fields and a button with this label or text, fills
 * it in as hands would, and presses the button.
 */
const SEND = `(values, press) => {
  const names = Object.keys(values);
  const labelOf = (button) => button.getAttribute('aria-label') ?? button.textContent.trim();
  const button = [...document.querySelectorAll('main button, dialog button')].find((one) =>
    one.form && !one.classList.contains('sr-only') && labelOf(one) === press &&
    names.every((name) => one.form.elements.namedItem(name)));
  if (!button) throw new Error('There is no such button: ' + press);
  for (const name of names) {
    const field = button.form.elements.namedItem(name);
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    set.call(field, values[name]);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    if (field.value !== values[name]) throw new Error(name + ' does not take ' + values[name]);
  }
  button.click();
  return press;
}`;

const WAYS = ['with', 'without'] as const;

describe.skipIf(findFirefox() === null)('In Firefox, the five', () => {
  const firefox = useFirefox();

  /** Opens a page, with scripts or in Lite. */
  async function open(way: (typeof WAYS)[number], path: string): Promise<void> {
    const { setCookie, open, run } = firefox();
    const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
    await setCookie(server().url, name, value);
    await setCookie(server().url, 'lite', way === 'with' ? 'off' : 'on');
    await open(server().url + path);
    await eventually(() => run(HAS_SCRIPTS)).toBe(String(way === 'with'));
  }

  async function send(values: Record<string, string>, press: string): Promise<void> {
    const { run } = firefox();
    await run(`(${SEND})(${JSON.stringify(values)}, ${JSON.stringify(press)})`);
    await eventually(() => run(HAS_TOAST)).toBe('true');
  }

  test.for(WAYS)('logs work by the form, %s scripts', async (way) => {
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    await open(way, '/work-logs/new');
    const work = { clientId: `${clientId}`, workTypeId: `${workTypeId}` };
    await send({ ...work, duration: '1h30', description: 'Cabled' }, 'Save');
    expect(db().select().from(workLogs).all()).toMatchObject([
      { clientId, workTypeId, duration: 90, description: 'Cabled' },
    ]);
  });

  test.for(WAYS)('changes the rate of a log, and nothing else, %s scripts', async (way) => {
    const clientId = addClient(server(), 'Harbour Dental');
    const id = addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
    const [before] = db().select().from(workLogs).all();
    await open(way, `/work-logs/${id}/edit`);
    await send({ hourlyRate: '72.50' }, 'Update');
    const changed = { hourlyRatePence: 7_250, totalPence: 7_250, hasOwnRate: true, version: 2 };
    const updatedAt = expect.any(Date) as Date;
    expect(db().select().from(workLogs).all()).toEqual([{ ...before, ...changed, updatedAt }]);
  });

  test.for(WAYS)(
    'rejects the task whose button is pressed, and touches no other, %s scripts',
    async (way) => {
      const [router = 0, printer = 0] = ['Router', 'Printer'].map((taskName) =>
        addPendingLog(server(), { taskName, duration: 60 }),
      );
      const other = pendingRow(server(), router);
      await open(way, '/pending-work-logs');
      await send({}, 'Reject Printer');
      expect(pendingRow(server(), printer).status).toBe('rejected');
      expect(pendingRow(server(), router)).toEqual(other);
    },
  );

  test.for(WAYS)('starts a timer, %s scripts', async (way) => {
    await open(way, '/timer');
    await send({}, 'Start timer');
    expect(db().select().from(timers).all()).toHaveLength(1);
  });

  test.for(WAYS)('adds a client, %s scripts', async (way) => {
    await open(way, '/clients/new');
    await send({ name: 'Café Ellis' }, 'Add Client');
    expect(db().select().from(clients).all()).toMatchObject([{ name: 'Café Ellis' }]);
  });
});
