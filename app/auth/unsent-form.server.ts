import { createCookie } from '@remix-run/node';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Services } from '../context.server.ts';
import { cookieName, isSecure } from '../http/cookie-name.ts';
import { ONE_TIME_KEY } from '../http/form/form.server.ts';
import { secretsOf } from '../platform/secrets/app-secret.server.ts';
import { sealBytes, unsealBytes } from '../platform/secrets/sealed.server.ts';

/** How long an unsent form is kept, in seconds. */
const SECONDS = 3_600;
/** As long as the session cookie may be. */
const PERSON_SECONDS = 60 * 24 * 3_600;
/**
 * In characters: what a browser stores in one cookie, and, for both together, what a proxy takes as the
 * line of a request that carries them.
 */
const PART_LENGTH = 3_700;
/** The cookies that an unsent form takes; the second only where the first is full. */
const PARTS = ['unsent-form', 'unsent-form-more'] as const;
const PURPOSE = 'unsent form';

/** The path of the page that shows an unsent form after sign-in. */
export const UNSENT_FORM_PATH = '/unsent-form';

/** The forms that take typing, by their paths. Each of them comes back filled for an intent. */
const FORMS = [
  /^\/dashboard$/,
  /^\/work-logs\/(new|line|quick-log|create-invoices|\d+\/edit)$/,
  /^\/timer(\/drafts\/\d+)?$/,
  /^\/pending-work-logs\/(review|sync|\d+\/edit)$/,
  /^\/clients\/(new|\d+\/edit)$/,
  /^\/settings\/(work-types\/(new|\d+\/edit)|approved-emails\/new|passkeys\/new|week-target|rules\/(new|\d+\/edit))$/,
  /^\/settings\/(ai\/save|todoist\/schedule|xero\/template)$/,
];

/** The Undo of a toast, which stands nowhere else: its press comes back as a button. */
const UNDOS = [
  /^\/work-logs\/[\d,-]+\/(undo|restore)$/,
  /^\/pending-work-logs\/(undo\/\d+|\d+\/put-back)$/,
  /^\/forgotten\/\d+\/(put-back|not-billable)$/,
  /^\/import\/\d+\/undo$/,
];

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

/** A form that somebody posted after the session had ended. */
export type UnsentForm = Pick<z.output<typeof Unsent>, 'path' | 'fields'> & { isUndo: boolean };

/** Whether an address is that of a form, and not of a screen that also has one. */
export const hasFormOfItsOwn = (pathname: string) =>
  pathname !== '/dashboard' && isFormPath(pathname);

const isFormPath = (pathname: string) => FORMS.some((form) => form.test(pathname));

const isUndoPath = (pathname: string) => UNDOS.some((undo) => undo.test(pathname));

/** What became of a form that came after the end of its session: some are too big to be kept. */
export type Kept = { outcome: 'kept' | 'undo' | 'too big' | 'none'; cookies: string[] };

const NOT_KEPT_AT_ALL: Kept = { outcome: 'none', cookies: [] };

type CookieServices = Pick<Services, 'config' | 'appSecret' | 'clock'>;

/**
 * Keeps what was typed in a form that came after the end of its session, in the browser that sent
 * it: sealed, for an hour, for the person who was signed in there.
 */
export function unsentForms(services: CookieServices) {
  const { appSecret, clock, config } = services;
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
  } as const;
  const person = createCookie(cookieName(config, 'person'), {
    ...options,
    secrets: secretsOf(services),
    maxAge: PERSON_SECONDS,
  });
  const cookiesOf = (request: Request) => request.headers.get('Cookie');
  // Written by hand, since Remix's cookies would make of it a third more. Only one page reads it.
  const attributes = `; Path=${UNSENT_FORM_PATH}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`;
  const names = PARTS.map((name) => cookieName(config, name, UNSENT_FORM_PATH));
  const cookiesWith = (sealed: string, seconds: number) =>
    names.map((name, index) => {
      const part = sealed.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH);
      return `${name}=${part}; Max-Age=${part === '' ? 0 : seconds}${attributes}`;
    });
  return {
    /** The `Set-Cookie` header that notes who signed in at this browser. */
    notePerson: (id: number) => person.serialize(id),
    /**
     * Keeps a posted form, with the `Set-Cookie` headers for it, and says whether that was possible. A script
     * keeps what is typed on the device itself, but no toast.
     */
    async keep(request: Request, isByScript: boolean): Promise<Kept> {
      const { pathname, searchParams } = new URL(request.url);
      const id: unknown = await person.parse(cookiesOf(request));
      const isUndo = isUndoPath(pathname);
      const isKept = isUndo || (isFormPath(pathname) && !isByScript);
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
      const packed = deflateRawSync(JSON.stringify(unsent), { level: 9 });
      const sealed = sealBytes(appSecret, PURPOSE, packed);
      return sealed.length > PARTS.length * PART_LENGTH
        ? { outcome: 'too big', cookies: [] }
        : { outcome: isUndo ? 'undo' : 'kept', cookies: cookiesWith(sealed, SECONDS) };
    },
    /** The form that this person posted at this browser in the last hour, or null. */
    find(request: Request, personId: number): UnsentForm | null {
      const sent = new Map(
        (cookiesOf(request) ?? '').split('; ').map((pair) => {
          const end = pair.indexOf('=');
          return [pair.slice(0, end), pair.slice(end + 1)] as const;
        }),
      );
      const sealed = names.map((name) => sent.get(name) ?? '').join('');
      const opened = secretsOf(services).map((secret) => unsealBytes(secret, PURPOSE, sealed));
      const packed = opened.find((bytes) => bytes !== null);
      if (!packed) return null;
      const unsent = Unsent.parse(JSON.parse(inflateRawSync(packed).toString('utf8')));
      const isFresh = clock().getTime() - unsent.at < SECONDS * 1_000;
      if (!isFresh || unsent.person !== personId) return null;
      return { ...unsent, isUndo: isUndoPath(unsent.path.split('?')[0] ?? '') };
    },
    /** The `Set-Cookie` headers that forget both, at sign-out. */
    forget: async () => [await person.serialize('', { maxAge: 0 }), ...cookiesWith('', 0)],
  };
}
