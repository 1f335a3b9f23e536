import type { Locator } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { hardwareItems, workLogs } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  hasStyles,
  BOTH,
  useBrowser,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { addClient } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, goTo, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const NOW = new Date('2025-07-16T08:20:00Z');
const PHONE = { viewport: { width: 390, height: 844 } };

beforeEach(() => {
  server().setClock(NOW);
  addClient(server(), 'Harbour Dental');
  for (const name of ['On-site support', 'Hardware']) {
    createWorkType(server().services, {
      name,
      hourlyRate: 7_500,
      description: null,
      isHardware: null,
    });
  }
});

/** The rows in the database, without the fields that differ from run to run. */
function rows() {
  const { db } = server().services;
  const logs = db.select().from(workLogs).all();
  return {
    logs: logs.map(({ duration, hourlyRatePence, totalPence, description, date, billable }) => ({
      duration,
      hourlyRatePence,
      totalPence,
      description,
      date: date.toISOString(),
      billable,
    })),
    items: db
      .select()
      .from(hardwareItems)
      .all()
      .map(({ itemName, vatIncluded, vatRateHundredths, taxCode, ...item }) => [
        itemName,
        item.quantityInPlaces / 10_000,
        item.unitPriceInPlaces / 100,
        vatIncluded,
        vatRateHundredths,
        taxCode,
      ]),
  };
}

const TIME = (minutes: number, date: string) => ({
  logs: [
    {
      duration: minutes,
      hourlyRatePence: 6_000,
      totalPence: minutes * 100,
      description: 'Moved the server',
      date,
      billable: true,
    },
  ],
  items: [],
});

const HARDWARE = (date: string) => ({
  logs: [
    {
      duration: 0,
      hourlyRatePence: 0,
      totalPence: 94_999 + 3 * 1_250,
      description: 'New desk',
      date,
      billable: true,
    },
  ],
  items: [
    ['Laptop', 1, 94_999, true, 2_000, 'OUTPUT2'],
    ['Cable', 3, 1_250, false, 1_750, 'OUTPUT'],
  ],
});

async function choose(form: Locator, workType: string): Promise<void> {
  await form.getByLabel('Client').selectOption('Harbour Dental');
  await form.getByLabel('Work Type').selectOption({ label: workType });
}

/** Fills in two items: the first in the row that is there, the second in an added row. */
async function fillItems(form: Locator): Promise<void> {
  const item = (position: number) => form.getByRole('group', { name: `Item ${position}` });
  await item(1).getByLabel('Item Name').fill('Laptop');
  await item(1).getByLabel('Unit Price').fill('949.99');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await shown(item(2));
  await form.getByRole('button', { name: 'Add Item' }).click();
  await shown(item(3));
  await form.getByRole('button', { name: 'Remove item 3' }).click();
  await item(3).waitFor({ state: 'detached' });
  await item(2).getByLabel('Item Name').fill('Cable');
  await item(2).getByLabel('Quantity').fill('3');
  await item(2).getByLabel('Unit Price').fill('12.5');
  await item(2).getByLabel('VAT', { exact: true }).selectOption('Added to price');
  await item(2).getByLabel('VAT Rate').fill('17.5');
  await item(2).getByLabel('Tax Code').selectOption('OUTPUT');
}

/** Expects the amounts: with scripts they follow every key, without they are those of the last submit. */
async function expectAmounts(form: Locator, visitor: Visitor): Promise<void> {
  await shown(form.getByText('Net £791.66 · VAT £158.33 · Gross £949.99'));
  if (!hasScripts(visitor.mode)) await form.getByRole('button', { name: 'Add Item' }).click();
  await shown(form.getByText('Net £37.50 · VAT £6.56 · Gross £44.06'));
  await shown(form.getByText('£987.49', { exact: true }));
  if (!hasScripts(visitor.mode)) await form.getByRole('button', { name: 'Remove item 3' }).click();
}

async function openAddLog(visitor: Visitor): Promise<Locator> {
  const { page } = visitor;
  await page.goto('/work-logs');
  await expectMode(visitor);
  await page.getByRole('link', { name: 'Add Log' }).click();
  return page.getByRole('dialog', { name: 'Add Log' });
}

async function openQuickEntry(visitor: Visitor): Promise<Locator> {
  const { page } = visitor;
  await page.goto('/work-logs');
  await expectMode(visitor);
  await goTo(page, 'Dashboard');
  return page.getByRole('region', { name: 'Quick Work Log Entry' });
}

async function openQuickLog(visitor: Visitor): Promise<Locator> {
  const { page } = visitor;
  await page.goto('/clients');
  await expectMode(visitor);
  await page.getByRole('link', { name: 'Quick Work Log' }).click();
  return page.getByRole('dialog', { name: 'Quick Work Log' });
}

