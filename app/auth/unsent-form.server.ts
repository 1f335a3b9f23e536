import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Services } from '../context.server.ts';
import { cookieName, isSecure } from '../http/cookie-name.ts';
import { factsAt } from '../http/facts-at.ts';
import { ONE_TIME_KEY } from '../http/form/form.server.ts';
import { fingerprintOf } from '../http/once/one-time-keys.server.ts';
import { signedCookie } from '../http/signed-cookie.server.ts';
import { shorten } from '../lib/shorten.ts';
import { secretsOf } from '../platform/secrets/app-secret.server.ts';
import { sealBytes, unsealBytes } from '../platform/secrets/sealed.server.ts';

/** How long an unsent form is kept, in seconds. */
const SECONDS = 3_600;
/** As long as the session cookie may be. */
const PERSON_SECONDS = 60 * 24 * 3_600;
/** In characters: what a browser stores in one cookie, and what a proxy takes of both together. */
const PART_LENGTH = 3_700;
const NAMES = ['unsent-form', 'unsent-form-more', 'unsent-form-3', 'unsent-form-4'] as const;
const MOST_PARTS = 2;
/** In characters, for all together; a cookie beside another one takes some for its name. */
const ROOM = MOST_PARTS * PART_LENGTH;
const NAME_LENGTH = 32;
const PURPOSE = 'unsent form';

/** The path of the page that shows an unsent form after sign-in. */
export const UNSENT_FORM_PATH = '/unsent-form';

/** The fields that say best which form it was, and how much of one is shown, in characters. */
const TELLING = /(^|:)(description|line|name|taskName|email|target|template|words)$/;
const TOLD = 60;

/** Longer than any of these forms that finds room: not worth packing. */
const MOST_FIELDS_LENGTH = 200_000;

/** Buttons, tokens, keys and secrets; what is pressed and sent again is a person's own doing. */
const NOT_KEPT = /^(press|answer|do|then|rewrite|__\w+__|.*(token|key|password|secret))$/i;

