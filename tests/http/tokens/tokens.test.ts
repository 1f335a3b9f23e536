import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { endToken } from '#app/auth/tokens/tokens.server.ts';
import { addToDay, dayOf } from '#app/lib/calendar.ts';
import { getPendingLog } from '#app/pending-work-logs/pending-list.server.ts';
import { apiTokens, oneTimeKeys, users } from '#db/schema.ts';
import { addClient, addLog, addUser, addWorkType, approve } from '../../support/data/entries.ts';
import { programOf, type Program } from '../../support/data/tokens.ts';
import { useServer } from '../../support/server/use-server.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { idOf, visit, visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();

const alex = () => addUser(server(), TEST_EMAIL);
const db = () => server().services.db;
/** The business day of the server's clock. */
const today = () => {
  const { clock, config } = server().services;
  return dayOf(clock(), config.timeZone);
};

/** What the history says of the last thing done, and who did it. */
async function lastEntries(): Promise<{ by: string; record: string; action: string }[]> {
  const reader = await visitSignedIn(server());
  const answer = (await reader.get('/api/history')).json();
  return answer as { by: string; record: string; action: string }[];
}

/** A client and a work type, and the body of a log for them. */
function bodyOfLog(more: object = {}) {
  const ids = {
    clientId: addClient(server(), 'Thorn & Vale'),
    workTypeId: addWorkType(server(), 'Support'),
  };
  return { ...ids, duration: 60, description: 'Mailbox full', ...more };
}

