import { request } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlOf } from '#tests/support/html.ts';
import { ourFile } from '#tests/support/data/imports.ts';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import { isInstalled, Lynx } from '#tests/support/browser/lynx.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();
const FILE = ourFile('2026-03-02,Acme,Support,90,Telephone,true,60.00,,');
const logs = () =>
  server().services.db.$client.prepare('select duration, description from work_logs').all();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhour-text-browser-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!isInstalled('lynx'))('In lynx, a file is sent, looked at and imported', async () => {
  const lynx = new Lynx(folder);
  await lynx.prepare();
  const file = join(folder, 'ours.csv');
  await writeFile(file, FILE);
  await lynx.visit(await printLoginLink(server()), { press: 'Sign in' });
  const look = await lynx.visit(
    `${server().url}/import`,
    { fill: 'File', text: file, below: 'A CSV file' },
    { press: 'Check file' },
  );
  expect(look).toContain('What the file holds');
  expect(look).toContain('Client: Acme (1 line)');
  const done = await lynx.visit(`${server().url}/import/1`, { press: 'Import', below: 'Names' });
  expect(done).toContain('1 imported');
  expect(logs()).toEqual([{ duration: 90, description: 'Telephone' }]);
});

const BOUNDARY = `${'-'.repeat(28)}124221398287706348161398287699992960`;

/** The form of the page as w3m 0.5.3 writes it. */
async function writtenByW3m(visitor: Visitor, formToken: string) {
  const page = (await visitor.get('/import')).text;
  const part = (name: string, contents: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${contents}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="ours.csv"\r\nContent-Type: text/csv\r\n\r\n${FILE}\r\n`;
  const key = controlOf(page, 'oneTimeKey').value ?? '';
  return `${part('formToken', formToken)}${part('oneTimeKey', key)}${file}--${BOUNDARY}--\r\n`;
}

/** Sends the form of the page as w3m 0.5.3 does, which names no origin. */
async function sendAsW3m(visitor: Visitor, formToken: string) {
  const body = await writtenByW3m(visitor, formToken);
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  return visitor.send('/import', { method: 'POST', headers, body });
}

test('As w3m sends it, a file is taken with the token of the session, and without it is not', async () => {
  const visitor = await visitSignedIn(server());
  const token = await tokenFor(visitor);
  expect((await sendAsW3m(visitor, 'a'.repeat(token.length))).status).toBe(403);
  const sent = await sendAsW3m(visitor, token);
  expect([sent.status, sent.location]).toEqual([303, '/import/1']);
  const imported = await visitor.post('/import/1', { press: 'import', formToken: token }, {});
  expect([imported.status, imported.location]).toEqual([303, '/import/1']);
  await expect.poll(logs).toEqual([{ duration: 90, description: 'Telephone' }]);
});

const tokenFor = async (visitor: Visitor) =>
  controlOf((await visitor.get('/import')).text, 'formToken').value ?? '';

/** Sends the form in pieces, each in a packet of its own, and gives the status of the answer. */
function sendInPieces(visitor: Visitor, body: string, sizes: number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(`${server().url}/import`, {
      method: 'POST',
      headers: {
        Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length': Buffer.byteLength(body),
      },
    });
    sending.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.once('error', reject);
    const next = (left: string, [size, ...sizes]: number[]): void => {
      if (size === undefined) sending.end(left);
      else {
        const piece = left.slice(0, size);
        sending.write(piece, () =>
          setImmediate(() =>
            setImmediate(() => {
              next(left.slice(size), sizes);
            }),
          ),
        );
      }
    };
    sending.setNoDelay(true);
    next(body, sizes);
  });
}

test('However its bytes arrive, such a file is taken, or refused, all the same', async () => {
  const visitor = await visitSignedIn(server());
  const token = await tokenFor(visitor);
  const forged = 'a'.repeat(token.length);
  for (const sizes of [[1], [1, 1, 1], [40, 100], Array.from({ length: 300 }, () => 1)]) {
    expect(await sendInPieces(visitor, await writtenByW3m(visitor, forged), sizes)).toBe(403);
    expect(await sendInPieces(visitor, await writtenByW3m(visitor, token), sizes)).toBe(303);
  }
  // Too short to hold a token.
  expect(await sendInPieces(visitor, `--${BOUNDARY}--\r\n`, [3])).toBe(403);
});
