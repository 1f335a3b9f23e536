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
    keep: form.getByLabel('Keep this rate'),
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
      await shown(form.getByText("Beta's discounted rate."));
      await form.getByLabel('Description', { exact: true }).fill('Something else');
      await choose('Acme');
      await shows('70.00');
      await save();
      expect(stored()).toBe(7_000);
    });

    test('is what was typed, even if that is the old number', async () => {
      const { form, rate, keep, choose, shows, save, stored } = await open(name);
      await choose('Beta');
      await shows('50.00');
      await rate.fill('70.00');
      await shown(form.getByText("Typed. Empty it for Beta's discounted rate, £50.00."));
      expect(await keep.isChecked()).toBe(true);
      await choose('Acme');
      await choose('Beta');
      await shows('70.00');
      await save();
      expect(stored()).toBe(7_000);
    });

    test('is filled in again when its box is unticked, or the field emptied', async () => {
      const { rate, keep, choose, shows, save, stored } = await open(name);
      await rate.fill('61');
      await choose('Beta');
      await shows('61');
      await keep.uncheck();
      await shows('50.00');
      await rate.fill('61');
      await rate.fill('');
      expect(await rate.getAttribute('placeholder')).toBe('50.00');
      await save();
      expect(stored()).toBe(5_000);
    });

    test('stays when only its box is ticked', async () => {
      const { keep, choose, shows, save, stored } = await open(name);
      await keep.check();
      await choose('Beta');
      await shows('70.00');
      await save();
      expect(stored()).toBe(7_000);
    });
  },
);
