import { execFile, spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How long one visit may take, in milliseconds. */
const DEADLINE = 30_000;

/**
 * Links and fields have numbers, which are typed to go there. A field takes text only after
 * Enter, since it would take the numbers otherwise. Messages are not waited for.
 */
const SETTINGS = `
ACCEPT_ALL_COOKIES:TRUE
PERSISTENT_COOKIES:TRUE
CHARACTER_SET:utf-8
ASSUME_CHARSET:utf-8
DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED
TEXTFIELDS_NEED_ACTIVATION:TRUE
INFOSECS:0
MESSAGESECS:0
ALERTSECS:0
`;

const ENTER = '^J';
const CLEAR_LINE = '^U';
const NEXT = '<tab>';

/**
 * What somebody does on a page. A label or a name is looked for in the text of the page, from the
 * top or from the text in `below`; the first one counts.
 */
export type Step =
  | { follow: string }
  | { fill: string; text: string; below?: string }
  | { choose: string; option: string; below?: string }
  | { tick: string }
  | { press: string; below?: string };

/** What a text browser knows of its surroundings: no proxy, no settings of whoever runs the tests. */
export function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const { PATH, NODE_ENV } = process.env;
  return { PATH, NODE_ENV, HOME: home, TERM: 'vt100', LANG: 'C.UTF-8' };
}

/** Whether a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;
}

/** A lynx with a cookie jar of its own, worked by the keys that a person would press. */
export class Lynx {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async prepare(): Promise<void> {
    await writeFile(this.#path('lynx.cfg'), SETTINGS);
    await writeFile(this.#path('cookies'), '');
  }

  /**
   * Opens an address and does the steps; a press of a button must be the last. Gives the text
   * of the page that is shown in the end, as lynx itself saves it.
   */
  async visit(address: string, ...steps: Step[]): Promise<string> {
    const keys: string[] = [];
    let page = address;
    for (const step of steps) {
      const text = await this.#read(page);
      keys.push(...keysFor(step, text));
      if ('follow' in step) page = addressOf(text, numberOf(step, text));
    }
    const saved = this.#path('page.txt');
    await rm(saved, { force: true });
    keys.push('p', ENTER, CLEAR_LINE, ...typed(saved), ENTER, 'q', 'y');
    const script = this.#path('keys');
    await writeFile(script, keys.map((key) => `key ${key}\n`).join(''));
    await this.#run(`-cookie_save_file=${this.#path('cookies')}`, `-cmd_script=${script}`, address);
    return onOneLine(await readFile(saved, 'utf8'));
  }

  /** The text of a page, with the numbers of its links and fields; cookies are not kept. */
  async #read(address: string): Promise<string> {
    return onOneLine(await this.#run('-dump', '-width=200', address));
  }

  async #run(...options: string[]): Promise<string> {
    const own = [`-cfg=${this.#path('lynx.cfg')}`, `-cookie_file=${this.#path('cookies')}`];
    const running = run('lynx', [...own, ...options], {
      timeout: DEADLINE,
      env: bareEnvironment(this.#folder),
    });
    running.child.stdin?.end();
    return (await running).stdout;
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function keysFor(step: Step, page: string): string[] {
  const goThere = [...typed(`${numberOf(step, page)}g`), ENTER];
  if ('fill' in step) return [...goThere, ENTER, CLEAR_LINE, ...typed(step.text), NEXT];
  if ('choose' in step) return [...goThere, ENTER, '/', ...typed(step.option), ENTER, ENTER];
  return [...goThere, ENTER];
}

/** The number before a link or a button, or before the field after a label. */
function numberOf(step: Step, page: string): string {
  const pattern = patternFor(step);
  const start = 'below' in step && step.below !== undefined ? page.indexOf(step.below) : 0;
  const number = pattern.exec(page.slice(Math.max(start, 0)))?.[1];
  if (number === undefined) throw new Error(`${String(pattern)} is not on the page: ${page}`);
  return number;
}

function patternFor(step: Step): RegExp {
  if ('follow' in step) return new RegExp(`\\[(\\d+)\\]${escaped(step.follow)}(?![\\w-])`);
  // A button is shown as its value, where it has one, followed by its text.
  if ('press' in step) return new RegExp(`\\[(\\d+)\\][^)[]*\\) ${escaped(step.press)}(?![\\w-])`);
  if ('tick' in step) return new RegExp(`\\[(\\d+)\\]\\[ \\] ${escaped(step.tick)}(?![\\w-])`);
  const label = 'fill' in step ? step.fill : step.choose;
  return new RegExp(`${escaped(label)}(?: \\*)? ?\\[(\\d+)\\]`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function addressOf(page: string, number: string): string {
  const address = new RegExp(` ${number}\\. (http\\S+)`).exec(page)?.[1];
  if (address === undefined) throw new Error(`The page does not say where link ${number} leads`);
  return address;
}

/** The keys that type a text; lynx takes characters beyond ASCII byte by byte. */
function typed(text: string): string[] {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    if (byte === 0x20) return '<space>';
    return byte < 0x80 ? String.fromCharCode(byte) : `0x${byte.toString(16)}`;
  });
}
