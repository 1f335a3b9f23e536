import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { clients } from '#db/schema.ts';
import {
  expectMode,
  hasScripts,
  hydrated,
  MODES,
  useBrowser,
  BOTH,
  WITH_SCRIPTS,
} from '#tests/support/browser/browser.ts';
import { addClient, addLog, addUser, addWorkType } from '#tests/support/data/entries.ts';
import {
  addressOf,
  arrivedAt,
  gone,
  shown,
  toastOf,
  toastShown,
  eventually,
} from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

/** The label or the text of the element with the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const label = isField ? element.labels?.[0]?.innerText : undefined;
    return (label ?? element.getAttribute('aria-label') ?? element.innerText).trim();
  });
}

describe('A dialog, where scripts run', () => {
  test.for(WITH_SCRIPTS)(
    'takes the focus to its first field and keeps Tab inside, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode);
      await page.goto('/clients');
      await hydrated(page);
      await page.getByRole('link', { name: 'Add Client' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Client' });
      await shown(dialog);
      await eventually(() => focused(page)).toBe('Client Name *');
      const seen = new Set<string>();
      for (let press = 0; press < 30; press += 1) {
        await page.keyboard.press('Tab');
        const isInside = await dialog.evaluate(
          (element) =>
            document.activeElement === document.body || element.contains(document.activeElement),
        );
        expect(isInside, await focused(page)).toBe(true);
        seen.add(await focused(page));
      }
      for (const name of ['Email', 'Discounted Rate (£/hr)', 'Cancel', 'Add Client', 'Close']) {
        expect(
          [...seen].some((text) => text.includes(name)),
          name,
        ).toBe(true);
      }
    },
  );

  test.for([
    { screen: '/clients', link: 'Add Client', dialog: 'Add Client' },
    { screen: '/clients', link: 'Edit Harbour Dental', dialog: 'Edit Client' },
    { screen: '/clients', link: 'Remove Harbour Dental', dialog: 'Remove client?' },
    { screen: '/settings', link: 'Add Type', dialog: 'Add Work Type' },
    { screen: '/settings', link: 'Edit On-site support', dialog: 'Edit Work Type' },
    { screen: '/settings', link: 'Delete Robin Park', dialog: 'Delete user?' },
    { screen: '/settings', link: 'Remove robin@', dialog: 'Remove approved email?' },
    { screen: '/work-logs?isInvoiced=false', link: 'Add Log', dialog: 'Add Log' },
    { screen: '/work-logs?isInvoiced=false', link: 'Edit', dialog: 'Edit Log' },
    { screen: '/work-logs?isInvoiced=false', link: 'Delete', dialog: 'Delete work log?' },
  ])(
    '$dialog closes on Escape, and $link has the focus again',
    async ({ screen, link, dialog }) => {
      addUser(server(), 'robin@example.com', ['Robin', 'Park']);
      const clientId = addClient(server(), 'Harbour Dental');
      addLog(server(), { clientId, workTypeId: addWorkType(server(), 'On-site support') });
      const { page } = await browser.openSignedIn(server(), 'desktop');
      await page.goto(screen);
      await hydrated(page);
      const opener = page.getByRole('main').getByRole('link', { name: new RegExp(`^${link}`) });
      await opener.focus();
      await page.keyboard.press('Enter');
      await shown(page.getByRole('dialog', { name: dialog }));
      await page.keyboard.press('Escape');
      await gone(page.getByRole('dialog'));
      await arrivedAt(page, screen);
      await eventually(() => opener.evaluate((element) => element === document.activeElement)).toBe(
        true,
      );
    },
  );

  test('gives the focus back after Cancel and after Close, too', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/clients');
    await hydrated(page);
    const opener = page.getByRole('link', { name: 'Add Client' });
    for (const way of ['Cancel', 'Close']) {
      await opener.click();
      await page.getByRole('dialog').getByRole('link', { name: way }).click();
      await gone(page.getByRole('dialog'));
      await eventually(() => opener.evaluate((element) => element === document.activeElement)).toBe(
        true,
      );
    }
  });
});

describe('The address of a dialog', () => {
  test.for(MODES)('opens it, and Cancel leads to its screen, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/clients/new');
    const dialog = page.getByRole('dialog', { name: 'Add Client' });
    await shown(dialog.getByLabel('Client Name'));
    // Where no script of ours starts the dialog is a page of its own, not over another one.
    const isPage = mode === 'no scripts' || mode === 'Lite';
    if (isPage) await gone(page.getByText('No clients found'));
    else await shown(page.getByText('No clients found'));
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await arrivedAt(page, '/clients');
    await gone(page.getByRole('dialog'));
    await shown(page.getByText('No clients found'));
  });

  test('closes on Escape where scripts run', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/clients/new');
    await hydrated(page);
    await page.keyboard.press('Escape');
    await arrivedAt(page, '/clients');
    await gone(page.getByRole('dialog'));
  });

  test('of something that does not exist is the 404 page', async () => {
    const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
    const response = await page.goto('/clients/999/edit');
    expect(response?.status()).toBe(404);
    await takeProblem('status of 404');
    await shown(page.getByRole('heading', { level: 1, name: '404 Page Not Found' }));
  });
});

describe('A dialog whose scripts never come', () => {
  async function openCutOff(path: string) {
    const visitor = await browser.openSignedIn(server(), 'scripts blocked mid-load');
    // Lower than the dialog.
    await visitor.page.setViewportSize({ width: 1280, height: 360 });
    await visitor.page.goto(path);
    await expectMode(visitor);
    return visitor;
  }

  test('lies over its screen, of which nothing can be pressed', async () => {
    addClient(server(), 'Harbour Dental');
    const { page } = await openCutOff('/clients/new');
    await shown(page.getByRole('dialog', { name: 'Add Client' }));
    const behind = page.getByRole('link', { name: 'Edit Harbour Dental' });
    const inFrame = page.getByRole('link', { name: 'Dashboard', exact: true });
    await shown(behind);
    for (const link of [behind, inFrame]) expect(await linkPressedAt(link)).toBe(null);
    // A control: once it is closed, they can.
    await page.evaluate(() => document.querySelector('dialog')?.close());
    expect(await linkPressedAt(behind)).toMatch(/edit$/);
    expect(await linkPressedAt(inFrame)).toBe('/dashboard');
  });

  test('keeps Tab inside', async () => {
    addClient(server(), 'Harbour Dental');
    const { page } = await openCutOff('/clients/new');
    expect(await focused(page)).toBe('Client Name *');
    const seen = new Set<string>();
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press('Tab');
      seen.add(await focused(page));
    }
    expect([...seen]).toEqual(expect.arrayContaining(['Email', 'Cancel', 'Add Client']));
    expect([...seen].filter((text) => /Edit|Remove|Settings|Clients/.test(text))).toEqual([]);
  });

  test('has its buttons at its bottom, scrolls to its end and is sent', async () => {
    const { page } = await openCutOff('/clients/new');
    await page.getByLabel('Client Name').fill('Harbour Dental');
    const button = page.getByRole('button', { name: 'Add Client' });
    expect(await bottomOf(button)).toBeLessThan(360);
    const last = page.getByText('PO number, VAT, billing and notes');
    expect(await bottomOf(last), 'below the bar').toBeGreaterThan(310);
    await page.getByRole('dialog').hover();
    await page.mouse.wheel(0, 2_000);
    await eventually(() => bottomOf(last)).toBeLessThan(305);
    await button.click();
    await toastShown(page, 'Client created successfully');
    expect(server().services.db.select().from(clients).all()).toHaveLength(1);
  });

  test.for(['Escape', 'Cancel', 'Close'])('closes by %s', async (way) => {
    const { page } = await openCutOff('/clients/new');
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('dialog').getByRole('link', { name: way }).click();
    await arrivedAt(page, '/clients');
    await gone(page.getByRole('dialog'));
    await shown(page.getByText('No clients found'));
  });

  test('stands under no toast: it is a page then, and both can be used', async () => {
    const clientId = addClient(server(), 'Harbour Dental');
    const workTypeId = addWorkType(server(), 'Support');
    const { page } = await openCutOff(`/work-logs/new?client=${clientId}`);
    const dialog = page.getByRole('dialog', { name: 'Add Log' });
    await dialog.getByLabel('Work Type').selectOption(String(workTypeId));
    await dialog.getByLabel('Duration (hours)').fill('1');
    await dialog.getByRole('button', { name: 'Save and add another' }).click();
    await toastShown(page, 'Work log created successfully');
    await dialog.getByLabel('Duration (hours)').fill('2');
    await toastOf(page).getByRole('link', { name: 'Dismiss' }).click();
    await gone(toastOf(page));
    await shown(dialog);
  });
});

/** Where the link leads that a press on this link's place meets, which is not followed; null for none. */
async function linkPressedAt(link: Locator): Promise<string | null> {
  const page = link.page();
  const box = await link.boundingBox();
  if (!box) throw new Error('The link has no place on the page');
  await page.evaluate(() => {
    const { dataset } = document.body;
    delete dataset.pressed;
    const note = (event: MouseEvent) => {
      event.preventDefault();
      const pressed = event.target instanceof Element ? event.target.closest('a') : null;
      dataset.pressed = pressed?.getAttribute('href') ?? '';
    };
    document.addEventListener('click', note, { once: true });
  });
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const pressed = await page.evaluate(() => document.body.dataset.pressed);
  expect(pressed, 'a press arrived').toBeDefined();
  return pressed === '' || pressed === undefined ? null : pressed;
}

