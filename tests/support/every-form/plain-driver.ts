import { attributesOf, toastOf } from '../html.ts';
import { plainFormsOf, type PlainForm } from '../plain-forms.ts';
import { visit, type Answer, type Visitor } from '../server/visitor.ts';
import type { Sent } from './form-case.ts';
import type { Driver, Sending, Told } from './driver.ts';
import type { World } from './world.ts';

/** How often a person tries. */
const PATIENCE = 200;

/** What says that a form with a new key has the contents of one that was just saved. */
export const EXACTLY_THIS = 'Press again to save a second copy';

/**
 * A browser without scripts, as far as forms go: it reloads a page until it comes, sends a form again as it was on a
 * reload, and after Back shows the same page again, or a new one with what was typed where the page must not be stored.
 */
export const sendPlainly: Driver = async (sending) => {
  const { cookies } = sending.world.visitor;
  const over = visit(sending.line);
  for (const [name, value] of cookies) over.cookies.set(name, value);
  const told = await send(over, sending);
  for (const [name, value] of over.cookies) cookies.set(name, value);
  return told;
};

/** The same browser with Lite on. */
export const sendInLite: Driver = (sending) => {
  sending.world.visitor.cookies.set('lite', 'on');
  return sendPlainly(sending);
};

async function send(over: Visitor, { world, line, of, sent, act }: Sending): Promise<Told> {
  let page = await insist(() => over.get(sent.page));
  let form = of.noPage === undefined ? formOn(page, sent) : await bareForm(world, sent);
  if (form === null)
    throw new Error(`${sent.page} (${page.status}) has no such form: ${page.text}`);
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const { action, body } = form;
    const headers = { Origin: line.url, 'Sec-Fetch-Site': 'same-origin' };
    const answer = await orLost(() => over.send(action, { method: 'POST', headers, body: body() }));
    if (answer !== null) return readAnswer(over, answer);
    if (of.isShownOnce === true || of.noPage !== undefined || act() === 'reload') continue;
    if (!page.headers.get('Cache-Control')?.includes('no-store')) continue;
    page = await insist(() => over.get(sent.page));
    form = formOn(page, sent);
    // What it was for is done: the page has nothing more to press.
    if (form === null) return { status: page.status, page: sent.page, toast: null, isGone: true };
  }
  throw new Error('The line lost everything');
}

async function readAnswer(over: Visitor, answer: Answer): Promise<Told> {
  const { status, location, text } = answer;
  if (status === 409 && text.includes(EXACTLY_THIS)) {
    return { status, page: '', toast: null, isGone: true };
  }
  if (location === null) return { status, page: '', toast: toastOf(text) };
  const path = location.startsWith('http') ? new URL(location).pathname : location;
  const next = await insist(() => over.get(path));
  const toast = toastOf(next.text);
  return { status, page: path, toast, isGone: (toast ?? '').startsWith('Saved already') };
}

type Filled = { action: string; body: () => BodyInit };

/** The form as it is filled in on a page; null where the page has none that is sent there and has this button. */
function formOn(page: Answer, sent: Sent): Filled | null {
  const path = pathOf(sent.to ?? sent.page);
  const has = ({ buttons, fields }: PlainForm) =>
    buttons.length > 0 &&
    (sent.press === undefined || buttons.some((one) => isPressed(one, sent.press))) &&
    (sent.having === undefined ||
      fields.some(([name, value]) => name === sent.having?.[0] && value === sent.having[1]));
  const form = plainFormsOf(page.text).find((one) => pathOf(one.action) === path && has(one));
  if (form === undefined) return null;
  const button = form.buttons.find((one) => isPressed(one, sent.press)) ?? form.buttons[0];
  const pressed: [string, string][] =
    typeof button?.name === 'string' ? [[button.name, button.value]] : [];
  return { action: form.action, body: () => fill(form.fields, sent, pressed) };
}

const isPressed = (button: PlainForm['buttons'][number], press: Sent['press']) =>
  button.name === press?.[0] && button.value === press[1];

function fill(fields: [string, string][], sent: Sent, pressed: [string, string][]): BodyInit {
  const { typed = {}, file } = sent;
  const all = [
    ...fields.filter(([name]) => !(name in typed) && !(file && name === 'file')),
    ...Object.entries(typed).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
    ...pressed,
  ];
  if (file === undefined) return new URLSearchParams(all);
  const body = new FormData();
  for (const [name, value] of all) body.append(name, value);
  body.append('file', new Blob([file.text], { type: 'text/csv' }), file.name);
  return body;
}

/** The fields alone, with the token of the session. */
async function bareForm({ visitor }: World, sent: Sent): Promise<Filled> {
  const { text } = await visitor.get('/clients/new');
  const [tag = ''] = /<input[^>]*name="formToken"[^>]*>/.exec(text) ?? [];
  const token: [string, string] = ['formToken', attributesOf(tag).value ?? ''];
  return { action: sent.to ?? sent.page, body: () => fill([token], sent, []) };
}

const pathOf = (address: string) => new URL(address, 'http://here').pathname;

/** Asks again until there is an answer. */
async function insist(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const answer = await orLost(ask);
    if (answer !== null) return answer;
  }
  throw new Error('The line lost everything');
}

/** The answer; null where the line lost the request or the answer, which nobody can tell apart. */
async function orLost(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
