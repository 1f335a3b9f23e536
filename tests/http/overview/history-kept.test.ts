import { expect, test } from 'vitest';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer(() => ({ HISTORY_DAYS: '400' }));

test('Where the operator has the trail kept for a while, its page says for how long', async () => {
  const visitor = await visitSignedIn(server());
  const text = visibleText((await visitor.get('/history')).text);
  expect(text).toContain('Changes are kept for 400 days');
  expect(text).not.toContain('A permanent record');
});
