import { redirect, type AppLoadContext, type TypedResponse } from '@remix-run/node';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { shorten } from '../lib/shorten.ts';
import { signedCookie } from './signed-cookie.server.ts';
import type { Toast, ToastMessage } from '../ui/toast/toast.ts';

/** All that a header cannot hold, or that browsers leave out of an address. */
const NOT_IN_A_HEADER = /[^\x21-\x7e]+/g;

/**
 * Leads on after a press, to a page of ours. What an address or a form said of it may hold signs that a header
 * cannot: they are written as a browser writes them, so that what was done is never answered with a fault.
 */
export function seeOther(path: string, headers: HeadersInit = {}): TypedResponse<never> {
  const to = path.toWellFormed().replace(NOT_IN_A_HEADER, encodeURIComponent);
  return redirect(to, { status: 303, headers });
}

/** In characters: far below what a browser stores in one cookie (4,096 bytes, encoded). */
const MAX_TEXT_LENGTH = 500;

const StoredToast = z.object({
  toast: z.object({
    id: z.string(),
    title: z.string().optional(),
    text: z.string(),
    variant: z.enum(['default', 'destructive']),
    undo: z.string().startsWith('/').optional(),
    link: z.object({ to: z.string().startsWith('/'), text: z.string() }).optional(),
    continueIn: z.literal('line').optional(),
  }),
  formPrint: z.string().optional(),
});

type StoredToast = z.infer<typeof StoredToast>;

/** The page that shows it may be lost on the line, and what was sent is asked about as long (saved-already.server.ts). */
const toastCookie = (context: AppLoadContext) => signedCookie(context, 'toast', 600);

/**
 * A toast for the next page. One toast is shown at a time: where another form was sent before the refusal of this one
 * could be shown, the toast of the other says that, too. Sent again, the same form has one answer, the newest.
 */
async function complete(context: AppLoadContext, message: ToastMessage): Promise<Toast> {
  const { formPrint } = context;
  const stored = await readStored(context);
  const unseen = stored?.toast;
  const isOther = formPrint === undefined || stored?.formPrint !== formPrint;
  const isNews = unseen?.variant === 'destructive' && isOther && unseen.text !== message.text;
  const text = isNews ? `${unseen.text.replace(/\.$/, '')}. ${message.text}` : message.text;
  return {
    variant: 'default',
    ...message,
    ...(isNews && { title: message.title ?? unseen.title, variant: unseen.variant }),
    text: shorten(text, MAX_TEXT_LENGTH),
    id: randomUUID(),
  };
}

function store(context: AppLoadContext, toast: Toast): Promise<string> {
  const stored: StoredToast = { toast, formPrint: context.formPrint };
  return toastCookie(context).serialize(stored);
}

async function readStored(context: AppLoadContext): Promise<StoredToast | null> {
  if (!context.cookies.includes('toast=')) return null;
  const stored = StoredToast.safeParse(await toastCookie(context).parse(context.cookies));
  return stored.success ? stored.data : null;
}

/** The `Set-Cookie` header by which the next page shows a toast once. */
export async function laterToast(context: AppLoadContext, message: ToastMessage): Promise<string> {
  return store(context, await complete(context, message));
}

/** Redirects to another page of ours, which shows the toast once; where nobody sees that page, no other one does. */
export async function redirectWithToast(
  context: AppLoadContext,
  to: string,
  message: ToastMessage,
): Promise<TypedResponse<never>> {
  if (context.askedBy === 'nobody') return seeOther(to);
  return seeOther(to, { 'Set-Cookie': await laterToast(context, message) });
}

/** Leads on from the page of work that has ended, to one in its place: the way back does not tell of it again. */
export async function endWithToast(
  context: AppLoadContext,
  to: string,
  message: ToastMessage,
): Promise<TypedResponse<never>> {
  const answer = await redirectWithToast(context, to, message);
  answer.headers.set('X-Remix-Replace', 'true');
  return answer;
}

/**
 * Shows a toast with the current answer; gives the headers that the answer needs for it. A document
 * has the toast in its HTML; for a post from a script, the root loader reads it from a cookie.
 */
export async function toastHeaders(
  context: AppLoadContext,
  message: ToastMessage,
): Promise<HeadersInit> {
  const toast = await complete(context, message);
  if (!context.isDataRequest) {
    context.toast = toast;
    return {};
  }
  return { 'Set-Cookie': await store(context, toast) };
}

/**
 * The toast to show now, if there is one, and the headers that keep it from showing again. What no person asked for
 * leaves it to the next page.
 */
export async function takeToast(
  context: AppLoadContext,
): Promise<{ toast: Toast | null; headers: HeadersInit }> {
  if (context.askedBy !== 'person') return { toast: context.toast, headers: {} };
  const toast = context.toast ?? (await readStored(context))?.toast ?? null;
  const headers: HeadersInit = context.cookies.includes('toast=')
    ? { 'Set-Cookie': await toastCookie(context).serialize('', { maxAge: 0 }) }
    : {};
  return { toast, headers };
}