describe('Add Log', () => {
  test.for(BOTH)('logs time with travel, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const form = await openAddLog(visitor);
    await choose(form, 'On-site support (£75.00/hr)');
    await form.getByLabel('Duration (hours)').fill('1.25');
    await form.getByLabel('Travel Time (hours)').fill('0.5');
    await form.getByLabel('Date').fill('2025-07-14');
    await form.getByLabel('Description', { exact: true }).fill('Moved the server');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(visitor.page, 'Work log created successfully');
    expect(rows()).toEqual(TIME(105, '2025-07-14T11:00:00.000Z'));
  });

  test.for(BOTH)('logs hardware, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const form = await openAddLog(visitor);
    await choose(form, 'Hardware');
    await form.getByLabel('Date').fill('2025-07-14');
    await form.getByLabel('Description', { exact: true }).fill('New desk');
    await fillItems(form);
    await expectAmounts(form, visitor);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(visitor.page, 'Work log created successfully');
    expect(rows()).toEqual(HARDWARE('2025-07-14T11:00:00.000Z'));
    const table = visitor.page.getByRole('table');
    await shown(table.locator('summary').getByText('Hardware', { exact: true }));
    await table.getByText('2 items').first().click();
    await shown(visitor.page.getByText('Hardware Total'));
    await shown(visitor.page.getByText('VAT Inc.'));
  });

  test.for(BOTH)(
    'shows a time that hardware has not and that cannot be read, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const form = await openAddLog(visitor);
      const duration = form.getByLabel('Duration (hours)');
      await duration.fill('soon');
      await choose(form, 'Hardware');
      await fillItems(form);
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await shown(duration.and(visitor.page.locator('[aria-invalid="true"]')));
      const hasFocus = () => duration.evaluate((field) => field === document.activeElement);
      if (hasScripts(mode)) await eventually(hasFocus).toBe(true);
      await visitor.takeProblem('status of 400');
      await duration.fill('');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await toastShown(visitor.page, 'Work log created successfully');
      expect(rows().items).toHaveLength(2);
    },
  );
});

describe('An item', () => {
  test.for(BOTH)('has the VAT rate of its tax code, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const form = await openAddLog(visitor);
    await choose(form, 'Hardware');
    const item = form.getByRole('group', { name: 'Item 1' });
    const rate = item.getByLabel('VAT Rate');
    await item.getByLabel('Item Name').fill('Book');
    await item.getByLabel('Unit Price').fill('10');
    await item.getByLabel('Tax Code').selectOption('ZERORATED');
    if (hasScripts(mode)) {
      await eventually(() => rate.inputValue()).toBe('0');
      await shown(form.getByText('Net £10.00 · VAT £0.00 · Gross £10.00'));
    } else {
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await shown(form.getByText('A VAT rate of 20% does not go with ZERORATED.'));
      await visitor.takeProblem('status of 400');
      await rate.fill('0');
    }
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(visitor.page, 'Work log created successfully');
    expect(rows().items).toEqual([['Book', 1, 1_000, true, 0, 'ZERORATED']]);
  });

  test.for(BOTH)('without VAT gets a code that goes with it by a button, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const form = await openAddLog(visitor);
    await choose(form, 'Hardware');
    const item = form.getByRole('group', { name: 'Item 1' });
    await item.getByLabel('Item Name').fill('Book');
    await item.getByLabel('Unit Price').fill('10');
    await item.getByLabel('VAT Rate').fill('0');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await shown(
      item.getByText(
        'A VAT rate of 0% does not go with OUTPUT2. Choose ZERORATED (zero rated) or EXEMPTINPUT (exempt)',
      ),
    );
    await visitor.takeProblem('status of 400');
    expect(rows().items).toEqual([]);
    await item.getByRole('button', { name: 'Use EXEMPTINPUT (exempt)' }).click();
    await eventually(() => item.getByLabel('Tax Code').inputValue()).toBe('EXEMPTINPUT');
    await eventually(() => item.getByRole('button', { name: /^Use / }).count()).toBe(0);
    expect(await item.getByLabel('Item Name').inputValue()).toBe('Book');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(visitor.page, 'Work log created successfully');
    expect(rows().items).toEqual([['Book', 1, 1_000, true, 0, 'EXEMPTINPUT']]);
  });
});

