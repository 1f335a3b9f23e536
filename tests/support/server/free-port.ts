import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections, one of which could take the port
 * before the test listens on it.
 */
const FIRST = 20_000;
const COUNT = 12_000;

let next = (process.pid * 97) % COUNT;

/** A port on this machine's loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
