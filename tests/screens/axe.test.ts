import { describe, expect, test } from 'vitest';
import { REFUSED, SIGNED_IN, SIGNED_OUT } from '#tests/support/addresses.ts';
import {
  findAxeFaults,
  findFaultsIn,
  isDark,
  isTooWide,
  isWholeMatrix,
  LOOKS,
  ZOOMED,
  type Look,
} from '#tests/support/browser/axe.ts';
import { hydrated, useBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** A time limit in milliseconds; the whole matrix takes minutes. */
const PATIENCE = 1_200_000;

/** Screens where 400 % zoom could show faults that 320 pixels do not: lists, long dialogs, sticky parts. */
const ZOOMED_IN = isWholeMatrix
  ? SIGNED_IN
  : [
      '/dashboard',
      '/work-logs',
      '/work-logs/new',
      '/pending-work-logs',
      '/clients/1/contact',
      '/settings',
      '/settings/users/1/delete',
    ];
const ZOOMED_OUT = isWholeMatrix ? SIGNED_OUT : ['/', '/api/login'];

async function open({ page, takeProblem }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  const status = REFUSED[path];
  if (status !== undefined) await takeProblem(`status of ${status}`);
  await hydrated(page);
}

async function findFaultsAt(visitor: Visitor, paths: string[], looks: Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    await open(visitor, path);
    faults.push(...(await findFaultsIn(visitor.page, path, looks)));
  }
  return faults;
}

describe('axe-core finds nothing', { timeout: PATIENCE }, () => {
  test('on any page that is open to anybody', async () => {
    const visitor = await browser.open('desktop', { baseURL: server().url });
    expect(await findFaultsAt(visitor, SIGNED_OUT, LOOKS)).toEqual([]);
  });

  test('at 400 % zoom', async () => {
    await fillEveryScreen(server(), xero());
    const looks: Look[] = (isWholeMatrix ? (['light', 'dark'] as const) : (['light'] as const)).map(
      (theme) => ({ theme, ...ZOOMED.viewport }),
    );
    const signedIn = await browser.openSignedIn(server(), 'desktop', ZOOMED);
    expect(await findFaultsAt(signedIn, ZOOMED_IN, looks)).toEqual([]);
    const signedOut = await browser.open('desktop', { baseURL: server().url, ...ZOOMED });
    expect(await findFaultsAt(signedOut, ZOOMED_OUT, looks)).toEqual([]);
  });
});

describe('axe-core would find', () => {
  test('a field without its label, and too little contrast, in either theme', async () => {
    const visitor = await browser.openSignedIn(server(), 'desktop');
    const { page } = visitor;
    await open(visitor, '/clients/new');
    expect(await findAxeFaults(page)).toEqual([]);
    await page.evaluate(() => {
      for (const label of document.querySelectorAll('dialog label[for$="-email"]')) label.remove();
      const title = document.querySelector<HTMLElement>('dialog h1');
      if (title) title.style.color = 'rgb(128 128 128)';
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await isDark(page)).toBe(colorScheme === 'dark');
      const faults = await findAxeFaults(page);
      expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
        'color-contrast',
        'label',
      ]);
    }
  });

  test('buttons too small and too close, and a word too wide for the page', async () => {
    const visitor = await browser.open('desktop', { baseURL: server().url });
    const { page } = visitor;
    await open(visitor, '/privacy');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await isTooWide(page)).toBe(false);
    await page.evaluate(() => {
      const main = document.querySelector('main');
      const row = document.createElement('div');
      main?.append(row);
      for (const name of ['A', 'B']) {
        const button = document.createElement('button');
        button.ariaLabel = name;
        Object.assign(button.style, { width: '8px', height: '8px', background: 'gray' });
        row.append(button);
      }
      const word = document.createElement('p');
      word.textContent = 'unbreakable'.repeat(9);
      main?.append(word);
    });
    expect(await isTooWide(page)).toBe(true);
    expect((await findAxeFaults(page)).join()).toContain('target-size');
  });
});
