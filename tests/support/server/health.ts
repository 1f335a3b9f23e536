import { setTimeout as delay } from 'node:timers/promises';

/** How often to ask, in milliseconds. */
const PAUSE = 50;

/**
 * Asks for health until it answers with this status; gives the text. The state may be two seconds
 * old.
 */
export async function healthOf({ url }: { url: string }, status: 200 | 503): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/health`);
    const text = await response.text();
    if (response.status === status) return text;
    await delay(PAUSE);
  }
}
