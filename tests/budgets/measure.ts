import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import type { RunningProduct } from '#tests/lighthouse/product.ts';

/** A line and a phone: milliseconds to an answer, kilobits a second, how much slower its processor is. */
export type Line = { latency: number; kilobits: number; slowdown: number };

export const SLOW_PHONE: Line = { latency: 400, kilobits: 400, slowdown: 4 };
export const SECOND_GENERATION: Line = { latency: 1_500, kilobits: 50, slowdown: 4 };

/** What the page itself notes: TypeScript's library knows neither of these entries. */
type Noted = {
  largest: number;
  what: string;
  tasks: { start: number; length: number }[];
};

declare global {
  // Only a variable declared so is one of `globalThis`.
  var noted: Noted | undefined;
}

/** Times of one visit in milliseconds. */
export type Visit = {
  path: string;
  /** When the largest text or picture was painted, and what it is. */
  largest: number;
  what: string;
  /** The address that it leads to, where that is another screen. */
  leadsTo: string | null;
  /** The longest task from the first script on, and how many took over 50 ms. */
  longest: number;
  long: number;
  /** The longest task of 50 ms and more before that: while the page is styled, laid out and painted; 0 for none. */
  firstLayout: number;
};

const PATIENCE = 120_000;

type Phone = { context: BrowserContext; page: Page; devtools: CDPSession };

/** Opens a window of a phone that has nothing in its cache, behind a line. */
export async function openPhone(
  browser: Browser,
  { url, cookie }: RunningProduct,
  line: Line,
  cookies: Record<string, string> = {},
): Promise<Phone> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    // It comes after the page, and would answer before the line that is measured.
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE);
  const [name = '', ...value] = cookie.split('=');
  const all = { [name]: value.join('='), ...cookies };
  await context.addCookies(
    Object.entries(all).map(([key, text]) => ({ name: key, value: text, url })),
  );
  const page = await context.newPage();
  await page.addInitScript(() => {
    const noted: Noted = { largest: 0, what: '', tasks: [] };
    globalThis.noted = noted;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        const text = (entry.element?.textContent ?? '').trim().slice(0, 40);
        noted.largest = entry.startTime;
        noted.what = `${entry.element?.tagName.toLowerCase() ?? ''} ${text}`;
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        noted.tasks.push({ start: startTime, length: duration });
      }
    }).observe({ type: 'longtask', buffered: true });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const bytes = (line.kilobits * 1_000) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: line.slowdown });
  return { context, page, devtools };
}

/** Something that a page can say of itself. */
const HYDRATED =
  "document.body && Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))";
const PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0";

/**
 * Waits until that is so. Playwright's own way to wait puts a large script into the page, whose task
 * would count as one of the page's, or delay it.
 */
async function until({ devtools }: Phone, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const { result } = await devtools.send('Runtime.evaluate', { expression });
    if (result.value === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It never came true: ${expression}`);
}

/** Visits a screen for the first time, on a slow phone. */
export async function visitOnPhone(
  browser: Browser,
  product: RunningProduct,
  path: string,
): Promise<Visit> {
  const phone = await openPhone(browser, product, SLOW_PHONE);
  const { context, page } = phone;
  try {
    await page.goto(path, { waitUntil: 'load' });
    await until(phone, HYDRATED);
    // What runs after React has taken over: effects, and what they bring in.
    await page.waitForTimeout(500);
    return await page.evaluate((of) => {
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js')) as PerformanceResourceTiming[];
      const first = Math.min(...scripts.map(({ responseEnd }) => responseEnd));
      const { largest = 0, what = '', tasks = [] } = globalThis.noted ?? {};
      const longestOf = (some: typeof tasks) => Math.max(0, ...some.map(({ length }) => length));
      const ours = tasks.filter(({ start }) => start >= first);
      const { pathname, search } = globalThis.location;
      return {
        path: of,
        largest,
        what,
        leadsTo: of === pathname + search ? null : pathname + search,
        longest: longestOf(ours),
        long: ours.length,
        firstLayout: longestOf(tasks.filter(({ start }) => start < first)),
      };
    }, path);
  } finally {
    await context.close();
  }
}

/** Milliseconds from a cold start in Lite to the paint of the form, the log that is saved, and its toast. */
export type FirstLog = { painted: number; saved: number; said: number };

/** Logs work on 2G in Lite, with nothing in the browser's cache. */
export async function logOnSecondGeneration(
  browser: Browser,
  product: RunningProduct,
): Promise<FirstLog> {
  const phone = await openPhone(browser, product, SECOND_GENERATION, { lite: 'on' });
  const { context, page } = phone;
  try {
    const start = Date.now();
    await page.goto('/work-logs/new', { waitUntil: 'commit' });
    await until(phone, PAINTED);
    const painted = Date.now() - start;
    const form = page.getByRole('dialog');
    await form.getByLabel('Client').selectOption({ index: 1 });
    const workType = form.getByLabel('Work Type');
    // Hardware and travel have other fields.
    const byTheHour = workType.locator('option', { hasText: 'Remote support' }).first();
    await workType.selectOption((await byTheHour.getAttribute('value')) ?? '');
    await form.getByLabel('Duration (hours)').fill('1');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await form.getByRole('button', { name: 'Save', exact: true }).click({ noWaitAfter: true });
    const { status } = await answered.then((answer) => ({ status: answer.status() }));
    if (status !== 303) throw new Error(`The log was answered with ${status}.`);
    const saved = Date.now() - start;
    await page.getByTestId('toast').waitFor();
    return { painted, saved, said: Date.now() - start };
  } finally {
    await context.close();
  }
}
