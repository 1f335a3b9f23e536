import { LONGEST_WAIT } from '../../http/form/sent-later.ts';
import { sayMoment } from '../../lib/moment.ts';
import { COUNT_ID, LIST_ID, NOTICE_ID, WAITING_PATH } from '../places.ts';
import { pathOf, sayKind } from './queued.ts';
import type { Entry } from './store.ts';

/** Waits so long that the server may have forgotten whether it came already. */
export function isTooOld({ at }: Pick<Entry, 'at'>): boolean {
  return Date.now() - at > LONGEST_WAIT - 24 * 60 * 60 * 1_000;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** What stands in the frame of every page while something waits; empty when nothing does. */
export function sayCount(entries: Entry[], isSignedOut: boolean): string {
  if (entries.length === 0) return '';
  const refused = entries.filter((entry) => entry.refused ?? isTooOld(entry)).length;
  const waiting = entries.length - refused;
  const parts = [
    waiting > 0 ? `${waiting} waiting to be sent${isSignedOut ? ': sign in' : ''}` : '',
    refused > 0 ? `${refused} to check` : '',
  ];
  return `<a href="${WAITING_PATH}">${parts.filter(Boolean).join(', ')}</a>`;
}

/** Says of a page that it is a kept copy, and of one without what its address asks for that it is. */
export function sayKept(at: number, isOffline: boolean, isPart: boolean): string {
  const why = isOffline ? 'You are offline' : 'The server does not answer';
  const part = isPart ? ', without the filter or page you asked for' : '';

  return `<p>${why}. Last updated ${sayMoment(at)}${part}.</p>`;
}

/** A page's HTML with these contents in the places of the frame; none of them may contain a `div`. */
export function putInto(
  html: string,
  contents: { notice?: string; count?: string; list?: string },
): string {
  const places = {
    [NOTICE_ID]: contents.notice,
    [COUNT_ID]: contents.count,
    [LIST_ID]: contents.list,
  };
  let filled = html;
  for (const [id, content] of Object.entries(places)) {
    if (content === undefined) continue;
    const place = new RegExp(`(<div id="${id}"[^>]*>)[^]*?(</div>)`);
    filled = filled.replace(place, (_all, start: string, end: string) => start + content + end);
  }
  return filled;
}

type Situation = { isSignedOut: boolean; isLeaving: boolean };

/** The list of what waits, with its buttons; plain forms, which the worker answers. */
export function sayList(entries: Entry[], { isSignedOut, isLeaving }: Situation): string {
  if (entries.length === 0) return '<p>Nothing to send.</p>';
  const rows = entries.map(
    (entry) =>
      `<li class="waiting-entry"><p><strong>${escapeHtml(sayKind(entry))}</strong> ${sayMoment(entry.at)}</p>` +
      `<p>${escapeHtml(sayFields(entry))}</p>${sayState(entry)}${sayRemove(entry)}</li>`,
  );
  const head = isLeaving ? ASK_BEFORE_LEAVING : isSignedOut ? SIGN_IN : '';
  return `${head}<ul class="waiting-entries">${rows.join('')}</ul>${button('send', 'Send now', 'primary')}`;
}

const SIGN_IN =
  '<p class="notice">You are signed out. These are kept, and sent once you sign in again. <a class="button button-primary" href="/api/login">Sign in</a></p>';

const ASK_BEFORE_LEAVING = `<section class="notice"><p>Not sent yet. Signing out removes these from this device for good.</p>${button('leave', 'Sign out and remove', 'danger')}<a class="button button-secondary" href="${WAITING_PATH}">Stay signed in</a></section>`;

function button(what: string, label: string, variant: string, id?: number): string {
  const which = id === undefined ? '' : `<input type="hidden" name="id" value="${id}">`;
  return `<form method="post" action="${WAITING_PATH}">${which}<button class="button button-${variant}" name="do" value="${what}">${label}</button></form>`;
}

/** Why an entry was not taken, and the way to its form with all that was typed. */
function sayState(entry: Entry): string {
  const { refused, fault } = entry;
  const why = refused ? refused.said : isTooOld(entry) ? TOO_OLD : null;
  if (why !== null) return `<p class="waiting-refused">${escapeHtml(why)}</p>${openForm(entry)}`;
  return fault === null ? '' : `<p>${escapeHtml(fault)} Trying again.</p>`;
}

const TOO_OLD =
  'This waited too long to be sent by itself, and may already be saved. Send it again or remove it.';

/** Sends the form as it was: the server saves it, or shows it filled in, with its reasons. */
function openForm({ id, address, body }: Entry): string {
  const url = new URL(address, 'http://localhost');
  url.searchParams.delete('_data');
  url.searchParams.set('opened', String(id));
  const fields = [...new URLSearchParams(body)].map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(url.pathname + url.search)}">${fields.join('')}<button class="button button-primary">Open the form</button></form>`;
}

function sayRemove({ id }: Entry): string {
  return `<details><summary>Remove</summary><p>Removed for good, without being sent.</p>${button('remove', 'Remove it', 'danger', id)}</details>`;
}

/** The fields that say most of an entry, and what stands behind each. */
const TELLING = {
  line: '',
  description: '',
  duration: ' h',
  hours: ' h',
  minutes: ' min',
  date: '',
  name: '',
  hourlyRate: ' £ an hour',
  ended: '',
};

function sayFields({ address, body }: Entry): string {
  const fields = new URLSearchParams(body);
  const said = Object.entries(TELLING).map(([name, unit]) => {
    const text = fields.get(name)?.trim();
    return text && text + unit;
  });
  const [, record] = /\/(\d+)\//.exec(pathOf(address)) ?? [];
  return [record && `No ${record}`, ...said].filter(Boolean).join(' · ');
}

/** A kept page's forms are new forms each time: two that are sent are two, not one sent twice. */
export function withFreshKeys(html: string): string {
  const keys = html.matchAll(/(?:[kK]ey":"|name="oneTimeKey" value=")([0-9a-f-]{36})"/g);
  let fresh = html;
  for (const key of new Set([...keys].map(([, found = '']) => found))) {
    fresh = fresh.replaceAll(key, crypto.randomUUID());
  }
  return fresh;
}

/** The day of a kept form: in its own field, or, where it has none, in the data for its page's scripts. */
const FORM_DAY = /(?:"(?:date|today)":|name="date"[^>]* value=)"(\d{4}-\d\d-\d\d)"/;

/**
 * A kept form that starts with the day on which it was kept starts with the day that its address asks
 * for, else with today: as many days later as have begun since, in the business time zone.
 */
export function withToday(
  html: string,
  { keptAt, now, asked }: { keptAt: number; now: number; asked: string | undefined },
): string {
  const [, then] = FORM_DAY.exec(html) ?? [];
  if (then === undefined) return html;
  const [, timeZone] = / data-time-zone="([^"]+)/.exec(html) ?? [];
  // Swedish days are written 2026-11-20.
  const dayOf = (at: number) => Date.parse(new Date(at).toLocaleDateString('sv', { timeZone }));
  const later = Math.max(0, dayOf(now) - dayOf(keptAt));
  const today = asked ?? new Date(Date.parse(then) + later).toISOString().slice(0, 10);
  return html.replaceAll(`"${then}"`, `"${today}"`);
}
