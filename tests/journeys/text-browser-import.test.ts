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
    { press: 'Look at the file' },
  );
  expect(look).toContain('What the file holds');
  expect(look).toContain('Client: Acme (1 line)');
  const done = await lynx.visit(`${server().url}/import/1`, { press: 'Import', below: 'Names' });
  expect(done).toContain('1 imported');
  expect(logs()).toEqual([{ duration: 90, description: 'Telephone' }]);
});

/** The form of the page as w3m 0.5.3 sends it, which names no origin. */
async function sendAsW3m(visitor: Visitor, formToken: string) {
  const boundary = `${'-'.repeat(28)}124221398287706348161398287699992960`;
  const page = (await visitor.get('/import')).text;
  const part = (name: string, contents: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${contents}\r\n`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="ours.csv"\r\nContent-Type: text/csv\r\n\r\n${FILE}\r\n`;
  const key = controlOf(page, 'oneTimeKey').value ?? '';
  const body = `${part('formToken', formToken)}${part('oneTimeKey', key)}${file}--${boundary}--\r\n`;
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  return visitor.send('/import', { method: 'POST', headers, body });
}

test('As w3m sends it, a file is taken with the token of the session, and without it is not', async () => {
  const visitor = await visitSignedIn(server());
  const token = controlOf((await visitor.get('/import')).text, 'formToken').value ?? '';
  expect((await sendAsW3m(visitor, 'a'.repeat(token.length))).status).toBe(403);
  const sent = await sendAsW3m(visitor, token);
  expect([sent.status, sent.location]).toEqual([303, '/import/1']);
  const imported = await visitor.post('/import/1', { press: 'import', formToken: token }, {});
  expect([imported.status, imported.location]).toEqual([303, '/import/1']);
  await expect.poll(logs).toEqual([{ duration: 90, description: 'Telephone' }]);
});
