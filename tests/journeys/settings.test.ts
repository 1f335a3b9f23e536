import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  expectMode,
  BOTH,
  hasStyles,
  useBrowser,
  WITH_SCRIPTS,
} from '#tests/support/browser/browser.ts';
import { eventually, shown, toastShown } from '#tests/support/browser/page.ts';
import { useOpenAi } from '#tests/support/server/use-openai.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const openAi = useOpenAi();
const server = useServer(() => ({
  ...openAi().environment,
  XERO_CLIENT_ID: 'an-app',
  XERO_CLIENT_SECRET: 'its-secret',
}));
const browser = useBrowser();

const CARDS = [
  'User Profile',
  'Work Types',
  'Todoist Integration',
  'AI Configuration',
  'Xero Integration',
  'User Management',
  'Default Rates',
];

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('Settings', () => {
  test.for(BOTH)(
    'shows its cards in order, even when one cannot be loaded, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      await page.goto('/settings');
      await expectMode(visitor);
      const titles = page.locator('main section > header h2');
      expect(await titles.allInnerTexts()).toEqual(CARDS);

      // A fault of one card does not affect the others.
      server().services.db.run(sql`alter table xero_connections rename to mislaid`);
      await page.reload();
      const broken = cardOf(page, 'Xero Integration');
      await shown(broken.getByText('This card could not be loaded'));
      expect(await titles.allInnerTexts()).toEqual(CARDS);
      await shown(cardOf(page, 'AI Configuration').getByText('Not Configured', { exact: true }));
      server().services.db.run(sql`alter table mislaid rename to xero_connections`);
    },
  );

  test.for(WITH_SCRIPTS)(
    'keeps what was typed into one card while another is used, with %s',
    async (mode) => {
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      await page.goto('/settings');
      await expectMode(visitor);
      const todoist = cardOf(page, 'Todoist Integration');
      const ai = cardOf(page, 'AI Configuration');
      const management = cardOf(page, 'User Management');
      const typed = [
        [todoist.getByLabel('API Token'), 'a-token-half-typed'],
        [ai.getByLabel('Custom Prompt'), 'A prompt, half'],
        [management.getByLabel('Email'), 'robin@'],
      ] as const;
      for (const [field, text] of typed) await field.fill(text);
      const expectTyped = async () => {
        for (const [field, text] of typed) expect(await field.inputValue()).toBe(text);
      };

      // A failure.
      await ai.getByLabel('OpenAI API Key').fill('sk-of-somebody-else');
      await ai.getByRole('button', { name: 'Save AI Settings' }).click();
      await shown(ai.getByText('The AI service refused the API key.'));
      await visitor.takeProblem('status of 400');
      await expectTyped();

      // A success.
      await todoist.getByRole('button', { name: 'Save Schedule' }).click();
      await toastShown(page, 'Automatic import is off');
      await expectTyped();

      // A dialog over the cards, and back.
      await cardOf(page, 'Work Types').getByRole('link', { name: 'Add Type' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click();
      await eventually(() => new URL(page.url()).pathname).toBe('/settings');
      await expectTyped();
    },
  );

  // In Lite it is on already.
  test.for(BOTH.filter((mode) => mode !== 'Lite'))(
    'gives this device pages without scripts, and takes it back, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode);
      await page.goto('/settings/account');
      const device = cardOf(page, 'This Device');
      await device.getByRole('button', { name: 'Turn Lite on' }).click();
      await toastShown(page, 'Lite is on for this device');
      expect(await page.content()).not.toContain('__remixContext');
      await device.getByRole('button', { name: 'Turn Lite off' }).click();
      await toastShown(page, 'Lite is off for this device');
      expect(await page.content()).toContain('__remixContext');
    },
  );

  test.for(BOTH.filter(hasStyles))(
    'lights the theme that this device was given, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode);
      await page.goto('/settings/account');
      const device = cardOf(page, 'This Device');
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const choose = async (name: string, toast: string) => {
        await device.getByRole('button', { name }).click();
        await toastShown(page, toast);
        await shown(device.getByRole('button', { name, pressed: true }));
        return paper();
      };
      const light = await paper();
      const dark = await choose('Dark', 'This device shows dark pages');
      expect(dark).not.toBe(light);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await choose('Light', 'This device shows light pages')).toBe(light);
      await page.goto('/privacy');
      expect(await paper()).toBe(light);
      await page.goto('/settings/account');
      expect(await choose('As the system has it', 'Pages follow this device’s own setting')).toBe(
        dark,
      );
    },
  );
});
