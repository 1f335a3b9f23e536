import { describe, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { toastOf } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const call = (method: string, path: string, body?: object) =>
  shared().visitor.api(method, path, body);

const KINDS: {
  kind: string;
  add: () => Promise<{ screen: string; list: string }>;
  /** Whether it is still there. */
  isThere: (screen: string) => Promise<boolean>;
  /** What another window changes in it meanwhile. */
  change: (screen: string) => Promise<{ status: number }>;
}[] = [
  {
    kind: 'work log',
    add: () => {
      const { server } = shared();
      const clientId = addClient(server, 'Acme');
      const id = addLog(server, { clientId, workTypeId: addWorkType(server, 'Support') });
      return Promise.resolve({ screen: `/work-logs/${id}`, list: '/work-logs' });
    },
    isThere: async (screen) => (await call('GET', `/api${screen}`)).status === 200,
    change: (screen) => call('PUT', `/api${screen}`, { duration: 180 }),
  },
  {
    kind: 'rule',
    add: async () => {
      const made = await call('POST', '/api/rules', { label: 'waits', duration: 5 });
      return { screen: `/settings/rules/${idOf(made)}`, list: '/settings/rules' };
    },
    isThere: async (screen) => (await shared().visitor.get(`${screen}/edit`)).status === 200,
    change: (screen) =>
      call('PUT', `/api/rules/${screen.split('/')[3] ?? ''}`, { label: 'other', duration: 5 }),
  },
  {
    kind: 'work type',
    add: () => {
      const id = addWorkType(shared().server, 'Visit');
      return Promise.resolve({ screen: `/settings/work-types/${id}`, list: '/settings' });
    },
    isThere: async (screen) => (await call('GET', `/api${screen.slice(9)}`)).status === 200,
    change: (screen) => call('PUT', `/api${screen.slice(9)}`, { name: 'Call' }),
  },
];

describe.each(KINDS)('The question whether to delete a $kind', ({ add, isThere, change }) => {
  const question = async (screen: string) =>
    fieldsOf((await shared().visitor.get(`${screen}/delete`)).text, 'confirm');

  test('deletes what it showed, and only once', async () => {
    const { screen, list } = await add();
    const fields = await question(screen);
    for (const answer of [
      await shared().visitor.post(`${screen}/delete`, fields),
      await shared().visitor.post(`${screen}/delete`, fields),
    ]) {
      expect(answer).toMatchObject({ status: 303, location: list });
    }
    expect(await isThere(screen)).toBe(false);
  });

  test('deletes nothing that another window changed since, until it is asked again', async () => {
    const { screen, list } = await add();
    const fields = await question(screen);
    expect((await change(screen)).status).toBe(200);
    const refused = await shared().visitor.post(`${screen}/delete`, fields);
    expect(refused).toMatchObject({ location: list });
    expect(toastOf((await shared().visitor.get(list)).text)).toContain(
      'This was changed in another window since you were asked',
    );
    expect(await isThere(screen)).toBe(true);

    await shared().visitor.post(`${screen}/delete`, await question(screen));
    expect(await isThere(screen)).toBe(false);
  });

  test('deletes for a caller that says no version', async () => {
    const { screen } = await add();
    await change(screen);
    await shared().visitor.post(`${screen}/delete`);
    expect(await isThere(screen)).toBe(false);
  });
});
