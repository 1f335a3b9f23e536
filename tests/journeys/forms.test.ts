import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { workLogs, workTypes } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  hasStyles,
  hydrated,
  MODES,
  useBrowser,
  WITHOUT_SCRIPTS,
  BOTH,
  WITH_SCRIPTS,
} from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, gone, shown, toastShown, eventually } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** Adds a client, and two work types of which one is on-site. */
function addSomething() {
  const clientId = addClient(server(), 'Harbour Dental');
  addWorkType(server(), 'Remote support');
  return { clientId, workTypeId: addWorkType(server(), 'On-Site support') };
}

describe('Add Log', () => {
  test.for(WITH_SCRIPTS)(
    'saves only once there are a client, a work type and a duration, with %s',
    async (mode) => {
      addSomething();
      const { page } = await browser.openSignedIn(server(), mode);
      await page.goto('/work-logs/new');
      await hydrated(page);
      const form = page.getByRole('dialog', { name: 'Add Log' });
      const save = form.getByRole('button', { name: 'Save', exact: true });
      await eventually(() => save.isDisabled()).toBe(true);
      await form.getByLabel('Client').selectOption('Harbour Dental');
      expect(await save.isDisabled(), 'with a client').toBe(true);
      await form.getByLabel('Work Type').selectOption({ index: 1 });
      expect(await save.isDisabled(), 'with a work type').toBe(true);
      await form.getByLabel('Duration (hours)').fill('0');
      expect(await save.isDisabled(), 'with no time at all').toBe(true);
      await form.getByLabel('Duration (hours)').fill('0.25');
      expect(await save.isDisabled(), 'with everything').toBe(false);
      await form.getByLabel('Client').selectOption('');
      expect(await save.isDisabled(), 'without the client').toBe(true);
    },
  );

  test.for(WITHOUT_SCRIPTS)(
    'can always be sent, and then says what is missing, with %s',
    async (mode) => {
      addSomething();
      const visitor = await browser.openSignedIn(server(), mode);
      const { page, takeProblem } = visitor;
      await page.goto('/work-logs/new');
      await expectMode(visitor);
      const form = page.getByRole('dialog', { name: 'Add Log' });
      await form.getByLabel('Description', { exact: true }).fill('Kept as it was typed');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      const client = form.getByLabel('Client');
      await eventually(() => client.getAttribute('aria-invalid')).toBe('true');
      expect(await description(client)).toContain('Please select client and work type');
      expect(await form.getByLabel('Description', { exact: true }).inputValue()).toBe(
        'Kept as it was typed',
      );
      expect(server().services.db.select().from(workLogs).all()).toEqual([]);
      await takeProblem('status of 400');
    },
  );

  test.for(MODES)('asks for travel time on an on-site type only, with %s', async (mode) => {
    addSomething();
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/work-logs/new');
    await expectMode(visitor);
    const form = page.getByRole('dialog', { name: 'Add Log' });
    const travelTime = form.getByLabel('Travel Time (hours)');
    if (hasStyles(mode)) await gone(travelTime);
    await form.getByLabel('Work Type').selectOption('On-Site support (£75.00/hr)');
    await shown(travelTime);
    await form.getByLabel('Work Type').selectOption('Remote support (£75.00/hr)');
    if (hasStyles(mode)) await gone(travelTime);
  });
});

describe('What is typed before the scripts arrive', () => {
  /** Opens a page whose scripts wait until `arrive` is called. */
  async function openSlowly(page: Page, path: string) {
    const scripts = Promise.withResolvers<undefined>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    return () => {
      scripts.resolve(undefined);
    };
  }

  test('stays, counts, and keeps the focus in Add Log', async () => {
    addSomething();
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const arrive = await openSlowly(page, '/work-logs/new');
    const form = page.getByRole('dialog', { name: 'Add Log' });
    await form.getByLabel('Client').selectOption('Harbour Dental');
    await form.getByLabel('Work Type').selectOption('Remote support (£75.00/hr)');
    await form.getByLabel('Duration (hours)').fill('1.25');
    await form.getByLabel('Description', { exact: true }).fill('Typed early');
    arrive();
    await hydrated(page);
    const save = form.getByRole('button', { name: 'Save', exact: true });
    await eventually(() => isModal(form)).toBe(true);
    expect(await form.getByLabel('Description', { exact: true }).evaluate(isFocused)).toBe(true);
    expect(await save.isEnabled()).toBe(true);
    await save.click();
    await toastShown(page, 'Work log created successfully');
    const rows = server().services.db.select().from(workLogs).all();
    expect(rows).toMatchObject([{ duration: 75, description: 'Typed early', totalPence: 7_500 }]);
  });

  test('stays in the description of a log that is edited', async () => {
    const logId = addLog(server(), addSomething());
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const arrive = await openSlowly(page, `/work-logs/${logId}/edit`);
    const form = page.getByRole('dialog', { name: 'Edit Log' });
    await form.getByLabel('Description', { exact: true }).fill('Typed early');
    arrive();
    await hydrated(page);
    await eventually(() => isModal(form)).toBe(true);
    expect(await form.getByLabel('Description', { exact: true }).inputValue()).toBe('Typed early');
  });

  test('counts as the name of a work type', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const arrive = await openSlowly(page, '/settings/work-types/new');
    const form = page.getByRole('dialog', { name: 'Add Work Type' });
    await form.getByLabel('Name').fill('Training');
    arrive();
    await hydrated(page);
    await eventually(() => isModal(form)).toBe(true);
    await form.getByRole('button', { name: 'Add Type' }).click();
    await toastShown(page, 'Work type created successfully');
    const rows = server().services.db.select().from(workTypes).all();
    expect(rows).toMatchObject([{ name: 'Training' }]);
  });

  test('can be saved as the token of Todoist', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    const arrive = await openSlowly(page, '/settings/todoist/token');
    const form = page.getByRole('dialog', { name: 'Todoist API token' });
    await form.getByLabel('API Token').fill('typed-early');
    arrive();
    await hydrated(page);
    await eventually(() => isModal(form)).toBe(true);
    expect(await form.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true);
    expect(await form.getByLabel('API Token').inputValue()).toBe('typed-early');
  });
});

