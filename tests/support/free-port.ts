import { createServer } from 'node:net';

/**
 * Below the ports that systems give to connections on their way out: one of those could take the
 * port between the asking and the listening.
 */
const FIRST = 20_000;
const COUNT = 12_000;

let next = (process.pid * 97) % COUNT;

/** A port of this machine's loopback that nothing listens on. */
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
