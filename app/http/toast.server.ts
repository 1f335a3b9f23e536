import { createCookie } from '@remix-run/node';
import type { AppLoadContext, TypedResponse } from '@remix-run/node';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { secretsOf } from '../platform/secrets/app-secret.server.ts';
import { cookieName, isSecure } from './cookie-name.ts';
import { seeOther } from './see-other.server.ts';
import { shorten } from '../lib/shorten.ts';
import type { Toast, ToastMessage } from '../ui/toast/toast.ts';

/** In characters: far below what a browser stores in one cookie (4,096 bytes, encoded). */
const MAX_TEXT_LENGTH = 500;

const StoredToast = z.object({
  id: z.string(),
  title: z.string().optional(),
  text: z.string(),
  variant: z.enum(['default', 'destructive']),
  undo: z.string().startsWith('/').optional(),
  continueIn: z.literal('line').optional(),
});

function toastCookie(context: AppLoadContext) {
  return createCookie(cookieName(context.config, 'toast'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(context.config),
    secrets: secretsOf(context),
    // The page that shows it may be lost on the line, and what was sent is asked about as long (saved-already.server.ts).
    maxAge: 600,
  });
}

function complete(message: ToastMessage): Toast {
  return {
    variant: 'default',
    ...message,
    text: shorten(message.text, MAX_TEXT_LENGTH),
    id: randomUUID(),
  };
}

/** The `Set-Cookie` header by which the next page shows a toast once. */
export const laterToast = (context: AppLoadContext, message: ToastMessage): Promise<string> =>
  toastCookie(context).serialize(complete(message));

/** Redirects to another page of ours, which shows the toast once. */
export async function redirectWithToast(
  context: AppLoadContext,
  to: string,
  message: ToastMessage,
): Promise<TypedResponse<never>> {
  return seeOther(to, { 'Set-Cookie': await laterToast(context, message) });
}

/**
 * Shows a toast with the current answer; gives the headers that the answer needs for it. A document
 * has the toast in its HTML; for a post from a script, the root loader reads it from a cookie.
 */
export async function toastHeaders(
  context: AppLoadContext,
  message: ToastMessage,
): Promise<HeadersInit> {
  const toast = complete(message);
  if (!context.isDataRequest) {
    context.toast = toast;
    return {};
  }
  return { 'Set-Cookie': await toastCookie(context).serialize(toast) };
}

/** The toast to show now, if there is one, and the headers that keep it from showing again. */
export async function takeToast(
  request: Request,
  context: AppLoadContext,
): Promise<{ toast: Toast | null; headers: HeadersInit }> {
  if (context.toast) return { toast: context.toast, headers: {} };
  const cookie = toastCookie(context);
  const header = request.headers.get('Cookie');
  if (!header?.includes('toast=')) return { toast: null, headers: {} };
  const stored = StoredToast.safeParse(await cookie.parse(header));
  return {
    toast: stored.success ? stored.data : null,
    headers: { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) },
  };
}
