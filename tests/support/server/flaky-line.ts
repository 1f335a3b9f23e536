import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How many requests went over the line, and how many were lost before or after the server. */
export type LineCount = { asked: number; lostBefore: number; lostAfter: number };

export type Fate = 'arrives' | 'lost before' | 'lost after';

/**
 * A network that wants a sign-in of its own first answers everything in place of the server: it leads to its page,
 * or shows it at once.
 */
export type Portal = 'leads away' | 'shows its page';

export const PORTAL_TEXT = 'Hotel Wi-Fi: your room number, please';

export type FlakyLine = { url: string; count: LineCount; stop: () => Promise<void> };

/**
 * A line to a server that loses some requests before they reach the server, and some answers
 * afterwards; who sent the request cannot tell the two apart. `random` gives numbers from 0 to
 * below 1. The options may be changed while it runs: who loses all requests has no line.
 */
export async function startFlakyLine(options: {
  to: string;
  lostBefore: number;
  lostAfter: number;
  random: () => number;
  /** Addresses that are not there any more. */
  gone?: RegExp;
  portal?: Portal | null;
  /** Whether answers come as they are, not compressed: what a browser keeps of them can be read then. */
  isPlain?: boolean;
  /** What certainly happens to a request; null leaves it to chance. */
  fate?: (request: IncomingMessage) => Fate | null;
  /**
   * Whether each request gets a connection of its own: a browser sends again by itself what was lost on one
   * that it had used before.
   */
  isNewEachTime?: boolean;
}): Promise<FlakyLine> {
  const { to, random } = options;
  const count: LineCount = { asked: 0, lostBefore: 0, lostAfter: 0 };
  const server = createServer((incoming, outgoing) => {
    count.asked += 1;
    if (options.portal) {
      answerAsPortal(options.portal, incoming, outgoing);
      return;
    }
    const fate = options.fate?.(incoming) ?? null;
    if (fate === null ? random() < options.lostBefore : fate === 'lost before') {
      count.lostBefore += 1;
      incoming.destroy();
      return;
    }
    // The product says that it is not there.
    if (options.gone?.test(incoming.url ?? '')) incoming.url = '/assets/of-another-build.js';
    const losesAnswer = fate === null ? random() < options.lostAfter : fate === 'lost after';
    if (options.isPlain === true) delete incoming.headers['accept-encoding'];
    passOn(to, incoming, (answer) => {
      if (losesAnswer) {
        count.lostAfter += 1;
        // The server has done its work, but its answer is lost.
        answer.resume().on('end', () => outgoing.destroy());
        return;
      }
      if (options.isNewEachTime === true) answer.headers.connection = 'close';
      relay(answer, outgoing);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function passOn(to: string, incoming: IncomingMessage, take: (answer: IncomingMessage) => void) {
  const { method, url = '/' } = incoming;
  // The product knows only its own address; a page that came over this line has another.
  const { origin } = new URL(to);
  const headers = { ...incoming.headers, ...(incoming.headers.origin && { origin }) };
  const outgoing = request(new URL(url, to), { method, headers, agent: false }, take);
  outgoing.on('error', () => incoming.destroy());
  incoming.pipe(outgoing);
}

function answerAsPortal(portal: Portal, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host = '' } = incoming.headers;
  const page = `<!doctype html><title>Hotel Wi-Fi</title><p>${PORTAL_TEXT}</p>`;
  const [, port = ''] = host.split(':');
  incoming.resume();
  if (portal === 'leads away' && incoming.url !== '/hotel') {
    outgoing.writeHead(302, { Location: `http://localhost:${port}/hotel`, Connection: 'close' });
    outgoing.end();
    return;
  }
  outgoing.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close' }).end(page);
}

function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(outgoing);
}

/** Numbers from 0 to below 1 that are the same for the same seed (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
