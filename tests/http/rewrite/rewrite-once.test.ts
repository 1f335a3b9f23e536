import { expect, test } from 'vitest';
import { configured, IMPORT, rewritesOn } from '../../support/data/rewrites.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import type { Visitor } from '../../support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);
const { addLogs, addTasks, batches, settled, start } = rewritesOn(server);

const calls = () => openAi().seen.filter(({ method }) => method === 'POST').length;

/** The answer was lost, with its cookies. */
const loseAnswer = (visitor: Visitor) => visitor.cookies.delete('answered');

test('A batch whose answer was lost is not begun and paid for again: the same, sent anew after Back, leads to it', async () => {
  const visitor = await configured(server());
  const tasks = addTasks('fixed svr', 'call w/ Anna').map(String);
  const press = async () => {
    const { text } = await visitor.get(IMPORT);
    return (await pressPlainly(visitor, text, 'Rewrite with AI', { ids: tasks })).location;
  };
  expect(await press()).toBe('/descriptions/1');
  loseAnswer(visitor);
  expect(await press()).toBe('/descriptions/1');
  loseAnswer(visitor);
  expect(await press()).toBe('/descriptions/1');
  await settled();
  expect([batches().length, calls()]).toEqual([1, 2]);
  // Where the redirect came, but the page that it leads to was lost, nobody was told.
  expect(await press()).toBe('/descriptions/1');
  // Whoever has seen the review asks for another batch on purpose.
  await visitor.get('/descriptions/1');
  expect(await press()).toBe('/descriptions/2');
  await settled();
  expect([batches().length, calls()]).toEqual([2, 4]);
});

test('Another selection, another browser, and ten minutes later are another batch', async () => {
  const visitor = await configured(server());
  const [one = 0, other = 0] = addLogs('fixed svr', 'call w/ Anna');
  const press = (ids: number[], key: string, who = visitor) => start(who, ids, { key });
  expect((await press([one], 'first-key')).location).toBe('/descriptions/1');
  loseAnswer(visitor);
  expect((await press([other], 'other-selection')).location).toBe('/descriptions/2');
  loseAnswer(visitor);
  const elsewhere = await configured(server());
  expect((await press([one], 'elsewhere', elsewhere)).location).toBe('/descriptions/3');
  await settled();
  server().setClock(new Date(Date.now() + 11 * 60_000));
  expect((await press([one], 'much-later')).location).toBe('/descriptions/4');
  await settled();
});
