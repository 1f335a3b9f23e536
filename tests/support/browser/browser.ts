import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { afterEach, beforeAll, expect } from 'vitest';
import { findChromium, FLAGS_FOR_TESTS } from './chromium.ts';
import { hydrated, isHydrated } from './hydration.ts';
import type { Mode } from './modes.ts';
import type { TestServer } from '../server/test-server.ts';

export { hydrated, isHydrated } from './hydration.ts';
export {
  BOTH,
  hasStyles,
  MODES,
  modesOf,
  WITH_SCRIPTS,
  WITHOUT_SCRIPTS,
  type Mode,
} from './modes.ts';

/** Whether the product's scripts come to run in this mode. */
export function hasScripts(mode: Mode): boolean {
  return mode === 'desktop' || mode === 'phone' || mode === 'styles lost';
}

const SETTINGS: Record<Mode, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'no scripts': { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false },
  'scripts blocked mid-load': { viewport: { width: 1280, height: 800 } },
  Lite: { viewport: { width: 1280, height: 800 } },
  'styles lost': { viewport: { width: 1280, height: 800 } },
};

/** The switch of a device, for every test server. */
const LITE = { name: 'lite', value: 'on', domain: 'localhost', path: '/' };

/** What a line loses in a mode; null for nothing. */
function lostIn(mode: Mode): { address: string; ending: string } | null {
  if (mode === 'scripts blocked mid-load') return { address: '*/assets/root-*.js', ending: '.js' };
  if (mode === 'styles lost') return { address: '*/assets/*.css', ending: '.css' };
  return null;
}

/** How long a condition may take to come true, in milliseconds. */
export const PATIENCE = 30_000;

/** One browser window of one visitor, with its own cookies. */
export type Visitor = {
  page: Page;
  mode: Mode;
  /**
   * Waits for an error with this text and takes it off the page's list, since it belongs to
   * the test: a 404 that was asked for, say.
   */
  takeProblem: (text: string) => Promise<void>;
  /** Ignores errors with this text from now on, for a test that cuts the line itself. */
  expectProblems: (text: string) => void;
  /** How many files were lost that the mode loses: scripts or styles; 0 in the other modes. */
  lostFiles: () => number;
};

type VisitorOptions = BrowserContextOptions & {
  /** The Cookie header that `signIn()` gives, and the address that it is for. */
  session?: { url: string; cookie: string };
};

let launched: Promise<Browser> | null = null;

/** One Chromium for all test files of a worker; it ends with the worker. */
function launch(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findChromium(), args: FLAGS_FOR_TESTS });
  return launched;
}

/**
 * A Chromium for a test file. A test fails when one of its pages writes an error to the
 * console, throws, or violates its Content-Security-Policy.
 */
export function useBrowser() {
  let browser: Browser | null = null;
  let problems: string[] = [];

  beforeAll(async () => {
    browser = await launch();
  });

  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    const written = problems;
    problems = [];
    expect(written, 'errors that pages wrote or threw').toEqual([]);
  });

  /** Opens a window. */
  async function open(mode: Mode, options: VisitorOptions = {}): Promise<Visitor> {
    if (!browser) throw new Error('The browser is not started yet');
    const { session, ...more } = options;
    const context = await browser.newContext({
      ...SETTINGS[mode],
      // Far from the business time zone, since pages must not depend on the browser's.
      timezoneId: 'America/Los_Angeles',
      locale: 'en-GB',
      // A worker would answer before Playwright's routing, with which journeys lose or change requests.
      // The journeys of tests/journeys/offline* have one, in browsers of their own.
      serviceWorkers: 'block',
      ...more,
    });
    context.setDefaultTimeout(PATIENCE);
    if (session) await context.addCookies([toCookie(session)]);
    if (mode === 'Lite') await context.addCookies([LITE]);
    const page = await context.newPage();
    const lost = lostIn(mode);
    const isOwnDoing = (text: string, url: string) =>
      lost !== null &&
      text.includes('net::ERR_BLOCKED_BY_CLIENT') &&
      new URL(url).pathname.endsWith(lost.ending);
    const expected: string[] = [];
    page.on('console', (message) => {
      if (expected.some((text) => message.text().includes(text))) return;
      if (message.type() !== 'error' || isOwnDoing(message.text(), message.location().url)) return;
      problems.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
    const lostFiles = lost === null ? () => 0 : await lose(page, lost);
    return {
      page,
      mode,
      takeProblem: async (text) => {
        const find = () => problems.findIndex((problem) => problem.includes(text));
        await expect.poll(find, { timeout: PATIENCE }).toBeGreaterThanOrEqual(0);
        problems.splice(find(), 1);
      },
      expectProblems: (text) => {
        expected.push(text);
      },
      lostFiles,
    };
  }

  /** Opens a window in which the approved user of a test server is signed in. */
  async function openSignedIn(
    server: Pick<TestServer, 'url' | 'signIn'>,
    mode: Mode,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const session = { url: server.url, cookie: await server.signIn() };
    return open(mode, { baseURL: server.url, session, ...options });
  }

  return { open, openSignedIn };
}

function toCookie({ url, cookie }: { url: string; cookie: string }) {
  const [name = '', ...value] = cookie.split('=');
  return { name, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' as const };
}

/**
 * Loses a file that all others need, while the others arrive. Gives a function that counts
 * the lost ones. It is done below Playwright's own routing, which would also turn off the cache
 * from which a browser shows a page again after Back.
 */
async function lose(
  page: Page,
  { address, ending }: { address: string; ending: string },
): Promise<() => number> {
  let lost = 0;
  page.on('requestfailed', (request) => {
    if (request.url().endsWith(ending)) lost += 1;
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setBlockedURLs', { urls: [address] });
  return () => lost;
}

/** Whether the page's own inline scripts ran. */
export async function ranInlineScripts(page: Page): Promise<boolean> {
  return page.evaluate(() => '__remixContext' in window);
}

/**
 * Checks that a page is in its mode: scripts run where they should, do not run where they are
 * off, and got only half way where the line breaks off. Without this check, all modes could
 * turn out the same.
 */
export async function expectMode({ page, mode, lostFiles }: Visitor): Promise<void> {
  if (lostIn(mode) !== null) {
    await page.waitForLoadState('load');
    await expect.poll(lostFiles, { timeout: PATIENCE }).toBeGreaterThan(0);
  }
  if (hasScripts(mode)) {
    await hydrated(page);
    return;
  }
  await page.waitForLoadState('load');
  if (mode === 'Lite') expect(await page.content()).not.toContain('<script');
  else expect(await page.content()).toContain('window.__remixContext');
  // Without the lost script, React cannot take the page over.
  expect(await isHydrated(page), 'React took the page over').toBe(false);
  const ran = mode === 'scripts blocked mid-load';
  // They start after the first paint.
  if (ran) await expect.poll(() => ranInlineScripts(page), { timeout: PATIENCE }).toBe(true);
  else expect(await ranInlineScripts(page), 'inline scripts ran').toBe(false);
}
