import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIGNED_IN } from '../support/addresses.ts';
import { startDemoServer } from '../support/demo-server.ts';
import type { TestServer } from '../support/test-server.ts';
import { visitSignedIn, type Visitor } from '../support/visitor.ts';

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await startDemoServer();
  visitor = await visitSignedIn(server);
});

afterAll(async () => {
  await server.stop();
});

/** What a page may weigh on the line, compressed by gzip or Brotli, in bytes. */
const MOST = 12 * 1024;

/** Lists for paper, which have every row on one page and are asked for to be printed. */
const isForPaper = (path: string) => path.endsWith('/print');

test.each(SIGNED_IN.filter((path) => !isForPaper(path)))(
  'The HTML of %s has at most 12 KB on the line',
  async (path) => {
    const { text } = await visitor.get(path);
    if (process.env.SIZES)
      process.stdout.write(
        `${gzipSync(text, { level: 6 }).length} ${brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length} ${text.length} ${path}\n`,
      );
    expect(gzipSync(text).length).toBeLessThanOrEqual(MOST);
  },
);
