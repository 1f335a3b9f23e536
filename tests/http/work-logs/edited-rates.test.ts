import { describe, expect, test } from 'vitest';
import { createClient } from '#app/clients/clients.server.ts';
import { workLogs } from '#db/schema.ts';
import { addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, visibleText } from '../../support/html.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();

function addClient(name: string, discountedRate: number | null): number {
  const rates = { standardRate: 7_000, premiumRate: 9_000, discountedRate };
  const contact = { email: null, contactPerson: null, isActive: null };
  return createClient(server().services, { name, ...contact, ...rates }).id;
}

/** The forms with a rate: the name of the field, the page of the form, and the stored rate. */
const FORMS = {
  'Edit Log': {
    rateName: 'hourlyRate',
    own: "this log's rate",
    add: (clientId: number, workTypeId: number) => {
      const id = addLog(server(), { clientId, workTypeId });
      return {
        path: `/work-logs/${id}/edit`,
        stored: () => server().services.db.select().from(workLogs).get()?.hourlyRatePence,
      };
    },
  },
  'Edit Pending Log': {
    rateName: 'estimatedHourlyRate',
    own: "this task's rate",
    add: (clientId: number, workTypeId: number) => {
      const columns = { clientId, workTypeId, duration: 60, estimatedHourlyRatePence: 7_000 };
      const id = addPendingLog(server(), columns);
      return {
        path: `/pending-work-logs/${id}/edit`,
        stored: () => pendingRow(server(), id).estimatedHourlyRatePence,
      };
    },
  },
};

type Form = keyof typeof FORMS;

/** Opens the form of an entry for Acme at £70; Beta has a discounted rate of £50. */
async function open(name: Form) {
  const { rateName, add, own } = FORMS[name];
  const visitor = await visitSignedIn(server());
  const acme = addClient('Acme', null);
  const beta = addClient('Beta', 5_000);
  const { path, stored } = add(acme, addWorkType(server(), 'Support'));
  const page = await visitor.get(path);
  const rateIn = (html: string) => ({
    rate: controlOf(html, rateName).value,
    says: controlOf(html, 'rateChoice').descriptions[0],
    choice: controlOf(html, 'rateChoice').value ?? '',
  });
  const update = async (html: string, typed: Record<string, string>) =>
    pressPlainly(visitor, html, 'Update', typed);
  const html = page.text;
  expect(rateIn(html)).toEqual({
    rate: '70.00',
    says: expect.stringContaining(own) as string,
    choice: '',
  });
  return {
    visitor,
    html,
    rateName,
    own,
    acme: String(acme),
    beta: String(beta),
    path,
    stored,
    rateIn,
    update,
  };
}

describe.each(Object.keys(FORMS) as Form[])('the rate in %s, without scripts,', (name) => {
  test('follows the client, and is the old one again with the old client', async () => {
    const { html, acme, beta, stored, rateIn, update } = await open(name);
    // Something else is wrong, so the form comes back.
    const again = await update(html, { clientId: beta, duration: 'some hours' });
    expect(again.status).toBe(400);
    expect(rateIn(again.text)).toEqual({
      rate: '50.00',
      says: expect.stringContaining("Beta's discounted rate") as string,
      choice: '',
    });
    const back = await update(again.text, { clientId: acme, duration: '1' });
    expect(back.status).toBe(303);
    expect(stored()).toBe(7_000);
  });

  test('follows the client when it is saved at once', async () => {
    const { html, beta, stored, update } = await open(name);
    expect((await update(html, { clientId: beta })).status).toBe(303);
    expect(stored()).toBe(5_000);
  });

  test('is what was typed, whatever client is chosen, even after a refusal', async () => {
    const { html, rateName, acme, beta, stored, rateIn, update } = await open(name);
    const again = await update(html, { clientId: beta, [rateName]: '61', duration: 'some hours' });
    expect(rateIn(again.text)).toEqual({
      rate: '61',
      says: 'Charged at £61.00/hr, typed, instead of £70.00',
      choice: 'typed',
    });
    expect((await update(again.text, { clientId: acme, duration: '1' })).status).toBe(303);
    expect(stored()).toBe(6_100);
  });

  test.each([
    ['rateChoice', 'typed'],
    ['rateKept', 'on'],
  ])('stays the old number with another client where %s is %s', async (field, value) => {
    const { html, beta, stored, update } = await open(name);
    await update(html, { clientId: beta, [field]: value });
    expect(stored()).toBe(7_000);
  });

  test('is asked for where “Other…” is chosen and its figure emptied', async () => {
    const { html, rateName, stored, update } = await open(name);
    const reply = await update(html, { rateChoice: 'typed', [rateName]: '' });
    expect(reply.status).toBe(400);
    expect(controlOf(reply.text, rateName).descriptions.at(-1)).toMatch(/^Type the rate/);
    expect(stored()).toBe(7_000);
  });

  test('is filled in again where it was emptied', async () => {
    const { html, rateName, beta, stored, update } = await open(name);
    await update(html, { clientId: beta, [rateName]: '' });
    expect(stored()).toBe(5_000);
  });

  test('is left alone by a form that did not touch it, even if it was changed elsewhere meanwhile', async () => {
    const { visitor, html, path, rateName, beta, stored, update } = await open(name);
    const fresh = (await visitor.get(path)).text;
    await update(fresh, { [rateName]: '99' });
    expect(stored()).toBe(9_900);
    expect((await update(html, { description: 'Only the words' })).status).toBe(303);
    expect(stored()).toBe(9_900);
    expect(beta).not.toBe('');
  });

  test('stays as it is through a press of another button', async () => {
    const { visitor, html, rateName, beta, rateIn } = await open(name);
    const typed = { clientId: beta, [rateName]: '61', description: 'fixed svr' };
    const reply = await pressPlainly(visitor, html, 'Regenerate with AI', typed);
    expect(rateIn(reply.text)).toMatchObject({ rate: '61', choice: 'typed' });
    const untouched = { clientId: beta, description: 'fixed svr' };
    const followed = await pressPlainly(visitor, html, 'Regenerate with AI', untouched);
    expect(rateIn(followed.text)).toMatchObject({ rate: '50.00', choice: '' });
    expect(visibleText(followed.text)).toContain("Beta's discounted rate");
  });

  test('is what was shown for a choice, though the client has another rate since', async () => {
    const { html, beta, rateName, stored, update } = await open(name);
    // As the form stands where scripts run: filled in for Beta, and then Beta's rate changes.
    const pair = `${beta}:${controlOf(html, 'workTypeId').value}`;
    const filled = { [rateName]: '55.00', rateFilled: '55.00', rateFor: pair };
    await update(html, { clientId: beta, ...filled });
    expect(stored()).toBe(5_500);
  });
});
