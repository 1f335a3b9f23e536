import { expect, test } from 'vitest';
import { readSecret, writeSecret } from '#app/platform/settings-store.server.ts';
import { toastOf } from '../../support/html.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();

test.for([
  ['todoist.token', '/settings/todoist/remove', 'Remove Token'],
  ['ai.key', '/settings/ai/remove', 'Remove Key'],
] as const)('A %s that was saved since the question is not removed by it', async (secret) => {
  const [name, path, button] = secret;
  const { services } = server();
  const visitor = await visitSignedIn(server());
  writeSecret(services, name, 'the first');
  const question = (await visitor.get(path)).text;
  writeSecret(services, name, 'the second');
  const refused = await pressPlainly(visitor, question, button);
  expect(toastOf((await visitor.get(refused.location ?? '')).text)).toContain(
    'This was changed in another window since you were asked, so no changes were made.',
  );
  expect(readSecret(services, name)).toBe('the second');
  await pressPlainly(visitor, (await visitor.get(path)).text, button);
  expect(readSecret(services, name)).toBeNull();
});
