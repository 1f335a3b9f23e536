import { expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer(() => ({ XERO_CLIENT_ID: 'an-app', XERO_CLIENT_SECRET: 'its-secret' }));

test('What to start with is ticked as it is there, and makes way for work', async () => {
  const visitor = await visitSignedIn(server());
  const text = async (path: string) => visibleText((await visitor.get(path)).text);
  for (const path of ['/', '/work-logs', '/dashboard']) {
    expect(await text(path)).toMatch(/Three things to start 1\. A client .* 2\. A work type/);
  }
  expect(await text('/')).toContain('No work logs found');
  const clientId = addClient(server(), 'Acme');
  expect(await text('/')).toMatch(/✓ A client Acme 2\. A work type/);
  const workTypeId = addWorkType(server(), 'Support');
  expect(await text('/')).toMatch(/✓ A work type Support 3\. A first log Time spent/);
  addLog(server(), { clientId, workTypeId });
  expect(await text('/')).not.toContain('Three things to start');
  expect(await text('/dashboard')).toContain('Next: connect Xero');
  for (let n = 0; n < 10; n += 1) addLog(server(), { clientId, workTypeId });
  expect(await text('/dashboard')).not.toContain('connect Xero,');
});
