import type { Request, Response } from 'express';

/** Answers without Remix: callers of the API get JSON, people a very short page. */
export function refuse(
  request: Request,
  response: Response,
  status: number,
  message: string,
): void {
  response.status(status).set('Cache-Control', 'no-store');
  const isApi = request.originalUrl.startsWith('/api/');
  // Some addresses below /api are links that people follow.
  if (isApi && !request.get('Accept')?.includes('text/html')) {
    response.json({ message });
    return;
  }
  response.type('html').send(refusalPage(status, message));
}

/** A page that needs neither data nor files: a sentence and a way back. */
export function refusalPage(status: number, message: string): string {
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><h1>This did not work</h1><p>${escapeHtml(message)}</p><p><a href="/">Back to the start</a></p></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
