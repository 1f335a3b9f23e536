import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page, Request, Response } from 'playwright';
import { hasScripts, type Visitor as Window } from '../browser/browser.ts';
import { eventually, toastOf } from '../browser/page.ts';
import {
  goBack,
  isErrorPage,
  open,
  openNothing,
  PATIENCE,
  SOON,
  untilHydrated,
} from './bad-line.ts';
import type { FormCase, Sent } from './form-case.ts';
import type { Sending, Told } from './driver.ts';
import { EXACTLY_THIS } from './plain-driver.ts';
import type { World } from './world.ts';

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
  for (let tries = 0; form === null && of.isShownOnce === true && tries < 5; tries += 1) {
    // The line let one page of it through and lost what it needed: a toast is shown again to whoever has its cookie.
    await bring({ page, mode }, world, line.url);
    await open(page, address);
    form = await formAt(page, address, sent);
  }
  if (form === null) throw new Error(`${sent.page} has no such form: ${await page.content()}`);
  const path = new URL(sent.to ?? sent.page, line.url).pathname;
  const folder = dirname(world.server.services.config.databaseFile);
  let press: () => Promise<unknown> = await filled(form, sent, folder);
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const outcome = outcomeOf(page, path);
    const isPressed = await press().then(
      () => true,
      () => false,
    );
    // Scripts load a page anew whose next script the line lost; the button has gone with it then.
    const { answer, errorPage } = isPressed ? await outcome : NOTHING;
    if (answer === 'nothing' || (await isUnreadConflict(answer, of))) {
      await open(page, address);
      form = await formAt(page, address, sent);
      if (form === null || (await isSavedAlready(form, sent))) {
        return { status: 200, page: page.url(), toast: null, isGone: true };
      }
      press = await filled(form, sent, folder);
      continue;
    }
    if (answer !== null) {
      await keepCookies(page, world);
      const status = await statusOf(answer, of);
      if (await isFollowed(answer, errorPage)) return { status, page: page.url(), toast: null };
    }
    // The page that the answer led to was lost: to whoever sees the error page it is as if the answer were.
    if (of.isShownOnce === true || act() === 'reload') {
      press = () => page.reload({ timeout: SOON }).catch(() => null);
      if (answer === null) continue;
      while (isErrorPage(page)) await press();
      return { status: 200, page: page.url(), toast: null };
    }
    await goBack(page, address);
    if (answer !== null && (await toastOf(page).count()) > 0) {
      return {
        status: 200,
        page: page.url(),
        toast: await toastOf(page).innerText(),
        isGone: true,
      };
    }
    form = await formAt(page, address, sent);
    if (form === null) return { status: 200, page: page.url(), toast: null, isGone: true };
    press = await filled(form, sent, folder);
  }
  throw new Error('The line lost everything');
}

type Outcome = {
  /** The answer to the form; null when the browser shows an error page instead; or that nothing came of it. */
  answer: Response | null | 'nothing';
  /** Kept once the browser shows an error page. */
  errorPage: Promise<unknown>;
};

const NOTHING: Outcome = { answer: 'nothing', errorPage: Promise.resolve() };

/** What comes of a form that is about to be sent. */
async function outcomeOf(page: Page, path: string): Promise<Outcome> {
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
  // Until it stands it breaks off what is opened, and a reload would load the page with the form.
  const errorPage = page.waitForEvent('framenavigated', {
    predicate: () => isErrorPage(page),
    timeout: 0,
  });
  const nothing = new AbortController();
  const patience = setTimeout(2 * SOON, 'nothing' as const, { signal: nothing.signal });
  const answer = await Promise.race([
    answered,
    lost.then(() => errorPage).then(() => null),
    patience,
  ]);
  patience.catch(() => null);
  nothing.abort();
  // The other one ends with the page.
  answered.catch(() => null);
  lost.catch(() => null);
  errorPage.catch(() => null);
  await page.waitForLoadState('domcontentloaded').catch(() => null);
  return { answer, errorPage };
}

/** Whether the page came that an answer led to, or needs none, since scripts see to it. */
async function isFollowed(answer: Response, errorPage: Promise<unknown>): Promise<boolean> {
  const request = answer.request();
  const isRedirect = answer.status() >= 300 && answer.status() < 400;
  if (!isRedirect || !request.isNavigationRequest()) return true;
  await eventually(() => request.redirectedTo()).not.toBe(null);
  if (await request.redirectedTo()?.response()) return true;
  await errorPage;
  return false;
}

/** Whether it is a conflict that went with its page, as above: what it says is seen by sending the form once more. */
async function isUnreadConflict(
  answer: Response | null,
  { isToldOtherwise }: FormCase,
): Promise<boolean> {
  if (answer?.status() !== 409 || isToldOtherwise !== undefined) return false;
  return answer.text().then(
    () => false,
    () => true,
  );
}

