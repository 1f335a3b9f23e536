import { setTimeout } from 'node:timers/promises';
import type { Locator, Page, Request, Response } from 'playwright';
import { hasScripts, isHydrated, type Visitor as Window } from '../browser/browser.ts';
import { eventually } from '../browser/page.ts';
import type { Sent } from './form-case.ts';
import type { Sending, Told } from './driver.ts';
import { EXACTLY_THIS } from './plain-driver.ts';
import type { World } from './world.ts';

/** How often a person tries. */
const PATIENCE = 60;
/** How long a window may take for what is asked of it, in milliseconds, before it is asked again. */
const SOON = 20_000;

/**
 * Sends a form in a real browser until there is an answer: opens the page, fills it in and presses the button; where the
 * browser then shows an error page, reloads it or goes back and presses again. With scripts they send again
 * by themselves.
 */
export async function sendInBrowser(
  { page, mode }: Window,
  { world, line, of, sent, act }: Sending,
): Promise<Told> {
  await bring({ page, mode }, world, line.url);
  const address = line.url + sent.page;
  await open(page, address);
  if (hasScripts(mode)) await untilHydrated(page);
  let form = await formAt(page, address, sent);
  if (form === null && of.isShownOnce === true) {
    // The line let one page of it through and lost what it needed: a toast is shown again to whoever has its cookie.
    await bring({ page, mode }, world, line.url);
    await open(page, address);
    form = await formAt(page, address, sent);
  }
  if (form === null) throw new Error(`${sent.page} has no such form: ${await page.content()}`);
  const path = new URL(sent.to ?? sent.page, line.url).pathname;
  let press: () => Promise<unknown> = await filled(form, sent);
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const outcome = outcomeOf(page, path);
    const isPressed = await press().then(
      () => true,
      () => false,
    );
    // Scripts load a page anew whose next script the line lost; the button has gone with it then.
    const answer = isPressed ? await outcome : 'nothing';
    if (answer === 'nothing') {
      await open(page, address);
      form = await formAt(page, address, sent);
      if (form === null) return { status: 200, page: page.url(), toast: null, isGone: true };
      press = await filled(form, sent);
      continue;
    }
    if (answer !== null) {
      await keepCookies(page, world);
      return { status: await statusOf(answer), page: page.url(), toast: null };
    }
    await eventually(() => isErrorPage(page)).toBe(true);
    if (of.isShownOnce === true || act() === 'reload') {
      press = () => page.reload({ timeout: SOON }).catch(() => null);
      continue;
    }
    await goBack(page);
    // The line may have lost the page, and a form that is sent to its own page has none before it.
    if (page.url() !== address || (await isErrorPage(page))) await open(page, address);
    form = await formAt(page, address, sent);
    if (form === null) return { status: 200, page: page.url(), toast: null, isGone: true };
    press = await filled(form, sent);
  }
  throw new Error('The line lost everything');
}

/** The answer to the form; null when the browser shows an error page instead; or that nothing came of it. */
async function outcomeOf(page: Page, path: string): Promise<Response | null | 'nothing'> {
  const isIt = (request: Request) =>
    request.method() === 'POST' && new URL(request.url()).pathname === path;
  const answered = page.waitForEvent('response', {
    predicate: (response) => isIt(response.request()),
    timeout: 0,
  });
  const lost = page.waitForEvent('requestfailed', {
    predicate: (request) => isIt(request) && request.isNavigationRequest(),
    timeout: 0,
  });
  const nothing = new AbortController();
  const patience = setTimeout(2 * SOON, 'nothing' as const, { signal: nothing.signal });
  const outcome = await Promise.race([answered, lost.then(() => null), patience]);
  patience.catch(() => null);
  nothing.abort();
  // The other one ends with the page.
  answered.catch(() => null);
  lost.catch(() => null);
  await page.waitForLoadState('domcontentloaded').catch(() => null);
  return outcome;
}

async function statusOf(response: Response): Promise<number> {
  const status = response.status();
  if (status < 400) return status;
  const text = await response.text().catch(() => '');
  if (status === 409 && text.includes(EXACTLY_THIS)) return 303;
  throw new Error(`${response.url()} answered ${status}: ${text}`);
}

/** The window's cookies are those of whoever prepared the form. */
async function bring(
  { page, mode }: Pick<Window, 'page' | 'mode'>,
  { visitor }: World,
  url: string,
): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  if (mode === 'Lite') visitor.cookies.set('lite', 'on');
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url }));
  if (cookies.length > 0) await context.addCookies(cookies);
}

async function keepCookies(page: Page, { visitor }: World): Promise<void> {
  for (const { name, value } of await page.context().cookies()) visitor.cookies.set(name, value);
}

