import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, visitSignedIn } from '../../support/server/visitor.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const server = useServer();

test('How services are connected is a page, which Settings and a refused sign-in lead to', async () => {
  const visitor = await visitSignedIn(server());
  const settings = (await visitor.get('/settings')).text;
  const stranger = visit(server());
  const page = (await stranger.get('/connecting')).text;
  await stranger.get('/?error=The+sign-in+did+not+work.+Please+try+again.');
  const landing = (await stranger.get('/')).text;
  const links = [...`${settings}${landing}`.matchAll(/href="\/connecting#([\w-]+)"/g)];
  const names = new Set(links.map(([, name]) => name));
  expect([...names].sort()).toEqual(['ai-servers', 'sign-in', 'todoist', 'xero']);
  for (const name of names) expect(page).toContain(`<section id="${name ?? ''}"`);
  expect(visibleText(page)).toContain('Redirect URI: APP_ORIGIN/api/xero/callback');
  expect(visibleText(page)).not.toMatch(/`|\]\(/);
});

test('It names no setting that there is not', () => {
  const known = new Set(read('.env.example').match(/\b[A-Z][A-Z0-9_]+(?==)/g));
  // Node's own.
  known.add('NODE_EXTRA_CA_CERTS').add('NODE_USE_ENV_PROXY').add('HTTPS_PROXY').add('NO_PROXY');
  const named = read('docs/connecting.md').match(/\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, ''))),
  ).toEqual([]);
});