async function statusOf(response: Response, { isToldOtherwise }: FormCase): Promise<number> {
  const status = response.status();
  if (status < 400 || isToldOtherwise !== undefined) return status;
  const text = await response.text().catch(() => '');
  if (status === 409 && text.includes(EXACTLY_THIS)) return 303;
  throw new Error(`${response.url()} answered ${status}: ${text}`);
}

/**
 * The window's cookies are those of whoever prepared the form. It shows nothing meanwhile: the page before may be on
 * its way still, and would take a toast with its cookie.
 */
async function bring(
  { page, mode }: Pick<Window, 'page' | 'mode'>,
  { visitor }: World,
  url: string,
): Promise<void> {
  const context = page.context();
  await openNothing(page);
  await context.clearCookies();
  // One of the forms changes it.
  visitor.cookies.set('lite', mode === 'Lite' ? 'on' : 'off');
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url }));
  if (cookies.length > 0) await context.addCookies(cookies);
}

async function keepCookies(page: Page, { visitor }: World): Promise<void> {
  for (const { name, value } of await page.context().cookies()) visitor.cookies.set(name, value);
}

/** The form of the page that is open; the page is opened again where the line lost it meanwhile. */
async function formAt(page: Page, address: string, sent: Sent): Promise<Locator | null> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const form = await formOn(page, sent);
    if (form !== null || !isErrorPage(page)) return form;
    await open(page, address);
  }
  throw new Error(`The line lost ${address}`);
}

/** Buttons that send their form: not those that put back what was typed earlier, say. */
const SENDS = 'button:not([type=button])';

const named = ([name, value]: [string, string]) =>
  name === '' ? `${SENDS}:not([name])` : `${SENDS}[name="${name}"][value="${value}"]`;

/**
 * The form that is sent there and has the button; null where the page has none. A question whose answer has come
 * true meanwhile has no button any more.
 */
async function formOn(page: Page, sent: Sent): Promise<Locator | null> {
  const path = new URL(sent.to ?? sent.page, 'http://here').pathname;
  const button = `:has(${sent.press ? named(sent.press) : SENDS})`;
  const hidden = sent.having
    ? `:has(input[name="${sent.having[0]}"][value="${sent.having[1]}"])`
    : '';
  const forms = page.locator(
    `form[method="post" i]:is([action="${path}"], [action^="${path}?"])${button}${hidden}`,
  );
  return (await forms.count()) === 0 ? null : forms.first();
}

/** Fills a form in; gives its press. */
async function filled(form: Locator, sent: Sent, folder: string): Promise<() => Promise<void>> {
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
    // On the disk, as a person's is: one in memory ends with its page, and a reload would send nothing of it.
    const path = join(folder, file.name);
    await writeFile(path, file.text);
    await form.locator('[name=file]').setInputFiles(path);
  }
  const button = await buttonOf(form, sent);
  await unfold(button);
  // With scripts a row is saved by Enter, and has no button that shows.
  const last = Object.keys(sent.typed ?? {}).at(-1);
  if (last !== undefined && !(await button.isVisible())) {
    return () => form.locator(`[name="${last}"]`).press('Enter', { noWaitAfter: true });
  }
  return () => button.click({ noWaitAfter: true, timeout: SOON });
}

/**
 * The button that a person sees: the one that is to be pressed, or the one that does what the form's first one does, which
 * may be there for Enter alone. Another that stands before it may do something else, such as discard.
 */
async function buttonOf(form: Locator, { press }: Sent): Promise<Locator> {
  const first = form.locator(SENDS).first();
  const of =
    press ??
    (await first.evaluate((one): [string, string] =>
      one instanceof HTMLButtonElement ? [one.name, one.value] : ['', ''],
    ));
  return form.locator(`${named(of)}:not(.sr-only)`).first();
}

/** Opens whatever a button is folded away in, as a person does who looks for it. */
async function unfold(button: Locator): Promise<void> {
  const folded = button.locator('xpath=ancestor::details[not(@open)]');
  for (let left = await folded.count(); left > 0; left -= 1) {
    await folded.first().locator('> summary').click();
  }
}

/** Whether a field belongs to a row that a change of it saves, where scripts run. */
const savesItself = (field: Locator) =>
  field.evaluate((element) => element.closest('table[data-submits]') !== null);

/** Whether a row of its own saving shows what is to be typed: its answer was lost, and Enter would send nothing. */
async function isSavedAlready(form: Locator, { typed }: Sent): Promise<boolean> {
  const fields = Object.entries(typed ?? {});
  for (const [name, value] of fields) {
    const field = form.locator(`[name="${name}"]:not([type=hidden])`).first();
    if (!(await savesItself(field)) || (await field.inputValue()) !== value) return false;
  }
  return fields.length > 0;
}

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