/** Goes back; Playwright has no page for a moment while the browser shows a page of its own. */
async function goBack(page: Page): Promise<void> {
  await eventually(async () => {
    try {
      await page.goBack({ timeout: SOON });
      return true;
    } catch (error) {
      // What the line lost is seen by the page that is shown then.
      return !String(error).includes('Not attached');
    }
  }).toBe(true);
}

/** Whether the browser shows a page of its own instead of one of ours. */
const isErrorPage = (page: Page) =>
  page.evaluate(() => document.location.protocol === 'chrome-error:').catch(() => true);

/** Opens a page, and again until it is there. */
async function open(page: Page, address: string): Promise<void> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    try {
      await page.goto(address, { timeout: SOON, waitUntil: 'load' });
      return;
    } catch {
      // The line lost it.
    }
  }
  throw new Error(`The line lost ${address}`);
}

/** Waits for the scripts; where the line lost one, the page is loaded again, as a person would do who misses them. */
async function untilHydrated(page: Page): Promise<void> {
  await eventually(async () => {
    if (await isHydrated(page)) return true;
    await page.waitForTimeout(500);
    if (await isHydrated(page)) return true;
    await page.reload({ timeout: SOON }).catch(() => null);
    return isHydrated(page).catch(() => false);
  }).toBe(true);
}

/** The form of the page that is open; the page is opened again where the line lost it meanwhile. */
async function formAt(page: Page, address: string, sent: Sent): Promise<Locator | null> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const form = await formOn(page, sent);
    if (form !== null || !(await isErrorPage(page))) return form;
    await open(page, address);
  }
  throw new Error(`The line lost ${address}`);
}

/** The form that is sent there and has the button; null where the page has none. */
async function formOn(page: Page, sent: Sent): Promise<Locator | null> {
  const path = new URL(sent.to ?? sent.page, 'http://here').pathname;
  const button = sent.press
    ? `:has(button[name="${sent.press[0]}"][value="${sent.press[1]}"])`
    : '';
  const hidden = sent.having
    ? `:has(input[name="${sent.having[0]}"][value="${sent.having[1]}"])`
    : '';
  const forms = page.locator(
    `form[method="post" i]:is([action="${path}"], [action^="${path}?"])${button}${hidden}`,
  );
  return (await forms.count()) === 0 ? null : forms.first();
}

/** Fills a form in; gives its press. */
async function filled(form: Locator, sent: Sent): Promise<() => Promise<void>> {
  for (const [name, values] of Object.entries(sent.typed ?? {})) {
    if (Array.isArray(values)) {
      for (const value of values) await form.locator(`[name="${name}"][value="${value}"]`).check();
      continue;
    }
    const field = form.locator(`[name="${name}"]:not([type=hidden])`).first();
    const kind = await field.evaluate((element) => element.tagName);
    if (kind === 'SELECT') await field.selectOption(values);
    else if (await savesItself(field)) {
      // By keys, since `fill` makes it a change at once, which would be sent before the press.
      await field.press('Control+A');
      await field.pressSequentially(values);
    } else await field.fill(values);
  }
  const { file } = sent;
  if (file) {
    const buffer = Buffer.from(file.text);
    await form
      .locator('[name=file]')
      .setInputFiles({ name: file.name, mimeType: 'text/csv', buffer });
  }
  const button = sent.press
    ? form.locator(`button[name="${sent.press[0]}"][value="${sent.press[1]}"]:not(.sr-only)`)
    : form.locator('button:not(.sr-only):not([name]), button:not(.sr-only)[name=press]');
  // With scripts a row is saved by Enter, and has no button that shows.
  const last = Object.keys(sent.typed ?? {}).at(-1);
  if (last !== undefined && !(await button.first().isVisible())) {
    return () => form.locator(`[name="${last}"]`).press('Enter', { noWaitAfter: true });
  }
  return () => button.first().click({ noWaitAfter: true, timeout: SOON });
}

/** Whether a field belongs to a row that a change of it saves, where scripts run. */
const savesItself = (field: Locator) =>
  field.evaluate((element) => element.closest('table[data-submits]') !== null);

/** Loads a page's scripts and styles on a good line, so that the browser has them. */
export async function warmUp(
  { page, mode }: Window,
  { world, line, sent }: Sending,
): Promise<void> {
  await bring({ page, mode }, world, line.url);
  await page.goto(line.url + sent.page, { waitUntil: 'networkidle' });
  // A control: Lite comes without any, the others with them.
  const scripts = await page.locator('script').count();
  if ((mode === 'Lite') !== (scripts === 0)) throw new Error(`${mode} has ${scripts} scripts`);
}