const Unsent = z.object({
  person: z.int(),
  /** When it was posted, as milliseconds since 1970. */
  at: z.int(),
  path: z.string().startsWith('/'),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** A form that somebody posted after the session had ended, and which one it was, in words. */
export type UnsentForm = Pick<z.output<typeof Unsent>, 'path' | 'fields'> & {
  isUndo: boolean;
  name: string;
};

/** Whether an address is that of a form, and not of a screen that also has one. */
export const hasFormOfItsOwn = (pathname: string) =>
  pathname !== '/dashboard' && factsAt(pathname).form !== undefined;

/** What became of a form that came after the end of its session: some are too big to be kept, alone or beside others. */
export type Kept = {
  outcome: 'kept' | 'undo' | 'too big' | 'no room' | 'none';
  cookies: string[];
};

/** What each outcome is in words; for "none" there is nothing to say. */
export const SAID: Readonly<Record<Kept['outcome'], string | undefined>> = {
  kept: 'Not saved yet: what you typed is kept, and you can send it after that.',
  undo: 'Not undone yet: you can press Undo again after that.',
  'too big': 'Not saved: the form was too big to keep, so what you chose in it is lost.',
  'no room':
    'Not saved: there is no room to keep this form as well. Log in in another tab, then come back here and send it again.',
  none: undefined,
};

const NOT_KEPT_AT_ALL: Kept = { outcome: 'none', cookies: [] };

type CookieServices = Pick<Services, 'config' | 'appSecret' | 'clock'>;

/** Keeps what was typed in a form after its session's end, sealed in the browser, for an hour, for the same person. */
export function unsentForms(services: CookieServices) {
  const { appSecret, clock, config } = services;
  const person = signedCookie(services, 'person', PERSON_SECONDS);
  const cookiesOf = (request: Request) => request.headers.get('Cookie');
  // Written by hand, since Remix's cookies would make of it a third more. Only one page reads it.
  const attributes = `HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`;
  const names = NAMES.map((name) => cookieName(config, name, UNSENT_FORM_PATH));
  const partCookie = (index: number, part: string) =>
    `${names[index]}=${part}; Max-Age=${part === '' ? 0 : SECONDS}; Path=${UNSENT_FORM_PATH}; ${attributes}`;
  // Since a form's own page is not sent the parts: what they hold, in short.
  const held = cookieName(config, 'unsent');
  const heldCookie = (parts: Held[]) => {
    const text = parts.map(({ length, print }) => `${length}-${print}`).join('.');
    return `${held}=${text}; Max-Age=${text === '' ? 0 : SECONDS}; Path=/; ${attributes}`;
  };
  return {
    notePerson: (id: number) => person.serialize(id),
    /** Keeps a posted form: gives the `Set-Cookie` headers. A script keeps what is typed itself, but no toast. */
    async keep(request: Request, isByScript: boolean): Promise<Kept> {
      const { pathname, searchParams } = new URL(request.url);
      const id: unknown = await person.parse(cookiesOf(request));
      const { form, isUndo = false } = factsAt(pathname);
      const isKept = isUndo || (form !== undefined && !isByScript);
      if (request.method !== 'POST' || typeof id !== 'number' || !isKept) return NOT_KEPT_AT_ALL;
      searchParams.delete('sent');
      searchParams.delete('_data');
      const body = await request.text();
      if (body.length > MOST_FIELDS_LENGTH) return { outcome: 'too big', cookies: [] };
      const unsent: z.input<typeof Unsent> = {
        person: id,
        at: clock().getTime(),
        path: `${pathname}?${searchParams.toString()}`,
        // An empty field may be one that was emptied.
        fields: [...new URLSearchParams(body)].filter(
          ([name]) => !NOT_KEPT.test(name) || (isUndo && name === ONE_TIME_KEY),
        ),
      };
      const print = fingerprintOf(JSON.stringify([unsent.path, unsent.fields])).slice(0, 8);
      const before = readHeld(cookieIn(request, held));
      const outcome = isUndo ? 'undo' : 'kept';
      if (before.some((part) => part.print === print)) return { outcome, cookies: [] };
      const packed = deflateRawSync(JSON.stringify(unsent), { level: 9 });
      const sealed = sealBytes(appSecret, PURPOSE, packed);
      if (sealed.length > ROOM) return { outcome: 'too big', cookies: [] };
      const parts = partsOf(sealed);
      const after = [...before, ...parts.map(({ length }) => ({ length, print }))];
      if (before.length > 0 && !hasRoom(after)) return { outcome: 'no room', cookies: [] };
      // What was kept before the last sign-in goes.
      const places = names.map((_, index) => index).slice(before.length);
      const cookies = places.map((place) => partCookie(place, parts[place - before.length] ?? ''));
      return { outcome, cookies: [...cookies, heldCookie(after)] };
    },
    /** The forms that this person posted at this browser in the last hour, the last one first. */
    find(request: Request, personId: number): UnsentForm[] {
      const found: UnsentForm[] = [];
      const parts = names.map((name) => cookieIn(request, name));
      while (parts.length > 0) {
        const part = parts.shift() ?? '';
        const packed = open(part) ?? open(part + (parts[0] ?? ''));
        if (!packed) continue;
        const unsent = Unsent.parse(JSON.parse(inflateRawSync(packed).toString('utf8')));
        const isFresh = clock().getTime() - unsent.at < SECONDS * 1_000;
        if (isFresh && unsent.person === personId) found.unshift(shown(unsent));
      }
      return found;
    },
    /** The `Set-Cookie` header that lets what is kept from now on take the place of what is there. */
    beginAnew: () => heldCookie([]),
    /** The `Set-Cookie` headers that forget all, at sign-out. */
    forget: async () => [
      await person.serialize('', { maxAge: 0 }),
      ...names.map((_, index) => partCookie(index, '')),
      heldCookie([]),
    ],
  };

  function open(sealed: string): Buffer | null {
    if (sealed === '') return null;
    const opened = secretsOf(services).map((secret) => unsealBytes(secret, PURPOSE, sealed));
    return opened.find((bytes) => bytes !== null) ?? null;
  }
}

/** What a part of a kept form takes, and a hash by which the same form is known again. */
type Held = { length: number; print: string };

function readHeld(text: string): Held[] {
  return [...text.matchAll(/(?:^|\.)(\d{1,4})-([\w-]{8})(?=\.|$)/g)].map(
    ([, length, print = '']) => ({ length: Number(length), print }),
  );
}

function hasRoom(parts: Held[]): boolean {
  const taken = parts.reduce((sum, { length }) => sum + length + NAME_LENGTH, 0);
  return parts.length <= NAMES.length && taken <= ROOM;
}

function partsOf(sealed: string): string[] {
  const count = Math.ceil(sealed.length / PART_LENGTH);
  return Array.from({ length: count }, (_, index) =>
    sealed.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
  );
}

function cookieIn(request: Request, name: string): string {
  const pairs = (request.headers.get('Cookie') ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

function shown({ path, fields }: z.output<typeof Unsent>): UnsentForm {
  const { form = '', isUndo = false } = factsAt(path.split('?')[0] ?? '');
  const [, told] = fields.find(([name, text]) => TELLING.test(name) && text.trim() !== '') ?? [];
  const name = isUndo ? 'Undo' : form;
  return { path, fields, isUndo, name: told ? `${name}: ${shorten(told.trim(), TOLD)}` : name };
}
