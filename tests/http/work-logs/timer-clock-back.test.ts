import { expect, test } from 'vitest';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

const SAID =
  'The server’s clock was put back while this timer ran, so its length is not known. Its time is kept: enter when the work ended, or discard it and log the work by hand.';

test('A timer whose server’s clock was put back is not said to have been forgotten', async () => {
  server().setClock(new Date('2026-11-20T09:00:00Z'));
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/timer/start');
  server().setClock(new Date('2026-11-20T08:50:00Z'));
  const stopped = await visitor.api('POST', '/api/timer/stop');
  expect(stopped.status).toBe(409);
  expect(stopped.json()).toEqual({ message: SAID, missing: ['ended'], forgotten: true });
  const [, path = ''] = /"(\/timer\/drafts\/\d+)"/.exec((await visitor.get('/timer')).text) ?? [];
  expect(visibleText((await visitor.get(path)).text)).toContain(SAID);
});

test('One that ran past midnight is', async () => {
  server().setClock(new Date('2026-11-20T23:00:00Z'));
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/timer/start');
  server().setClock(new Date('2026-11-21T00:10:00Z'));
  expect((await visitor.api('POST', '/api/timer/stop')).text).toContain('or past midnight');
});
