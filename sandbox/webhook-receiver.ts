import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a receiver answers: as it should, or in one of the ways in which receivers fail. */
export type Mode =
  | { kind: 'takes'; status?: number }
  | { kind: 'refuses'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'redirects'; to: string }
  /** Takes the request, and never answers. */
  | { kind: 'silent' }
  /** Ends the connection without an answer. */
  | { kind: 'closes' }
  /** Answers 200 with a body that has no end. */
  | { kind: 'endless' };

export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  /** Exactly the bytes, as text. */
  body: string;
};

export type WebhookReceiver = {
  /** Without a trailing slash. */
  url: string;
  received: Received[];
  /** How requests are answered from now on. */
  answer: (mode: Mode) => void;
  close: () => Promise<void>;
};

/** Starts a receiver of webhooks on the loopback address: it keeps what it is sent, and takes POST alone. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let mode: Mode = { kind: 'takes' };
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers, method } = request;
      received.push({ path, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (method === 'POST') answerBy(mode, response);
      else response.writeHead(405).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (next) => {
      mode = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function answerBy(mode: Mode, response: ServerResponse): void {
  switch (mode.kind) {
    case 'takes':
      response.writeHead(mode.status ?? 204).end();
      return;
    case 'refuses':
      response.writeHead(mode.status, mode.headers).end(mode.body);
      return;
    case 'redirects':
      response.writeHead(302, { Location: mode.to }).end();
      return;
    case 'closes':
      response.destroy();
      return;
    case 'endless': {
      response.writeHead(200);
      const go = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', go);
      go();
      return;
    }
    case 'silent':
  }
}
