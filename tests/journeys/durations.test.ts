import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import { clients, workLogs } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  BOTH,
  useBrowser,
  type Mode,
} from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { addTimeEntries, TIME_FIELDS, typedInto } from '#tests/support/data/time-fields.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const lastLog = () => server().services.db.select().from(workLogs).all().at(-1);

const FIELDS = TIME_FIELDS.map(([label, field], place) => ({ label, field, place }));

test.for(FIELDS)('$label means what was typed, with scripts', async ({ field, place }) => {
  const visitor = await browser.openSignedIn(server(), 'desktop');
  const { page } = visitor;
  for (const [text, minutes] of typedInto(place)) {
    const entries = addTimeEntries(server());
    await page.goto(field.path(entries));
    await expectMode(visitor);
    const named = (name: string) => page.locator(`:is(dialog, main) [name="${name}"]`).first();
    for (const [name, value] of Object.entries(field.typed(entries))) {
      const control = named(name);
      if (await control.evaluate((element) => element.matches('select'))) {
        await control.selectOption(value);
      } else await control.fill(value);
    }
    const control = named(field.name(entries));
    await control.fill('');
    await control.pressSequentially(text);
    expect(await control.inputValue()).toBe(text);
    await control.press('Enter');
    const stored = () => field.stored(server(), entries);
    await eventually(stored).toBe(minutes + field.beside);
  }
});

/** Opens Add Log for Acme, who pays £60, or £90 for premium work; Support costs £75. */
async function openAddLog(mode: Mode) {
  addClient(server(), 'Acme');
  addWorkType(server(), 'Support');
  const visitor = await browser.openSignedIn(server(), mode);
  await visitor.page.goto('/work-logs/new');
  await expectMode(visitor);
  const form = visitor.page.getByRole('dialog', { name: 'Add Log' });
  await form.getByLabel('Client').selectOption('Acme');
  await form.getByLabel('Work Type').selectOption('Support (£75.00/hr)');
  return { ...visitor, form };
}

const hintOf = async (field: Locator) =>
  field.evaluate((element) => {
    const [id = ''] = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return document.getElementById(id)?.textContent ?? '';
  });

describe('What a duration means and comes to', () => {
  test.for(BOTH)('is read back at once or in the answer, with %s', async (mode) => {
    const { page, form } = await openAddLog(mode);
    const duration = form.getByLabel('Duration (hours)');
    await duration.fill('1h30');
    const hint = eventually(() => hintOf(duration));
    if (hasScripts(mode)) {
      await hint.toBe('1h 30m · £90.00');
      await shown(form.getByText("Charged at £60.00/hr, Acme's standard rate"));
      await form.getByLabel('Rate', { exact: true }).selectOption('Premium: £90.00');
      await hint.toBe('1h 30m · £135.00');
      await shown(form.getByText("Charged at £90.00/hr, Acme's premium rate"));
      await duration.fill('90');
      await hint.toBe('90h 0m · £8,100.00. For minutes, write 90m.');
      await duration.fill('1:75');
      await hint.toContain('Not understood.');
      await duration.fill('1h30');
    }
    await form.getByLabel('Rate', { exact: true }).selectOption('Other…');
    await form.getByLabel('Hourly Rate').fill('61');
    if (hasScripts(mode)) {
      await hint.toBe('1h 30m · £91.50');
      await shown(form.getByText('Charged at £61.00/hr, typed'));
    }
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(page, 'Work log created successfully');
    await toastShown(page, '1h 30m · £91.50 at £61.00, typed');
    expect(lastLog()).toMatchObject({ duration: 90, totalPence: 9_150 });
  });

  test.for(BOTH)('is refused with an example where nobody could read it, with %s', async (mode) => {
    const { form, takeProblem } = await openAddLog(mode);
    const duration = form.getByLabel('Duration (hours)');
    await duration.fill('1:30:15');
    if (hasScripts(mode)) {
      await eventually(() =>
        form.getByRole('button', { name: 'Save', exact: true }).isDisabled(),
      ).toBe(true);
      await eventually(() => hintOf(duration)).toContain('Write it like 1.5, 1:30, 1h 30m or 90m.');
    } else {
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await shown(form.getByText('such as 1.5, or a duration such as 1:30, 1h 30m or 90m.'));
      await takeProblem('400');
      expect(await duration.inputValue()).toBe('1:30:15');
    }
    expect(lastLog()).toBeUndefined();
  });
});

test('A quick form asks for the rate only where it is to be typed', async () => {
  await openAddLog('desktop');
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await page.goto('/dashboard');
  const form = page.getByRole('region', { name: 'Quick Work Log Entry' });
  await form.getByLabel('Client').selectOption('Acme');
  await form.getByLabel('Work Type').selectOption('Support (£75.00/hr)');
  await form.getByLabel('Minutes', { exact: true }).fill('45');
  const rate = form.getByLabel('Hourly Rate');
  expect(await rate.isVisible()).toBe(false);
  await form.getByLabel('Rate', { exact: true }).selectOption('Other…');
  await shown(rate);
  await rate.fill('100');
  await form.getByRole('button', { name: 'Log Work' }).click();
  await toastShown(page, '0h 45m · £75.00 at £100.00, typed');
});

describe('A row of Todoist Import', () => {
  test.for(BOTH)('keeps what could not be read, and says why beside it, with %s', async (mode) => {
    const clientId = addClient(server(), 'Acme');
    server().services.db.update(clients).set({ discountedRatePence: null }).run();
    const [first = 0, second = 0] = ['Router', 'Printer'].map((taskName) =>
      addPendingLog(server(), { taskName, clientId, duration: 20 }),
    );
    const visitor = await browser.openSignedIn(server(), mode);
    const { page, takeProblem } = visitor;
    await page.goto('/pending-work-logs');
    await expectMode(visitor);
    const hours = page.getByLabel('Duration of Router');
    await page.getByLabel('Select Printer').check();
    await hours.fill('1:75');
    if (hasScripts(mode)) {
      await eventually(() => hintOf(hours)).toContain('Not understood.');
    }
    await hours.press('Enter');
    await eventually(() => hours.getAttribute('aria-invalid')).toBe('true');
    await takeProblem('400');
    expect(await hours.inputValue()).toBe('1:75');
    expect(await hintOf(hours)).toContain('such as 1.5, or a duration such as 1:30');
    expect(await page.getByLabel('Select Printer').isChecked()).toBe(true);
    if (hasScripts(mode)) {
      const focused = () => hours.evaluate((element) => element === document.activeElement);
      await eventually(focused).toBe(true);
    }
    await hours.fill('45m');
    await hours.press('Enter');
    await eventually(() => pendingRow(server(), first).duration).toBe(45);
    expect(pendingRow(server(), second).duration).toBe(20);
    await eventually(() => hours.getAttribute('aria-invalid')).toBeNull();
  });
});
