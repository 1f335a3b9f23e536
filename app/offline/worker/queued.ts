import { isOwnPath } from '../../http/own-path.ts';
import { pathsOf } from '../../lib/route-paths.ts';
import { WAITING } from '../../route-facts.ts';
import { WAITING_PATH } from '../places.ts';
import type { Entry } from './store.ts';

/** A row's or the bar's button on Todoist Import that changes tasks, and does not only select them. */
const REVIEWING = /^(?:([-\d]+):)?(?:save|confirm|archive|reject|assign)(?::[a-z-]+)?$/;

const at = (path: string, forms: Record<string, string>) =>
  Object.entries(forms).find(([pattern]) => pathsOf(pattern).test(path))?.[1];

/** The path of an address, without its query. */
export const pathOf = (address: string) => address.split('?')[0] ?? '';

/** Whether forms that are sent to a path may wait, as far as the path says. */
export const isQueuedPath = (path: string) =>
  Boolean(at(path, WAITING.makes) ?? at(path, WAITING.changes));

/** Whether a form may wait: it saves something, without a look at an answer in between. */
export function isQueued(path: string, fields: URLSearchParams): boolean {
  if (!isQueuedPath(path) || fields.has('__intent__') || fields.has('rewrite')) return false;
  // A button for all that is ticked in the list, which leads to a dialog.
  if (path.endsWith('/repeat') && fields.has('press')) return false;
  if (path.endsWith('/review')) return REVIEWING.test(fields.get('do') ?? 'save');
  // Several lines are looked at before they are logged.
  const isSeveral = (fields.get('line') ?? '').trim().includes('\n');
  return !isSeveral || Boolean(fields.get('looked'));
}

/** The form of an entry: its path, its fields and the record that it changes. */
function read({ address, body }: Pick<Entry, 'address' | 'body'>) {
  const path = pathOf(address);
  const fields = new URLSearchParams(body);
  return { path, fields, record: fields.has('time') ? 'timer' : at(path, WAITING.changes) };
}

/** What an entry is, in words. */
export function sayKind(entry: Entry): string {
  const { path, fields, record } = read(entry);
  if (record === 'timer') return `Timer: ${timerPress(path, fields)}`;
  const press = /\w+$/.exec(fields.get('do') ?? '')?.[0] ?? 'save';
  if (path.endsWith('/review')) return `Tasks: ${press}`;
  return at(path, WAITING.makes) ?? `Change of a ${record ?? 'form'}`;
}

/** The records that an entry changes: what waits for the same one is sent in order. */
export function recordsOf(entry: Pick<Entry, 'address' | 'body' | 'id'>): string[] {
  const { path, fields, record } = read(entry);
  if (record === 'timer') return [record];
  if (!record) return [`new ${entry.id}`];
  const ids = /\d+/.exec(path)?.[0] ?? REVIEWING.exec(fields.get('do') ?? '')?.[1];
  return ids?.split('-').map((each) => `${record} ${each}`) ?? [record];
}

/** Whether two entries change the same record. A press for all that are selected is for any of its kind. */
export function isForSame(records: string[], others: string[]): boolean {
  return records.some((one) =>
    others.some((other) => `${one} `.startsWith(`${other} `) || other.startsWith(`${one} `)),
  );
}

/** What a form does with the timer: as its button says, else its address; else it starts it. */
function timerPress(path: string, fields: URLSearchParams): string {
  const [press] = /[a-z]+$/.exec(fields.get('press') ?? '') ?? [];
  return press ?? (path.endsWith('/stop') ? 'stop' : 'start');
}

/** The timer as what waits leaves it: running, none, or undefined where nothing waits for it. */
export function timerAfter(entries: Entry[]): { key: string; at: number } | null | undefined {
  let timer: { key: string; at: number } | null | undefined;
  for (const entry of entries) {
    const { path, fields, record } = read(entry);
    // A draft is a timer that has ended.
    if (entry.refused || record !== 'timer' || path.includes('/drafts')) continue;
    const press = timerPress(path, fields);
    if (press === 'start') timer = { key: fields.get('oneTimeKey') ?? '', at: entry.at };
    else if (!/save|pause|resume/.test(press)) timer = null;
  }
  return timer;
}

/** The page that a form says to go back to; else the page of what waits. */
export function pageAfter(entry: Entry): string {
  const back = read(entry).fields.get('back') ?? '';
  return isOwnPath(back) ? back : WAITING_PATH;
}

/**
 * A further change of a record, made on a copy of its form that does not show the changes before it,
 * which still wait: it becomes a change of what they leave. Fields that it did not touch take what
 * they say. So it neither undoes them nor takes them for another person's. Gives the fields to send.
 */
export function rebase(change: URLSearchParams, before: URLSearchParams[]): URLSearchParams {
  return before.reduce(rebaseOn, change);
}

function rebaseOn(change: URLSearchParams, earlier: URLSearchParams): URLSearchParams {
  const base = valuesIn(change);
  // Made from another state of the record: the server compares all three.
  if (!base || change.get('madeFrom') !== earlier.get('madeFrom')) return change;
  const rebased = new URLSearchParams(change);
  for (const [name, value] of Object.entries(base)) {
    const now = textIn(earlier, name, value);
    if (now === null || typeof value !== 'string') continue;
    if (plain(textIn(change, name, value)) === plain(value)) put(rebased, name, now);
    base[name] = now;
  }
  rebased.set('madeFrom', JSON.stringify(base));
  // Of no version that was ever stored, so that the server goes by what the form was made from.
  rebased.set('version', '0');
  return rebased;
}

function valuesIn(fields: URLSearchParams): Record<string, unknown> | null {
  try {
    return { ...(JSON.parse(fields.get('madeFrom') ?? '') as Record<string, unknown>) };
  } catch {
    return null;
  }
}

/** A document's form has other ends of lines than the text that it was filled with. */
const plain = (text: string | null) => text?.replaceAll('\r', '');

/** What a form says of a field; a box that is not ticked is not sent. */
function textIn(fields: URLSearchParams, name: string, value: unknown): string | null {
  return fields.get(name) ?? (isBox(value) ? 'off' : null);
}

const isBox = (value: unknown) => value === 'on' || value === 'off';

function put(fields: URLSearchParams, name: string, text: string): void {
  if (text === 'off') fields.delete(name);
  else fields.set(name, text);
}
