import { describe, expect, test } from 'vitest';
import { clients, workLogs } from '#db/schema.ts';
import { expectMode, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const FORMS = {
  'Edit Log': (clientId: number, workTypeId: number) => {
    const id = addLog(server(), { clientId, workTypeId });
    const { db } = server().services;
    db.update(workLogs).set({ hourlyRatePence: 7_000, totalPence: 7_000 }).run();
    return {
      path: `/work-logs/${id}/edit`,
      saved: 'Work log updated successfully',
      stored: () => db.select().from(workLogs).get()?.hourlyRatePence,
    };
  },
  'Edit Pending Log': (clientId: number, workTypeId: number) => {
    const columns = { clientId, workTypeId, duration: 60, estimatedHourlyRatePence: 7_000 };
    const id = addPendingLog(server(), columns);
    return {
      path: `/pending-work-logs/${id}/edit`,
      saved: 'Pending work log updated',
      stored: () => pendingRow(server(), id).estimatedHourlyRatePence,
    };
  },
};

/** Opens the form of an entry for Acme at £70; Beta has a discounted rate of £50. */
async function open(name: keyof typeof FORMS) {
  server().services.db.transaction(() => {
    addClient(server(), 'Beta');
    server().services.db.update(clients).set({ discountedRatePence: 5_000 }).run();
  });
  const entry = FORMS[name](addClient(server(), 'Acme'), addWorkType(server(), 'Support'));
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  await page.goto(entry.path);
  await expectMode(visitor);
  const form = page.getByRole('dialog', { name });
  const rate = form.getByLabel('Hourly Rate');
  return {
    ...entry,
    form,
    rate,
    other: () => form.getByLabel('Rate', { exact: true }).selectOption('Other…'),
    usual: () => form.getByLabel('Rate', { exact: true }).selectOption(''),
    choice: () => form.getByLabel('Rate', { exact: true }).inputValue(),
    choose: (client: string) => form.getByLabel('Client').selectOption(client),
    shows: (text: string) => eventually(() => rate.inputValue()).toBe(text),
    save: async () => {
      await form.getByRole('button', { name: 'Update' }).click();
      await toastShown(page, entry.saved);
    },
  };
}

describe.each(Object.keys(FORMS) as (keyof typeof FORMS)[])(
  'The rate in %s, with scripts,',
  (name) => {
    test('follows the client there and back', async () => {
      const { form, rate, choose, shows, save, stored } = await open(name);
      expect(await rate.inputValue()).toBe('70.00');
      await choose('Beta');
      await shows('50.00');
      await shown(
        form.getByText("Charged at £50.00/hr, Beta's discounted rate, instead of £70.00"),
      );
      await form.getByLabel('Description', { exact: true }).fill('Something else');
      await choose('Acme');
      await shows('70.00');
      await save();
      expect(stored()).toBe(7_000);
    });

    test('is what was typed, even if that is the old number', async () => {
      const { form, rate, other, choose, shows, save, stored } = await open(name);
      expect(await rate.isVisible(), 'before “Other…” is chosen').toBe(false);
      await choose('Beta');
      await shows('50.00');
      await other();
      await rate.fill('70.00');
      await shown(form.getByText('Charged at £70.00/hr, typed'));
      await choose('Acme');
      await choose('Beta');
      await shows('70.00');
      await save();
      expect(stored()).toBe(7_000);
    });

    test('is filled in again when the usual one is chosen', async () => {
      const { rate, other, usual, choose, shows, save, stored } = await open(name);
      await other();
      await rate.fill('61');
      await choose('Beta');
      await shows('61');
      await usual();
      await shows('50.00');
      await save();
      expect(stored()).toBe(5_000);
    });

    test('stays when only “Other…” is chosen', async () => {
      const { other, choice, choose, shows, save, stored } = await open(name);
      await other();
      await choose('Beta');
      expect(await choice()).toBe('typed');
      await shows('70.00');
      await save();
      expect(stored()).toBe(7_000);
    });
  },
);
