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
  /** The account's own spending limit is reached. */
  'spending-limit',
  /** The account's billing is not active. */
  'billing-inactive',
  /** Calls from this country are not served. */
  'region',
  /** Nothing is at this address, as where a base URL lacks its /v1. */
  'no-address',
  /** The text has more tokens than the model takes. */
  'too-long',
  /** The filter stops the text, as Azure's does. */
  'filtered',
  /** The filter stops the answer in its midst. */
  'answer-filtered',
  /** The model declines. */
  'refusal',
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
    case 'spending-limit':
      sendError(response, 400, 'Billing hard limit has been reached', {
        code: 'billing_hard_limit_reached',
      });
      return true;
    case 'billing-inactive':
      sendError(response, 429, 'Your account is not active, please check your billing details.', {
        type: 'billing_not_active',
        code: 'billing_not_active',
      });
      return true;
    case 'region':
      sendError(response, 403, 'Country, region, or territory not supported', {
        type: 'request_forbidden',
        code: 'unsupported_country_region_territory',
      });
      return true;
    case 'no-address':
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 page not found');
      return true;
    case 'too-long':
      sendError(response, 400, "This model's maximum context length is 8192 tokens.", {
        code: 'context_length_exceeded',
      });
      return true;
    case 'filtered':
      sendError(response, 400, 'The response was filtered due to the prompt triggering a policy.', {
        code: 'content_filter',
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
    case 'answer-filtered':
    case 'refusal':
    case 'invents':
      return false;
  }
}

/** The part of an answer that the fault is in: its text, a refusal in its place, and how it ended. */
export function shapeAnswer(answer: string, fault: OpenAiFaultKind | null) {
  const half = answer.slice(0, Math.ceil(answer.length / 2));
  const ending = (
    content: string | null,
    finish_reason = 'stop',
    refusal: string | null = null,
  ) => ({
    message: { role: 'assistant', content, refusal },
    finish_reason,
  });
  switch (fault) {
    case 'empty':
      return ending(' ');
    case 'invents':
      return ending(inventFigure(answer));
    case 'truncated':
      return ending(half, 'length');
    case 'answer-filtered':
      return ending(half, 'content_filter');
    case 'refusal':
      return ending(null, 'stop', 'I’m sorry, but I can’t help with that.');
    default:
      return ending(answer);
  }
}

/** Refuses a key as OpenAI does: its message repeats part of the key, so that tests notice a leak. */
export function refuseKey(response: ServerResponse, key: string): void {
  const message = `Incorrect API key provided: ${key.slice(0, 8)}****${key.slice(-4)}.`;
  sendError(response, 401, message, { code: 'invalid_api_key' });
}

type ErrorDetails = { type?: string; code?: string | number; param?: string };

/** Answers as OpenAI does when it refuses or fails. */
export function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  { type = 'invalid_request_error', code, param }: ErrorDetails = {},
): void {
  sendJson(response, status, {
    error: { message, type, param: param ?? null, code: code ?? null },
  });
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
