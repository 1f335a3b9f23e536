import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { fillDatabase } from './fill.ts';
import { IS_SHORT, type Figure } from './figures.ts';
import { filledFile } from './filled.ts';
import { signIn, startProcess, stopProcess, type BenchServer } from './load.ts';

const LOGS = IS_SHORT ? 1_000 : 122_962;

/** How long others may wait while somebody reads the whole list, in milliseconds. */
const STALL_LIMIT = 50;

/**
 * The longest time for which the server did nothing else while it answered with all work logs, plain
 * and compressed. Of three answers the middle one counts, after one to warm up.
 */
export async function measureWholeList(): Promise<Figure[]> {
  const file = filledFile(`${LOGS} logs`, (path) => fillDatabase(path, LOGS));
  const server = await startProcess('product-server.ts', file);
  try {
    const cookie = await signIn(server);
    const figures: Figure[] = [];
    for (const encoding of ['identity', 'gzip']) {
      const stalls: number[] = [];
      let size = 0;
      for (let round = 0; round < 4; round++) {
        await ask(server, 'watch');
        size = await readAll(server, { Cookie: cookie, 'Accept-Encoding': encoding });
        const stall = Number(await ask(server, 'stall'));
        if (round > 0) stalls.push(stall);
      }
      const megabytes = (size / 1_000_000).toFixed(0);
      figures.push({
        name: `All ${LOGS.toLocaleString('en-GB')} work logs, ${encoding}, ${megabytes} MB`,
        value: stalls.sort((a, b) => a - b)[1] ?? NaN,
        unit: 'ms',
        atMost: STALL_LIMIT,
      });
    }
    return figures;
  } finally {
    await stopProcess(server);
  }
}

async function ask({ process: child }: BenchServer, question: string): Promise<unknown> {
  child.send(question);
  const [answer] = (await once(child, 'message')) as unknown[];
  return answer;
}

/** Reads the whole list and throws it away; gives its size in bytes. */
async function readAll({ port }: BenchServer, headers: Record<string, string>): Promise<number> {
  const sent = get({ host: '127.0.0.1', port, path: '/api/work-logs', headers });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The list answered ${response.statusCode}`);
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}
