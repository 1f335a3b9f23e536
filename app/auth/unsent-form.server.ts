import { createCookie } from '@remix-run/node';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Services } from '../context.server.ts';
import { seal, unseal } from '../platform/sealed.server.ts';

/** How long an unsent form is kept, in seconds. */
const SECONDS = 3_600;
/** As long as the session cookie may be. */
const PERSON_SECONDS = 60 * 24 * 3_600;
/** In characters, with name and attributes: what a browser stores in one cookie. */
const MOST_LENGTH = 4_000;
const PURPOSE = 'unsent form';

/** The path of the page that shows an unsent form after sign-in. */
export const UNSENT_FORM_PATH = '/unsent-form';

/** The forms that take typing, by their paths. Each of them comes back filled for an intent. */
const FORMS = [
  /^\/dashboard$/,
  /^\/work-logs\/(new|line|quick-log|\d+\/edit)$/,
  /^\/timer(\/drafts\/\d+)?$/,
  /^\/pending-work-logs\/(review|sync|\d+\/edit)$/,
  /^\/clients\/(new|\d+\/edit)$/,
  /^\/settings\/(work-types\/(new|\d+\/edit)|approved-emails\/new|week-target|rules\/(new|\d+\/edit))$/,
  /^\/settings\/(ai\/save|todoist\/schedule|xero\/template)$/,
];

/** Buttons, tokens, keys and secrets; what is pressed and sent again is a person's own doing. */
const NOT_KEPT = /^(press|do|then|rewrite|__\w+__|.*(token|key|password|secret))$/i;

const Unsent = z.object({
  person: z.int(),
  /** When it was posted, as milliseconds since 1970. */
  at: z.int(),
  path: z.string().startsWith('/'),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** A form that somebody posted after the session had ended. */
export type UnsentForm = Pick<z.output<typeof Unsent>, 'path' | 'fields'>;

const isFormPath = (pathname: string) => FORMS.some((form) => form.test(pathname));

type CookieServices = Pick<Services, 'config' | 'appSecret' | 'clock'>;

/**
 * Keeps what was typed in a form that came after the end of its session, in the browser that sent
 * it: sealed, for an hour, for the person who was signed in there.
 */
export function unsentForms(services: CookieServices) {
  const { appSecret, clock } = services;
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.config.origin.startsWith('https:'),
  } as const;
  const person = createCookie('person', {
    ...options,
    secrets: [appSecret],
    maxAge: PERSON_SECONDS,
  });
  const form = createCookie('unsent-form', { ...options, maxAge: SECONDS });
  const cookiesOf = (request: Request) => request.headers.get('Cookie');
  return {
    /** The `Set-Cookie` header that notes who signed in at this browser. */
    notePerson: (id: number) => person.serialize(id),
    /** The `Set-Cookie` header that keeps a posted form; null when it cannot be kept. */
    async keep(request: Request): Promise<string | null> {
      const { pathname, searchParams } = new URL(request.url);
      const id: unknown = await person.parse(cookiesOf(request));
      if (request.method !== 'POST' || typeof id !== 'number' || !isFormPath(pathname)) return null;
      searchParams.delete('sent');
      const posted = new URLSearchParams(await request.text());
      const unsent: z.input<typeof Unsent> = {
        person: id,
        at: clock().getTime(),
        path: `${pathname}?${searchParams.toString()}`,
        fields: [...posted].filter(([name, text]) => text !== '' && !NOT_KEPT.test(name)),
      };
      const packed = deflateRawSync(JSON.stringify(unsent)).toString('base64');
      const cookie = await form.serialize(seal(appSecret, PURPOSE, packed));
      return cookie.length > MOST_LENGTH ? null : cookie;
    },
    /** The form that this person posted at this browser in the last hour, or null. */
    async find(request: Request, personId: number): Promise<UnsentForm | null> {
      const sealed: unknown = await form.parse(cookiesOf(request));
      const packed = typeof sealed === 'string' ? unseal(appSecret, PURPOSE, sealed) : null;
      if (packed === null) return null;
      const text = inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
      const unsent = Unsent.parse(JSON.parse(text));
      const isFresh = clock().getTime() - unsent.at < SECONDS * 1_000;
      return isFresh && unsent.person === personId ? unsent : null;
    },
    /** The `Set-Cookie` headers that forget both, at sign-out. */
    forget: () =>
      Promise.all([person.serialize('', { maxAge: 0 }), form.serialize('', { maxAge: 0 })]),
  };
}