describe('a token', () => {
  test('calls the API in the name of its person, and what it does is in the history under both names', async () => {
    const { call } = programOf(server(), alex());
    expect((await call('POST', '/api/clients', { name: 'Acme Ltd' })).status).toBe(201);
    expect((await call('GET', '/api/auth/user')).json()).toMatchObject({ email: TEST_EMAIL });
    expect(await lastEntries()).toContainEqual(
      expect.objectContaining({
        by: `${TEST_EMAIL}, by the token “Button”`,
        action: 'created',
        record: 'client:1',
      }),
    );
    const page = await (await visitSignedIn(server())).get('/history');
    expect(page.text).toContain('by the token “Button”');
  });

  test.each<[string, (program: Program, userId: number) => void]>([
    [
      'ended',
      ({ id }, userId) => {
        endToken(server().services, userId, id);
      },
    ],
    [
      'expired',
      () => {
        server().setClock(new Date(Date.now() + 31 * 86_400_000));
      },
    ],
    [
      'of a deleted user',
      (_, userId) => {
        db().delete(users).where(eq(users.id, userId)).run();
        approve(server(), 'robin@example.com');
      },
    ],
    [
      'of an email that is not approved',
      () => {
        db().$client.exec(`delete from approved_emails where email like 'robin%'`);
      },
    ],
  ])('that is %s is 401, also beside a good cookie', async (_, end) => {
    approve(server(), 'robin@example.com');
    const robin = addUser(server(), 'robin@example.com');
    const program = programOf(server(), robin, { days: 30 });
    expect((await program.call('GET', '/api/clients')).status).toBe(200);
    end(program, robin);
    for (const visitor of [visit(server()), await visitSignedIn(server())]) {
      const answer = await program.call('GET', '/api/clients', undefined, visitor);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(answer.json()).toEqual({ message: expect.stringContaining('has ended') as string });
      const written = await program.call('POST', '/api/clients', { name: 'Nobody' }, visitor);
      expect(written.status).toBe(401);
    }
  });

  test.each(['Bearer th_unknown', 'bearer nonsense', 'Bearer', 'Bearer  ', 'Bearer null'])(
    '“%s” is 401 beside a good cookie',
    async (value) => {
      const visitor = await visitSignedIn(server());
      const answer = await visitor.get('/api/clients', { Authorization: value });
      expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    },
  );

  test('stays dead when the email of its person is approved again', async () => {
    approve(server(), 'robin@example.com');
    const robin = programOf(server(), addUser(server(), 'robin@example.com'));
    const visitor = await visitSignedIn(server());
    await visitor.api('DELETE', '/api/approved-emails/robin%40example.com');
    approve(server(), 'robin@example.com');
    expect((await robin.call('GET', '/api/clients')).status).toBe(401);
  });

  test('counts instead of a cookie: it acts as its own person, and sets no cookie', async () => {
    approve(server(), 'robin@example.com');
    const robin = programOf(server(), addUser(server(), 'robin@example.com'));
    const visitor = await visitSignedIn(server());
    const answer = await robin.call('GET', '/api/auth/user', undefined, visitor);
    expect(answer.json()).toMatchObject({ email: 'robin@example.com' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('from a page of another site is refused, also to read, and grants it nothing', async () => {
    const { headers } = programOf(server(), alex());
    const sites: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
    ];
    for (const foreign of sites) {
      for (const method of ['GET', 'POST']) {
        const answer = await visit(server()).send('/api/clients', {
          method,
          headers: { ...headers, ...foreign, 'Content-Type': 'application/json' },
          ...(method === 'POST' && { body: '{"name":"Evil"}' }),
        });
        expect(answer.status).toBe(403);
        expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
      }
    }
    expect(db().$client.prepare('select count(*) from clients').pluck().get()).toBe(0);
  });

  test('in a query, a form, a cookie or another scheme is none', async () => {
    const { token } = programOf(server(), alex());
    const stranger = visit(server());
    const ways = [
      await stranger.get(
        `/api/clients?token=${token}&access_token=${token}&Authorization=${token}`,
      ),
      await stranger.get('/api/clients', { Authorization: `Basic ${token}` }),
      await stranger.get('/api/clients', { Authorization: token }),
      await stranger.get('/api/clients', { Cookie: `session=${token}; token=${token}` }),
      await stranger.post('/api/clients', { token, access_token: token, formToken: token }),
    ];
    expect(ways.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  test('opens no screen, no file and no address of sign-in', async () => {
    const { headers } = programOf(server(), alex());
    for (const path of ['/dashboard', '/export.zip', '/work-logs.csv', '/settings/tokens']) {
      expect([path, (await visit(server()).get(path, headers)).status]).toEqual([path, 401]);
    }
    for (const path of ['/api/logout', '/api/login', '/api/passkeys', '/api/xero/authorize']) {
      const visitor = await visitSignedIn(server());
      expect([path, (await visitor.get(path, headers)).status]).toEqual([path, 403]);
      expect((await visitor.get('/api/clients')).status).toBe(200);
    }
  });

  test('sends what programs send without a type, or with the type of a form', async () => {
    const { headers } = programOf(server(), alex());
    const sent = { method: 'POST', headers, body: new URLSearchParams() };
    expect((await visit(server()).send('/api/timer/start', sent)).status).toBe(201);
    expect(
      (await visit(server()).send('/api/timer/pause', { method: 'POST', headers })).status,
    ).toBe(200);
  });

  test('is kept as a hash, and is in no line of the log', async () => {
    const { token, call } = programOf(server(), alex());
    await call('GET', `/api/clients?token=${token}`);
    await call('GET', `/api/${token}`);
    await call('POST', '/api/clients', { name: token.length });
    const kept = JSON.stringify(db().select().from(apiTokens).all());
    expect(kept).not.toContain(token);
    expect(JSON.stringify(server().logLines())).not.toContain(token);
    expect(db().select().from(apiTokens).get()?.lastUsedAt).not.toBeNull();
  });

  test('answers how many calls are left, and 429 beyond', async () => {
    const [first, other] = [programOf(server(), alex()), programOf(server(), alex())];
    const answer = await first.call('GET', '/api/rules');
    expect(answer.headers.get('RateLimit-Policy')).toContain('q=300; w=60');
    expect(answer.headers.get('RateLimit')).toContain('r=299');
    for (let call = 1; call < 300; call += 1) await first.call('GET', '/api/none');
    const over = await first.call('GET', '/api/rules');
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(over.json()).toEqual({ message: expect.stringContaining('300 a minute') as string });
    expect((await other.call('GET', '/api/rules')).status).toBe(200);
  });

  test('gets no answer that another program got with the same key', async () => {
    const [one, other] = [programOf(server(), alex()), programOf(server(), alex())];
    const send = ({ headers }: Program) =>
      visit(server()).api(
        'POST',
        '/api/clients',
        { name: 'Acme' },
        { ...headers, 'Idempotency-Key': 'k' },
      );
    expect((await send(one)).status).toBe(201);
    expect((await send(one)).headers.get('Idempotency-Replayed')).toBe('true');
    expect((await send(other)).status).toBe(422);
  });
});

describe('the scope of a token', () => {
  test('is named by the refusal of what it lacks', async () => {
    const { call } = programOf(server(), alex(), { scopes: ['read'] });
    const answer = await call('POST', '/api/clients', { name: 'Acme' });
    expect(answer.status).toBe(403);
    expect(answer.json()).toEqual({ message: expect.stringContaining('scope “log”') as string });
    const { call: log } = programOf(server(), alex(), { scopes: ['log'] });
    expect((await log('GET', '/api/clients')).json()).toEqual({
      message: expect.stringContaining('scope “read”') as string,
    });
  });

  test('propose: logs wait in review, and nothing else is done or read', async () => {
    const body = bodyOfLog({ date: today() });
    const { call } = programOf(server(), alex(), { scopes: ['propose'] });
    const proposed = await call('POST', '/api/work-logs', body);
    expect(proposed.status).toBe(202);
    // It is told no more than that: what is suggested may name clients.
    const id = idOf(proposed);
    expect(proposed.json()).toEqual({
      id,
      source: expect.any(String) as string,
      sourceId: expect.any(String) as string,
    });
    expect(getPendingLog(server().services, id)).toMatchObject({
      status: 'pending_review',
      clientId: body.clientId,
      workTypeId: body.workTypeId,
      duration: 60,
      description: 'Mailbox full',
    });
    const line = await call('POST', '/api/work-logs/line', { line: '1h thorn support remote' });
    expect(line.status).toBe(202);
    const ofLine = idOf(line);
    expect(getPendingLog(server().services, ofLine).duration).toBe(60);
    const told = {
      source: 'git',
      sourceId: 'a1',
      taskName: 'Fix',
      completedAt: new Date().toISOString(),
    };
    expect((await call('POST', '/api/pending-worklogs', told)).status).toBe(201);
    expect((await call('POST', `/api/pending-worklogs/${idOf(proposed)}/confirm`)).status).toBe(
      403,
    );
    expect((await call('POST', '/api/work-logs/bulk', {})).status).toBe(403);
    expect((await call('GET', '/api/work-logs')).status).toBe(403);
    expect(db().$client.prepare('select count(*) from work_logs').pluck().get()).toBe(0);
  });
});

describe('a token that may write seven days back', () => {
  const limited = () => programOf(server(), alex(), { writesBackDays: 7 });
  const day = (back: number) => addToDay(today(), -back);

  test('logs and edits up to that day, and neither brings a log from before nor sends it there', async () => {
    const body = bodyOfLog();
    const { call } = limited();
    const made = await call('POST', '/api/work-logs', { ...body, date: day(7) });
    expect(made.status).toBe(201);
    const refused = await call('POST', '/api/work-logs', { ...body, date: day(8) });
    expect(refused.status).toBe(403);
    expect(refused.json()).toEqual({ message: expect.stringContaining('7 days back') as string });
    const path = `/api/work-logs/${idOf(made)}`;
    expect((await call('PUT', path, { date: day(8) })).status).toBe(403);
    expect((await call('PUT', path, { description: 'Shorter' })).status).toBe(200);
    const old = addLog(server(), { ...body, day: day(8) });
    for (const [method, address, change] of [
      ['PUT', `/api/work-logs/${old}`, { description: 'Changed' }],
      ['PUT', `/api/work-logs/${old}`, { date: day(0) }],
      ['DELETE', `/api/work-logs/${old}`, undefined],
      ['POST', '/api/work-logs/bulk', { ids: [idOf(made), old], delete: true }],
      ['POST', '/api/work-logs/line', { line: `1h thorn support ${day(8)}` }],
      [
        'POST',
        '/api/pending-worklogs',
        { source: 's', sourceId: '1', taskName: 'Old', completedAt: day(8) },
      ],
    ] as const) {
      const answer = await call(method, address, change);
      expect([method, address, answer.status, answer.text]).toEqual([
        method,
        address,
        403,
        expect.any(String),
      ]);
    }
    const left = db().$client.prepare('select description from work_logs order by id').pluck();
    expect(left.all()).toEqual(
      ['Shorter', 'Sample'].map((text) => (text === 'Sample' ? body.description : text)),
    );
    expect(db().$client.prepare('select count(*) from pending_work_logs').pluck().get()).toBe(0);
  });
});

describe('the screen', () => {
  const FORM = {
    name: 'Menu bar',
    scopes: 'log',
    days: '30',
    writesBackDays: '7',
    oneTimeKey: 'key-1',
  };

  test('makes a token that is shown once, lists it, and ends it at once', async () => {
    const visitor = await visitSignedIn(server());
    const made = await visitor.post('/settings/tokens/new', FORM);
    expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'no-store']);
    const [token = ''] = /th_[\w-]{43}/.exec(made.text) ?? [];
    const headers = { Authorization: `Bearer ${token}` };
    const call = () =>
      visit(server()).api('POST', '/api/clients', { name: `C${Math.random()}` }, headers);
    expect((await call()).status).toBe(201);
    // Sent again, it makes no other one, and shows nothing.
    const again = await visitor.post('/settings/tokens/new', FORM);
    expect([again.status, again.location]).toEqual([303, '/settings/tokens']);
    expect(JSON.stringify(db().select().from(oneTimeKeys).all())).not.toContain(token);
    const list = await visitor.get('/settings/tokens');
    expect(list.text).toContain('Menu bar');
    expect(list.text).not.toContain(token);
    const [{ id, expiresAt } = { id: 0, expiresAt: null }, ...others] = db()
      .select()
      .from(apiTokens)
      .all();
    expect(others).toEqual([]);
    expect(expiresAt).not.toBeNull();
    expect((await visitor.get(`/settings/tokens/${id}/end`)).text).toContain('End token?');
    await visitor.post(`/settings/tokens/${id}/end`);
    expect((await call()).status).toBe(401);
    expect((await visitor.get('/settings/tokens')).text).not.toContain('Menu bar');
    expect(await lastEntries()).toContainEqual(expect.objectContaining({ action: 'token ended' }));
  });

  test('asks for a name and a scope, and keeps what was typed', async () => {
    const visitor = await visitSignedIn(server());
    const answer = await visitor.post('/settings/tokens/new', {
      name: 'Button',
      days: '30',
      writesBackDays: 'any',
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Tick what the program may do.');
    expect(answer.text).toContain('value="Button"');
    expect((await visitor.post('/settings/tokens/new', { ...FORM, days: '9999' })).status).toBe(
      400,
    );
    expect((await visitor.post('/settings/tokens/new', { ...FORM, scopes: 'root' })).status).toBe(
      400,
    );
  });

  test('shows and ends nobody else’s tokens', async () => {
    approve(server(), 'robin@example.com');
    const { id, call } = programOf(server(), addUser(server(), 'robin@example.com'), {
      name: 'Theirs',
    });
    const visitor = await visitSignedIn(server());
    expect((await visitor.get('/settings/tokens')).text).not.toContain('Theirs');
    expect((await visitor.get(`/settings/tokens/${id}/end`)).status).toBe(404);
    await visitor.post(`/settings/tokens/${id}/end`);
    expect((await call('GET', '/api/clients')).status).toBe(200);
  });
});