describe('Editing a log', () => {
  test.for(MODES)(
    'leaves its rate alone unless the client or the type changes, with %s',
    async (mode) => {
      const clientId = addClient(server(), 'Harbour Dental');
      const workTypeId = addWorkType(server(), 'Remote support');
      const logId = addLog(server(), { clientId, workTypeId });
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      const read = () => server().services.db.select().from(workLogs).all();
      expect(read(), 'control: not the rate of the type').toMatchObject([
        { hourlyRatePence: 6_000 },
      ]);

      await page.goto(`/work-logs/${logId}/edit`);
      await expectMode(visitor);
      const form = page.getByRole('dialog', { name: 'Edit Log' });
      await form.getByLabel('Description', { exact: true }).fill('Only the words');
      expect(await form.getByLabel('Hourly Rate').inputValue()).toBe('60.00');
      await form.getByRole('button', { name: 'Update' }).click();
      await toastShown(page, 'Work log updated successfully');
      expect(read()).toMatchObject([{ hourlyRatePence: 6_000, totalPence: 6_000 }]);

      addClient(server(), 'Quay Books');
      await page.goto(`/work-logs/${logId}/edit`);
      await form.getByLabel('Client').selectOption('Quay Books');
      if (hasScripts(mode)) {
        await eventually(() => form.getByLabel('Hourly Rate').inputValue()).toBe('75.00');
      }
      await form.getByRole('button', { name: 'Update' }).click();
      await arrivedAt(page, '/work-logs');
      await toastShown(page, 'Work log updated successfully');
      expect(read()).toMatchObject([{ hourlyRatePence: 7_500, totalPence: 7_500 }]);
    },
  );
});

describe('The Work Types card', () => {
  test.for(BOTH)('shows three of five, all on request, and three again, with %s', async (mode) => {
    for (const name of ['Audit', 'Backup', 'Cabling', 'Design', 'Email'])
      addWorkType(server(), name);
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/settings');
    if (hasScripts(mode)) await hydrated(page);
    const card = page.getByRole('region', { name: 'Work Types' });
    const names = () =>
      card
        .getByRole('link', { name: /^Edit / })
        .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')?.slice(5)));
    expect(await names()).toEqual(['Audit', 'Backup', 'Cabling']);
    await card.getByRole('link', { name: 'Show All (5)' }).click();
    await eventually(names).toEqual(['Audit', 'Backup', 'Cabling', 'Design', 'Email']);
    await card.getByRole('link', { name: 'Show Less' }).click();
    await eventually(names).toEqual(['Audit', 'Backup', 'Cabling']);
  });

  test('has no button to show more with three', async () => {
    for (const name of ['Audit', 'Backup', 'Cabling']) addWorkType(server(), name);
    const { page } = await browser.openSignedIn(server(), 'no scripts');
    await page.goto('/settings');
    await shown(page.getByText('Cabling'));
    expect(await page.getByText('Show All').count()).toBe(0);
  });
});

/** The text that describes a field to a screen reader. */
function description(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}

function isModal(dialog: Locator): Promise<boolean> {
  return dialog.evaluate((element) => element.matches(':modal'));
}

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

describe('A form that lacks a client and a work type', () => {
  test.for(BOTH)('leads to where they are made, and has them chosen, with %s', async (mode) => {
    addSomething();
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/work-logs/new');
    if (hasScripts(mode)) await hydrated(page);
    const form = page.getByRole('dialog', { name: 'Add Log' });
    await form.getByLabel('Client').selectOption('Harbour Dental');
    await form.getByLabel('Duration (hours)').fill('1h30');
    await form.getByRole('link', { name: 'New client…' }).click();
    const client = page.getByRole('dialog', { name: 'Add Client' });
    await client.getByLabel('Client Name').fill('Quay Books');
    await client.getByRole('button', { name: 'Add Client' }).click();
    await toastShown(page, 'Client created successfully');
    await form.getByRole('link', { name: 'New work type…' }).click();
    const type = page.getByRole('dialog', { name: 'Add Work Type' });
    await type.getByLabel('Name').fill('Training');
    await type.getByRole('button', { name: 'Add Type' }).click();
    await toastShown(page, 'Work type created successfully');
    if (hasScripts(mode)) {
      await eventually(() => form.getByLabel('Duration (hours)').inputValue()).toBe('1h30');
      await shown(form.getByText('1h 30m · £90.00'));
    } else await form.getByLabel('Duration (hours)').fill('1h30');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(page, 'Work log created successfully');
    const logs = server().services.db.select().from(workLogs).all();
    expect(logs).toMatchObject([{ clientId: 2, workTypeId: 3, duration: 90 }]);
  });
});
