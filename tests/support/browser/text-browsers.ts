import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printLoginLink } from '../server/login-link.ts';
import { bareEnvironment, Lynx, type Step } from './lynx.ts';
import { plainFormsOf } from '../plain-forms.ts';
import type { TestServer } from '../server/test-server.ts';

const run = promisify(execFile);

/** A field by the words before it on the page, for hands, and by its name, for w3m's file of fields. */
export type Typed = { label: string; name: string; text: string; below?: string };
/** A choice by its words, and by its value. */
export type Chosen = { label: string; name: string; option: string; value: string };
/** A button by its words, and in a list also by the words above it and by its label. */
export type Pressed = { text: string; below?: string; label?: string };

/** A text browser, as a person works it: gives the text of the page that is shown in the end. */
export type TextBrowser = {
  signIn: () => Promise<string>;
  read: (path: string) => Promise<string>;
  send: (path: string, fields: (Typed | Chosen)[], press: Pressed) => Promise<string>;
};

/** lynx, by key presses. */
export async function openLynx(server: TestServer, folder: string): Promise<TextBrowser> {
  const lynx = new Lynx(folder);
  await lynx.prepare();
  const stepFor = (field: Typed | Chosen): Step =>
    'option' in field
      ? { choose: field.label, option: field.option }
      : { fill: field.label, text: field.text, below: field.below };
  return {
    signIn: async () => lynx.visit(await printLoginLink(server), { press: 'Sign in' }),
    read: (path) => lynx.visit(server.url + path),
    send: (path, fields, { text, below }) =>
      lynx.visit(server.url + path, ...fields.map(stepFor), { press: text, below }),
  };
}

/** w3m, which sends the form of a page with what is said of its fields. */
export function openW3m(server: TestServer, folder: string): TextBrowser {
  const w3m = async (path: string, ...options: string[]) => {
    const words = ['-cookie', '-cols', '160', ...options, `${server.url}${path}`];
    const running = run('w3m', words, { timeout: 30_000, env: bareEnvironment(folder) });
    running.child.stdin?.end();
    return (await running).stdout.replace(/\s+/g, ' ');
  };
  const sourceOf = (path: string) => w3m(path, '-o', 'accept_encoding=identity', '-dump_source');
  const send: TextBrowser['send'] = async (path, fields, press) => {
    const forms = plainFormsOf(await sourceOf(path));
    const isIt = ({ label, text }: { label: string; text: string }) =>
      press.label === undefined ? text === press.text : label === press.label;
    const form = forms.find(
      ({ buttons, fields: own }) =>
        buttons.some(isIt) && fields.every(({ name }) => own.some(([one]) => one === name)),
    );
    const button = form?.buttons.find(isIt);
    if (!form || !button) throw new Error(`${path} has no button ${press.text}`);
    const sent = new URLSearchParams(form.fields);
    for (const field of fields) sent.set(field.name, 'option' in field ? field.value : field.text);
    if (button.name !== null) sent.set(button.name, button.value);
    const file = join(folder, 'post');
    await writeFile(file, sent.toString());
    return w3m(form.action, '-post', file, '-dump');
  };
  return {
    signIn: async () => {
      const link = await printLoginLink(server);
      return send(link.replace(server.url, ''), [], { text: 'Sign in' });
    },
    read: (path) => w3m(path, '-dump'),
    send,
  };
}
