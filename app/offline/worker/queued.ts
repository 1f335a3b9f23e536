import { isOwnPath } from '../../http/own-path.ts';
import { WAITING_PATH } from '../places.ts';
import type { Entry } from './store.ts';

/** A form that may wait: the record that it changes (none: it makes a new one), and what is said of it, if not that. */
type Kind = { path: RegExp; say?: string; record?: string };

/**
 * The forms that may wait for a line: those that log, edit or confirm. Each can be sent again safely,
 * by its one-time key or the version of its record. All others say that they need a line.
 */
const KINDS: Kind[] = [
  { path: /^\/work-logs\/(?:new|quick-log)$|^\/dashboard$/, say: 'Work log' },
  { path: /^\/work-logs\/line$/, say: 'Work log in one line' },
  { path: /^\/work-logs\/repeat$/, say: 'Work logged again' },
  { path: /^\/work-logs\/(\d+)\/edit$/, record: 'work log' },
  { path: /^\/clients\/(\d+)\/edit$/, record: 'client' },
  { path: /^\/pending-work-logs\/(\d+)\/edit$/, record: 'task' },
  { path: /^\/pending-work-logs\/review$/, record: 'task' },
  { path: /^\/timer(?:\/start|\/stop|\/drafts\/\d+)?$/, record: 'timer' },
];

/** A row's or the bar's button on Todoist Import that changes tasks, and does not only select them. */
const REVIEWING = /^(?:([-\d]+):)?(?:save|confirm|archive|reject|assign)(?::[a-z-]+)?$/;

const kindOf = (path: string) => KINDS.find((kind) => kind.path.test(path));

/** The path of an address, without its query. */
export const pathOf = (address: string) => address.split('?')[0] ?? '';

/** Whether forms that are sent to a path may wait, as far as the path says. */
export function isQueuedPath(path: string): boolean {
  return kindOf(path) !== undefined;
}

/** Whether a form may wait: it saves something, without a look at an answer in between. */
export function isQueued(path: string, fields: URLSearchParams): boolean {
  if (!isQueuedPath(path) || fields.has('__intent__') || fields.has('rewrite')) return false;
  if (path.endsWith('/review')) return REVIEWING.test(fields.get('do') ?? 'save');
  // Several lines are looked at before they are logged.
  const isSeveral = (fields.get('line') ?? '').trim().includes('\n');
  return !isSeveral || Boolean(fields.get('looked'));
}

/** What an entry is, in words. */
export function sayKind({ address, body }: Entry): string {
  const path = pathOf(address);
  const fields = new URLSearchParams(body);
  const kind = kindOf(path);
  if (kind?.record === 'timer' || fields.has('time')) return `Timer: ${timerPress(path, fields)}`;
  const [, press] = /(\w+)$/.exec(fields.get('do') ?? '') ?? [];
  if (path.endsWith('/review')) return `Tasks: ${press ?? 'save'}`;
  return kind?.say ?? `Change of a ${kind?.record ?? 'form'}`;
}

/** The records that an entry changes: what waits for the same one is sent in order. */
export function recordsOf({ address, body, id }: Pick<Entry, 'address' | 'body' | 'id'>): string[] {
  const path = pathOf(address);
  const fields = new URLSearchParams(body);
  if (fields.has('time')) return ['timer'];
  const kind = kindOf(path);
  if (!kind?.record) return [`new ${id}`];
  const ids = kind.path.exec(path)?.[1] ?? REVIEWING.exec(fields.get('do') ?? '')?.[1];
  return ids?.split('-').map((each) => `${kind.record} ${each}`) ?? [kind.record];
}

/** Whether two entries change the same record. A press for all that are selected is for any of its kind. */
export function isForSame(records: string[], others: string[]): boolean {
  return records.some((one) =>
    others.some((other) => `${one} `.startsWith(`${other} `) || other.startsWith(`${one} `)),
  );
}

/** What a form does with the timer: as its button says, else its address; else it starts it. */
function timerPress(path: string, fields: URLSearchParams): string {
  return /(?:stop|save|discard|log)$/.exec(fields.get('press') ?? path)?.[0] ?? 'start';
}

/** The timer as what waits leaves it: running, none, or undefined where nothing waits for it. */
export function timerAfter(entries: Entry[]): { key: string; at: number } | null | undefined {
  let timer: { key: string; at: number } | null | undefined;
  for (const { address, body, at, refused } of entries) {
    const path = pathOf(address);
    const fields = new URLSearchParams(body);
    const isTimer = /^\/timer(?:\/start|\/stop)?$/.test(path) || fields.has('time');
    if (refused || !isTimer) continue;
    const press = timerPress(path, fields);
    if (press === 'start') timer = { key: fields.get('oneTimeKey') ?? '', at };
    else if (press !== 'save') timer = null;
  }
  return timer;
}

/** The page that a form says to go back to; else the page of what waits. */
export function pageAfter({ body }: Entry): string {
  const back = new URLSearchParams(body).get('back') ?? '';
  return isOwnPath(back) ? back : WAITING_PATH;
}
