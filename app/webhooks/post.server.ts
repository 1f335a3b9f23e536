import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { shorten } from '../lib/shorten.ts';
import { oneLine, storableText } from '../lib/text.ts';
import { lookUpOutside, OwnNetworkError, refuseOwnAddress } from './own-network.server.ts';

/** What is to be sent. */
export type Letter = {
  url: string;
  messageId: string;
  contentType: string;
  text: string;
  /** The signing key, `whsec_…`, and the value of `Authorization`, if there is one. */
  signingKey: string;
  authorization: string | null;
};

/** What came of it: the status, null without an answer, and a sentence where it did not arrive. */
export type Answer = {
  status: number | null;
  /** Null: it arrived. */
  problem: string | null;
  /** The header, if the receiver named a pause. */
  retryAfter: string | undefined;
};

const TIME_LIMIT = 15_000;

/** So much of an answer is read, in bytes, and shown of it, in characters. */
const MOST_READ = 4_096;
const MOST_SHOWN = 200;

/** Why nothing is sent into the machine's own network. */
export const OWN_NETWORK =
  'This address is in the server’s own network, where webhooks go only if whoever runs the server sets WEBHOOKS_LOCAL=yes.';

/** The headers of Standard Webhooks: an id, a time in seconds, and a signature over both and the body. */
export function signedHeaders(
  { messageId, text, signingKey }: Pick<Letter, 'messageId' | 'text' | 'signingKey'>,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(signingKey.replace(/^whsec_/, ''), 'base64');
  const signed = `${messageId}.${timestamp}.${text}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Sends once. Redirects are not followed; the answer comes within 15 seconds. Never throws. */
export async function post(
  letter: Letter,
  options: { now: Date; isLocalAllowed: boolean; signal: AbortSignal; timeLimit?: number },
): Promise<Answer> {
  const { now, isLocalAllowed, timeLimit = TIME_LIMIT } = options;
  const { url, text, contentType, authorization, signingKey } = letter;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeLimit)]);
  try {
    const address = new URL(url);
    if (!isLocalAllowed) refuseOwnAddress(address);
    const { status, retryAfter, said } = await exchange(address, text, {
      signal,
      lookup: isLocalAllowed ? undefined : lookUpOutside,
      headers: {
        ...signedHeaders(letter, now),
        'content-type': contentType,
        'content-length': String(Buffer.byteLength(text)),
        'user-agent': 'Tallyhour-Webhooks',
        ...(authorization === null ? {} : { authorization }),
      },
    });
    if (status >= 200 && status < 300) return { status, retryAfter, problem: null };
    // A receiver may say back what it was sent.
    const isSafe = [signingKey, authorization].every((secret) => !secret || !said.includes(secret));
    return { status, retryAfter, problem: sayRefusal(status, isSafe ? said : '') };
  } catch (error) {
    const isLate = signal.aborted && !options.signal.aborted;
    const problem = isLate
      ? `There was no answer within ${timeLimit / 1_000} seconds.`
      : sayFault(error);
    return { status: null, retryAfter: undefined, problem };
  }
}

function exchange(url: URL, text: string, options: https.RequestOptions) {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise<{ status: number; retryAfter: string | undefined; said: string }>(
    (resolve, reject) => {
      const sent = request(url, { ...options, method: 'POST', agent: false }, (answer) => {
        const read: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          read.push(chunk);
          size += chunk.length;
          if (size >= MOST_READ) answer.destroy();
        });
        // What is left of an answer whose line breaks says no more than its status.
        answer.on('error', () => undefined);
        answer.on('close', () => {
          const { statusCode = 0, headers } = answer;
          const said = storableText(Buffer.concat(read).toString('utf8'));
          resolve({ status: statusCode, retryAfter: headers['retry-after'], said });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    },
  );
}

function sayRefusal(status: number, said: string): string {
  if (status >= 300 && status < 400) {
    return `The answer was a redirect (${status}), which is not followed. Enter the address that it leads to.`;
  }
  if (status === 410) return 'The answer was that this address is gone for good (410).';
  const quoted = said === '' ? '' : `: ${shorten(oneLine(said), MOST_SHOWN)}`;
  return `The answer was ${status}${quoted}`;
}

function sayFault(error: unknown): string {
  if (error instanceof OwnNetworkError) return OWN_NETWORK;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
  if (code === 'ENOTFOUND') return 'There is no server of this name (ENOTFOUND).';
  return `The address could not be reached (${code}).`;
}
