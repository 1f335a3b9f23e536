import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A door before a server that opens to all addresses but some: an attacker who follows every link and
 * presses every button would sign out at once. (wapiti's own list of what to leave out fails in Debian 12.)
 */
export async function openWithout(
  target: string,
  paths: string[],
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (paths.some((path) => url.startsWith(path))) {
      response.writeHead(404).end();
      return;
    }
    const passed = ask(`${target}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
