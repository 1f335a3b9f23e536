import type { Request, Response } from 'express';
import { isForPrograms } from './routed-path.ts';

/** A form that can be sent again as it came. */
export type SentForm = { action: string; fields: [name: string, value: string][] };

/** The form that a request brought, as it came; null if it brought none, or a file. */
export function sentForm(request: Request): SentForm | null {
  const body: unknown = request.body;
  if (!request.is('application/x-www-form-urlencoded') || !Buffer.isBuffer(body)) return null;
  return { action: request.originalUrl, fields: [...new URLSearchParams(body.toString('utf8'))] };
}

/** What a refused form's sender gets back: a button that sends it again, or only what was typed, to copy. */
type KeptForm = SentForm & { isOnlyToCopy?: boolean };

/**
 * Answers without Remix: callers of the API get JSON, people a very short page, with what is kept of their form.
 */
export function refuse(
  request: Request,
  response: Response,
  status: number,
  message: string,
  form: KeptForm | null = null,
): void {
  response.status(status).set('Cache-Control', 'no-store');
  const isApi = isForPrograms(request.originalUrl);
  // Some addresses below /api are links that people follow.
  if (isApi && !request.get('Accept')?.includes('text/html')) {
    response.json({ message });
    return;
  }
  response.type('html').send(refusalPage(status, message, form));
}

/** A page that needs neither data nor files: a sentence, a form to send again, and a way back. */
export function refusalPage(status: number, message: string, form: KeptForm | null = null): string {
  const kept = form === null ? '' : form.isOnlyToCopy ? typed(form) : again(form);
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><h1>This did not work</h1><p>${escapeHtml(message)}</p>${kept}<p><a href="/">Back to the start</a></p></html>`;
}

function again({ action, fields }: SentForm): string {
  const inputs = fields.map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>Send again</button></form>`;
}

function typed({ fields }: SentForm): string {
  const texts = fields.map(
    // Lines that wrap on a phone, unlike those of `pre`.
    ([name, value]) =>
      `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value).split(/\r?\n/).join('<br>')}</dd>`,
  );
  return `<dl>${texts.join('')}</dl>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