async function bottomOf(element: Locator): Promise<number> {
  return element.evaluate((one) => one.getBoundingClientRect().bottom);
}

describe('With the keyboard alone', () => {
  test.for(BOTH)('a client is added, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    await page.goto('/clients');
    if (hasScripts(mode)) await hydrated(page);
    await tabTo(page, 'Add Client');
    await page.keyboard.press('Enter');
    await arrivedAt(page, '/clients/new');
    await shown(page.getByRole('dialog', { name: 'Add Client' }));
    await tabTo(page, 'Client Name *');
    await page.keyboard.type('Harbour Dental');
    await tabTo(page, 'Standard Rate (£/hr)');
    await page.keyboard.type('80');
    await page.keyboard.press('Enter');
    await toastShown(page, 'Client created successfully');
    expect(addressOf(page)).toBe('/clients');
    const rows = server().services.db.select().from(clients).all();
    expect(rows).toMatchObject([{ name: 'Harbour Dental', standardRatePence: 8_000 }]);
  });

  test('the content is one key press away from the top', async () => {
    const { page } = await browser.openSignedIn(server(), 'no scripts');
    await page.goto('/clients');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Add Client');
  });
});

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < 40; press += 1) {
    const here = await focused(page);
    if (here === name) return;
    passed.push(here);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to "${name}", only to ${passed.join(', ')}`);
}
