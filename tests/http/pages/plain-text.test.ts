import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { SIGNED_IN, SIGNED_OUT } from '../../support/addresses.ts';
import { fillEveryScreen } from '../../support/browser/every-screen.ts';
import { isInstalled } from '../../support/browser/lynx.ts';
import { runTogether, speechless, strayButtons } from '../../support/browser/plain-text.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import { HARBOUR, XERO_CLIENT } from '../../support/server/xero.ts';
import { xeroEnvironment } from '../../support/server/xero-organisation.ts';

const LYNX = { 'User-Agent': 'Lynx/2.9.0 libwww-FM/2.14' };

let xero: RunningXero;
let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] });
  server = await startTestServer(xeroEnvironment(xero));
  await fillEveryScreen(server, xero);
  visitor = await visitSignedIn(server);
});

afterAll(async () => {
  await server.stop();
  await xero.close();
});

test.each(SIGNED_IN)('%s reads well as plain text', async (path) => {
  const { text } = await visitor.get(path, LYNX);
  expect(runTogether(text)).toEqual([]);
  expect(speechless(text)).toEqual([]);
  expect(strayButtons(text)).toEqual([]);
});

test.each(SIGNED_OUT)('%s reads well as plain text, signed out', async (path) => {
  const { text } = await visit(server).get(path, LYNX);
  expect(runTogether(text)).toEqual([]);
  expect(speechless(text)).toEqual([]);
});

test('A text browser has the link to the menu, and not the button that would do nothing', async () => {
  const { text } = await visitor.get('/dashboard', LYNX);
  expect(text).toContain('Go to the menu');
  expect(text).not.toContain('popovertarget');
  expect((await visitor.get('/dashboard')).text).toContain('popovertarget');
});

test('What is looked for would be found', () => {
  expect(runTogether('<td><a>Edit</a><a>Delete</a></td>')).toEqual(['Edit|Delete']);
  expect(runTogether('<td><a>Edit</a> <a>Delete</a></td><td>More</td>')).toEqual([]);
  expect(speechless('<a href="/"><span></span></a><a>Text</a>')).toEqual(['<a href="/">']);
  expect(strayButtons('<button aria-hidden="true">Save</button>')).toEqual(['Save']);
});

test('Signed out, a screen says so in lynx, which shows no answer 401', async () => {
  const { status, text } = await visit(server).get('/clients', LYNX);
  expect(status).toBe(403);
  expect(text).toContain('You are logged out');
  expect((await visit(server).get('/clients')).status).toBe(401);
  if (!isInstalled('lynx')) return;
  // It ends with a status that says so, too, after it has shown the page.
  const { stdout } = await promisify(execFile)('lynx', ['-dump', `${server.url}/clients`]).catch(
    (error: unknown) => z.object({ stdout: z.string() }).parse(error),
  );
  expect(stdout).toContain('You are logged out');
  expect(stdout).toContain('Log In');
});