describe('Quick entry', () => {
  test.for(BOTH)('logs time with travel, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const form = await openQuickEntry(visitor);
    await choose(form, 'On-site support (£75.00/hr)');
    await form.getByLabel('Hours', { exact: true }).fill('1');
    await form.getByLabel('Minutes', { exact: true }).fill('25');
    await form.getByLabel('Travel Minutes').fill('20');
    await form.getByLabel('Description', { exact: true }).fill('Moved the server');
    await form.getByRole('button', { name: 'Log Work' }).click();
    await toastShown(visitor.page, 'Work logged successfully');
    expect(rows()).toEqual(TIME(105, NOW.toISOString()));
    expect(
      await form.getByLabel('Description', { exact: true }).inputValue(),
      'an empty form',
    ).toBe('');
  });

  test.for(BOTH)('logs hardware, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const form = await openQuickEntry(visitor);
    await choose(form, 'Hardware');
    await form.getByLabel('Description', { exact: true }).fill('New desk');
    await fillItems(form);
    await expectAmounts(form, visitor);
    await form.getByRole('button', { name: 'Log Work' }).click();
    await toastShown(visitor.page, 'Hardware work logged successfully');
    expect(rows()).toEqual(HARDWARE(NOW.toISOString()));
  });

  test.for(BOTH)('says what is missing and keeps what was typed, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const form = await openQuickEntry(visitor);
    const send = () => form.getByRole('button', { name: 'Log Work' }).click();
    await form.getByLabel('Description', { exact: true }).fill('Kept');
    await send();
    await toastShown(visitor.page, 'Please select client and work type');
    await choose(form, 'On-site support (£75.00/hr)');
    await send();
    await toastShown(visitor.page, 'Please enter duration (hours or minutes)');
    await choose(form, 'Hardware');
    await send();
    await toastShown(visitor.page, 'All hardware items must have a name');
    await form.getByRole('button', { name: 'Remove item 1' }).click();
    await form.getByRole('group', { name: 'Item 1' }).waitFor({ state: 'detached' });
    await send();
    await toastShown(visitor.page, 'Please add at least one hardware item');
    expect(await form.getByLabel('Description', { exact: true }).inputValue()).toBe('Kept');
    expect(rows().logs).toEqual([]);
    for (let wrong = 0; wrong < 4; wrong++) await visitor.takeProblem('400');
  });
});

describe('The phone’s quick log', () => {
  test.for(BOTH)('logs time, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode, PHONE);
    const form = await openQuickLog(visitor);
    await choose(form, 'On-site support (£75.00/hr)');
    await form.getByLabel('Duration (hours)').fill('1.75');
    await form.getByLabel('Description', { exact: true }).fill('Moved the server');
    await form.getByRole('button', { name: 'Log Work' }).click();
    await toastShown(visitor.page, 'Work logged successfully');
    await arrivedAt(visitor.page, '/clients');
    expect(rows()).toEqual(TIME(105, NOW.toISOString()));
  });

  test.for(BOTH)('logs hardware, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode, PHONE);
    const form = await openQuickLog(visitor);
    await choose(form, 'Hardware');
    await form.getByLabel('Description', { exact: true }).fill('New desk');
    await fillItems(form);
    await expectAmounts(form, visitor);
    await form.getByRole('button', { name: 'Log Work' }).click();
    await toastShown(visitor.page, 'Hardware work logged successfully');
    await arrivedAt(visitor.page, '/clients');
    expect(rows()).toEqual(HARDWARE(NOW.toISOString()));
  });

  test.for(BOTH)('says that required fields are missing, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode, PHONE);
    const form = await openQuickLog(visitor);
    await form.getByRole('button', { name: 'Log Work' }).click();
    await toastShown(visitor.page, 'Validation Error');
    await toastShown(visitor.page, 'Please fill in all required fields');
    await visitor.takeProblem('400');
    expect(rows().logs).toEqual([]);
  });

  test('has no button on a wide screen', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/clients');
    await page.getByRole('link', { name: 'Quick Work Log' }).waitFor({ state: 'hidden' });
  });
});

describe('Items by another name', () => {
  test.for(BOTH)('are called as their work type says, with %s', async (mode) => {
    const visitor = await browser.openSignedIn(server(), mode);
    const { page } = visitor;
    await page.goto('/settings/work-types/new');
    const called = page.getByLabel('Items are called');
    const isOffered = (state: 'visible' | 'hidden') => called.waitFor({ state });
    if (hasStyles(mode)) await isOffered('hidden');
    await page.getByLabel('Name *').fill('Travel');
    await page.getByRole('checkbox', { name: 'Hardware' }).check();
    await isOffered('visible');
    await called.fill('Mileage');
    await page.getByRole('button', { name: 'Add Type' }).click();
    await toastShown(page, 'Work type created successfully');
    await page.goto('/work-logs/new');
    const form = page.locator('#work-log');
    await choose(form, 'Travel');
    await form.getByLabel('Item Name').fill('Miles');
    await form.getByLabel('Quantity').fill('123.4');
    await form.getByLabel('Unit Price').fill('0.45');
    if (hasScripts(mode)) {
      await form.getByText('Mileage Total').waitFor();
      await form.getByText('£55.53').last().waitFor();
    }
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await toastShown(page, 'Work log created successfully');
    expect(rows().items).toEqual([['Miles', 123.4, 45, true, 2_000, 'OUTPUT2']]);
  });
});
