import { describe, expect, test } from 'vitest';
import { approvedEmails, clients, users, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addUser, addWorkType, approve } from '../../support/data/entries.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit } from '../../support/server/visitor.ts';
import { dataAddress } from '#tests/support/route-ids.ts';

const shared = useSharedServer();

/** The screens, with the ids of rows that exist, or of others that do not. */
function screens(ids: Record<'client' | 'workType' | 'log' | 'user' | 'email', number | string>) {
  const { client: clientId, workType: workTypeId, log: logId, user: userId, email: emailId } = ids;
  return {
    plain: ['/work-logs', '/work-logs/new', '/clients', '/clients/new', '/settings', '/shortcuts'],
    ofThings: [
      `/work-logs/${logId}/edit`,
      `/work-logs/${logId}/delete`,
      `/clients/${clientId}/edit`,
      `/clients/${clientId}/deactivate`,
      `/settings/work-types/${workTypeId}/edit`,
      `/settings/work-types/${workTypeId}/delete`,
      `/settings/users/${userId}/delete`,
      `/settings/approved-emails/${emailId}/remove`,
    ],
    buttons: [`/clients/${clientId}/reactivate`, `/settings/work-types/${workTypeId}/restore`],
  };
}

function existing() {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  return screens({
    client: clientId,
    workType: workTypeId,
    log: addLog(server, { clientId, workTypeId }),
    user: addUser(server, 'robin@example.com'),
    email: approve(server, 'robin@example.com'),
  });
}

function everything() {
  const { db } = shared().server.services;
  return [approvedEmails, clients, users, workLogs, workTypes].map((table) =>
    db.select().from(table).all(),
  );
}

