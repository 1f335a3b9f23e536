import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { inventFigure } from './tidy-note.ts';

/** What can go wrong at an AI service; `POST /sandbox/faults` takes the same words. */
export const FAULT_KINDS = [
  '401',
  'no-credit',
  '429',
  '500',
  /** A page with status 200, as captive portals and wrong base URLs answer. */
  'html',
  /** A completion without words. */
  'empty',
  /** A completion without choices. */
  'no-choices',
  /** The connection ends in the middle of the answer. */
  'cut',
  /** Nothing is ever answered. */
  'silence',
  /** The answer begins and never ends. */
  'stall',
  /** The answer changes a number of the note. */
  'invents',
  /** The key is known, but restricted, and not allowed to do this. */
  'missing-scope',
  /** The model is not offered. */
  'no-model',
  /** The answer was stopped at a limit, in the middle of a sentence. */
  'truncated',
] as const;

export type OpenAiFaultKind = (typeof FAULT_KINDS)[number];

/** A fault as it is ordered, also as JSON over HTTP. */
export const Fault = z.object({
  kind: z.enum(FAULT_KINDS),
  /** Without it the fault stays until it is healed. */
  times: z.number().int().positive().optional(),
  /** What a 429 asks the caller to wait, in seconds. Without it a retry is welcome at once. */
  retryAfter: z.number().positive().optional(),
});
export type OpenAiFault = z.output<typeof Fault>;

/** Answers with the fault. False where the fault is in the text of the answer: see `shapeAnswer`. */
export function showFault({ kind, retryAfter }: OpenAiFault, response: ServerResponse): boolean {
  switch (kind) {
    case '401':
      refuseKey(response, 'sk-revoked-key');
      return true;
    case 'no-credit':
      sendError(response, 429, 'You exceeded your current quota, please check your plan.', {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      });
      return true;
    case '429':
      response.setHeader('retry-after', String(retryAfter ?? 0.01));
      sendError(response, 429, 'Rate limit reached for requests.', {
        type: 'requests',
        code: 'rate_limit_exceeded',
      });
      return true;
    case '500':
      response.setHeader('retry-after-ms', '10');
      sendError(response, 500, 'The server had an error while processing your request.', {
        type: 'server_error',
      });
      return true;
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>Welcome</title><p>Please sign in to the network.</p>');
      return true;
    case 'missing-scope':
      sendError(response, 401, 'You have insufficient permissions. Missing scopes: some.scope.');
      return true;
    case 'no-model':
      sendError(response, 404, 'The model does not exist or you do not have access to it.', {
        code: 'model_not_found',
      });
      return true;
    case 'cut':
    case 'stall':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"id":"chatcmpl-sandbox","choices":[{"message":', () => {
        if (kind === 'cut') response.destroy();
      });
      return true;
    case 'silence':
      return true;
    case 'empty':
    case 'no-choices':
    case 'truncated':
    case 'invents':
      return false;
  }
}

/** The text of an answer, changed by the fault. */
export function shapeAnswer(answer: string, fault: OpenAiFaultKind | null): string {
  if (fault === 'empty') return ' ';
  if (fault === 'invents') return inventFigure(answer);
  if (fault === 'truncated') return answer.slice(0, Math.ceil(answer.length / 2));
  return answer;
}

/** Refuses a key as OpenAI does: its message repeats part of the key, so that tests notice a leak. */
export function refuseKey(response: ServerResponse, key: string): void {
  const message = `Incorrect API key provided: ${key.slice(0, 8)}****${key.slice(-4)}.`;
  sendError(response, 401, message, { code: 'invalid_api_key' });
}

type ErrorDetails = { type?: string; code?: string };

/** Answers as OpenAI does when it refuses or fails. */
export function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  { type = 'invalid_request_error', code }: ErrorDetails = {},
): void {
  sendJson(response, status, { error: { message, type, param: null, code: code ?? null } });
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
