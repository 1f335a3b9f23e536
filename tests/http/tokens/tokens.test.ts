import { describe, expect, test } from 'vitest';
import { addClient, addUser } from '../../support/data/entries.ts';
import { programOf } from '../../support/data/tokens.ts';
import { useServer } from '../../support/server/use-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';

const server = useServer();

const alex = () => addUser(server(), TEST_EMAIL);

describe('a token', () => {
  test('calls the API in the name of its person', async () => {
    addClient(server(), 'Acme Ltd');
    const { call } = programOf(server(), alex());
    const answer = await call('GET', '/api/clients');
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject([{ name: 'Acme Ltd' }]);
    expect((await call('GET', '/api/auth/user')).json()).toMatchObject({ email: TEST_EMAIL });
  });
});