describe('signed out', () => {
  test('every screen answers 401, says so, and goes on to sign-in with and without scripts', async () => {
    const stranger = visit(shared().server);
    const { plain, ofThings } = existing();
    const added = [
      '/settings/work-types/new',
      '/settings/approved-emails/new',
      '/settings/ai/save',
      '/settings/ai/remove',
      '/settings/xero/template',
      '/settings/xero/disconnect',
    ];
    for (const path of [...added, ...plain, ...ofThings]) {
      const { status, text, headers } = await stranger.get(path);
      expect([path, status]).toEqual([path, 401]);
      expect(toastOf(text)).toBe('Unauthorized You are logged out. Logging in again...');
      expect(text).toContain('<meta http-equiv="refresh" content="1;url=/api/login"/>');
      expect(text).toMatch(/<a [^>]*href="\/api\/login"[^>]*>Log In<\/a>/);
      expect(headers.get('Cache-Control')).toBe('no-store');
      // No data of the screen is sent.
      expect(text).not.toMatch(/Acme|robin/);
      expect((await shared().visitor.get(path)).status).toBe(200);
    }
  });

  test('no screen accepts a form, as a document or as data', async () => {
    const stranger = visit(shared().server);
    const { ofThings, buttons } = existing();
    const before = everything();
    for (const path of ['/clients/new', '/work-logs/new', ...ofThings, ...buttons]) {
      const { status, text } = await stranger.post(path, { name: 'Forged' });
      expect([path, status]).toEqual([path, 401]);
      expect(toastOf(text)).toBe('Unauthorized You are logged out. Logging in again...');
    }
    const asData = await stranger.post(dataAddress('/clients/new'), {
      name: 'Forged',
    });
    expect(asData.status).toBe(401);
    expect(everything()).toEqual(before);
  });

  test('some screens say so in their own words', async () => {
    const stranger = visit(shared().server);
    const inOneLine = 'Unauthorized: You are logged out. Logging in again...';
    for (const path of [
      '/settings/ai/save',
      '/settings/xero/template',
      '/pending-work-logs/sync',
      '/work-logs/quick-log',
    ]) {
      expect([path, toastOf((await stranger.post(path)).text)]).toEqual([path, inOneLine]);
    }
    expect(toastOf((await stranger.get('/archived-work-logs')).text)).toBe(
      'Session Expired Please log in again to continue.',
    );
  });

  test("a screen's data is not given either, whichever of its parts is asked for", async () => {
    const stranger = visit(shared().server);
    existing();
    for (const page of ['/settings', '/clients', '/work-logs']) {
      const path = dataAddress(page);
      expect((await shared().visitor.get(path)).status).toBe(200);
      const { status, text, headers } = await stranger.get(path);
      expect([path, status]).toEqual([path, 401]);
      expect(text).not.toMatch(/Acme|robin/);
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });

  test('public pages can be read', async () => {
    const stranger = visit(shared().server);
    for (const path of ['/', '/research', '/terms', '/privacy', '/api/login']) {
      expect([path, (await stranger.get(path)).status]).toEqual([path, 200]);
    }
  });
});

describe('an address that does not exist', () => {
  test.each([
    '/nothing',
    '/dashboards',
    '/clients/1/2/3',
    '/work-logs/1',
    '/settings/work-types',
    '/settings/users',
    '/settings/approved-emails',
    '/index.php',
    '/.env',
    '//evil.example/',
  ])('%s is the 404 page, signed in and out, opened and sent a form', async (path) => {
    for (const visitor of [shared().visitor, visit(shared().server)]) {
      for (const answer of [await visitor.get(path), await visitor.post(path, { name: 'A' })]) {
        expect(answer.status).toBe(404);
        expect(visibleText(answer.text)).toContain('404 Page Not Found');
        expect(answer.text).toContain('<title>404 Page Not Found · Tallyhour</title>');
      }
    }
  });

  test.each(['999999', '0', '-1', 'x', '1.5', '99999999999999999999', '%27'])(
    'because nothing has the id %s is the 404 page',
    async (id) => {
      const { visitor } = shared();
      existing();
      const before = everything();
      const ids = { client: id, workType: id, log: id, user: id, email: id };
      const { ofThings, buttons } = screens(ids);
      for (const path of ofThings) {
        const { status, text } = await visitor.get(path);
        expect([path, status]).toEqual([path, 404]);
        expect(visibleText(text)).toContain('404 Page Not Found');
      }
      for (const path of [...ofThings, ...buttons]) {
        const { status } = await visitor.post(path, { name: 'A' });
        expect([path, status]).toEqual([path, 404]);
      }
      expect(everything()).toEqual(before);
    },
  );

  test.each(['/%', '/clients/%E0%A4%A/edit', '/assets/%'])(
    '%s, which cannot be read, is refused',
    async (path) => {
      const answer = await shared().visitor.get(path);
      expect(answer.status).toBe(400);
      expect(visibleText(answer.text)).toContain('The request could not be read.');
    },
  );
});

describe('a wrong method', () => {
  test('answers 405, says what a screen takes, and changes nothing', async () => {
    const { visitor, server } = shared();
    const { plain, ofThings, buttons } = existing();
    const before = everything();
    for (const path of ['/', '/nothing', ...plain, ...ofThings, ...buttons]) {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const answer = await visitor.send(path, { method, headers: { Origin: server.url } });
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST');
        expect(visibleText(answer.text)).toContain('A screen can only be opened, or sent a form.');
      }
    }
    expect(everything()).toEqual(before);
  });

  test('such as a form for a screen that has none answers 405 in plain words', async () => {
    for (const path of ['/', '/work-logs', '/clients', '/settings', '/research', '/terms']) {
      const answer = await shared().visitor.post(path, { name: 'A' });
      expect([path, answer.status]).toEqual([path, 405]);
      expect(visibleText(answer.text)).toContain('Nothing can be sent to this address.');
      expect(answer.text).not.toMatch(/did not provide an|routeId/);
    }
  });
});

test('an address that only a button posts to leads back to its screen when it is opened', async () => {
  const { buttons } = existing();
  for (const path of buttons) {
    const { status, location } = await shared().visitor.get(path);
    expect([status, `/${location?.split('/')[1]}`]).toEqual([302, `/${path.split('/')[1]}`]);
  }
});
