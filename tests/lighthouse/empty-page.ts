import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningProduct } from './product.ts';

/** It says of itself that its scripts have taken over, as a page of the product's does (`budgets/measure.ts`). */
const SCRIPT = 'document.body.__reactFiber = null;';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<title>A page with nothing on it</title>
<meta name="description" content="What any page costs">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
</head>
<body><h1>A page with nothing on it</h1><script src="/nothing.js" async></script></body>
</html>
`;

/** A page with nothing on it: what it costs is the machine's and the browser's, and none of the product's. */
export async function startEmptyPage(): Promise<RunningProduct> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/nothing.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? SCRIPT : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    cookie: 'nobody=is-signed-in',
    stop: async () => {
      const closed = once(server, 'close');
      server.closeAllConnections();
      server.close();
      await closed;
    },
  };
}
