import { expect, test } from 'vitest';
import { createLogger } from '../logger.server.ts';
import { createHealth } from './health.server.ts';

const logger = createLogger({ level: 'silent' });

test('all who ask at once share one look', async () => {
  let looks = 0;
  const health = createHealth([() => ((looks += 1), null)], logger);
  await Promise.all([health.look(), health.look(), health.look()]);
  expect(await health.look()).toEqual([]);
  expect(looks).toBe(1);
});

test('a check that hangs is a problem, and does not stop the others', async () => {
  const other = { about: 'job', sentence: 'It is late.' } as const;
  const health = createHealth([() => new Promise(() => undefined), () => other], logger);
  expect(await health.look()).toEqual([
    { about: 'check', sentence: 'A check has not ended within 2 s; the disk may not answer.' },
    other,
  ]);
});

test('a check that fails is a problem', async () => {
  const failing = () => {
    throw new Error('No such thing');
  };
  const [problem] = await createHealth([failing], logger).look();
  expect(problem).toEqual({ about: 'check', sentence: 'A check has failed: No such thing' });
});
