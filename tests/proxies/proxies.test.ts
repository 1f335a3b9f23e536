import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { countReads } from '../support/count-reads.ts';
import { freePort } from '../support/server/free-port.ts';
import { visibleText } from '../support/html.ts';
import { addManyLogs } from '../support/data/many-logs.ts';
import { plainFormsOf } from '../support/plain-forms.ts';
import { startTestServer, TEST_EMAIL, type TestServer } from '../support/server/test-server.ts';
import { visitFrom, type Http2Visitor } from './http2-visitor.ts';
import { isInstalled, PROXIES, startProxy, type RunningProxy } from './start-proxy.ts';

/** The files of `deploy/`, each with its proxy in front of the product. */

const LOGS = 20_000;
const TURNS = LOGS / 200;

for (const name of PROXIES.filter((proxy) => !isInstalled(proxy))) {
  process.stdout.write(`Skipped: ${name} is not installed (apt-get install ${name})\n`);
}

describe.each(PROXIES.map((name) => ({ name })))('behind $name', ({ name }) => {
  describe.skipIf(!isInstalled(name))('over TLS', () => {
    let server: TestServer;
    let proxy: RunningProxy;
    let origin: string;
    let port: number;
    let visitors: Http2Visitor[];
    let reads: () => number;

    beforeAll(async () => {
      const upstream = await freePort();
      port = await freePort();
      origin = `https://localhost:${port}`;
      visitors = [];
      server = await startTestServer({
        PORT: String(upstream),
        APP_ORIGIN: origin,
        TRUSTED_PROXIES: '127.0.0.1',
      });
      reads = countReads(server.services.db, 'indexed by work_logs_date');
      proxy = await startProxy(name, { port, upstream });
    });

    afterAll(async () => {
      for (const visitor of visitors) visitor.close();
      await proxy.stop();
      await server.stop();
    });

    async function visit(address: string): Promise<Http2Visitor> {
      const visitor = await visitFrom(address, { port, certificate: proxy.certificate });
      visitors.push(visitor);
      return visitor;
    }

    /** Opens a sign-in link and presses its button; gives the link's token and the answer. */
    async function signIn(visitor: Http2Visitor) {
      const link = createSignInLink(server.services, TEST_EMAIL);
      const page = await visitor.send(link.replace(origin, ''));
      const [form] = plainFormsOf(page.text);
      const answer = await visitor.send(form?.action ?? '', {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form?.fields).toString(),
      });
      const cookies = answer.headers['set-cookie'] ?? [];
      const session = cookies.find((text) => text.startsWith('__Host-session=')) ?? '';
      return { token: link.split('token=')[1] ?? '', answer, session };
    }

    test('somebody signs in over HTTP/2, gets a Secure cookie, and no log has the link', async () => {
      const visitor = await visit('127.0.0.2');
      const { token, answer, session } = await signIn(visitor);
      expect([answer.status, answer.headers.location]).toEqual([302, '/']);
      expect(session).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
      expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
      const home = await visitor.send('/', { headers: { cookie: session.split(';')[0] ?? '' } });
      expect([home.status, visibleText(home.text)]).toEqual([
        200,
        expect.stringContaining('Add Log'),
      ]);
      expect(token).toHaveLength(43);
      expect(proxy.log()).not.toContain(token);
      expect(JSON.stringify(server.logLines())).not.toContain(token);
    });

    test('the sign-in limit counts each visitor by the address that the proxy has seen', async () => {
      const [many, one] = [await visit('127.0.0.3'), await visit('127.0.0.4')];
      const statuses = [];
      for (let attempt = 0; attempt < 61; attempt++) {
        // Whoever claims an address is counted by the true one all the same.
        const headers = { 'x-forwarded-for': `192.0.2.${attempt}` };
        statuses.push((await many.send('/api/login', { headers })).status);
      }
      expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
      expect((await one.send('/api/login')).status).toBe(200);
    });

    test.each([600, 5_000])(
      'a form of %i KB is refused in a sentence of ours',
      async (kilobytes) => {
        const answer = await (
          await visit('127.0.0.5')
        ).send('/clients/new', {
          method: 'POST',
          headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
          body: `name=${'x'.repeat(kilobytes * 1_000)}`,
        });
        expect(answer.status).toBe(413);
        expect(visibleText(answer.text)).toContain('Not saved: this is over the limit of 512 KB.');
      },
    );

    test('a long list goes through as it is read, and ends with its reader', async () => {
      addManyLogs(server, LOGS);
      const visitor = await visit('127.0.0.6');
      const headers = { cookie: (await signIn(visitor)).session.split(';')[0] ?? '' };
      const other = await visit('127.0.0.7');
      const untilItWaits = async () => {
        for (let same = 0, before = reads(); same < 10; before = reads()) {
          await other.send('/up');
          same = reads() === before ? same + 1 : 0;
        }
      };

      const before = reads();
      const list = await visitor.open('/api/work-logs', headers);
      await untilItWaits();
      expect(reads() - before).toBeLessThan(TURNS);
      let body = '';
      for await (const chunk of list.setEncoding('utf8')) body += String(chunk);
      expect(JSON.parse(body)).toHaveLength(LOGS);
      expect(reads() - before).toBe(TURNS);

      const left = await visitor.open('/api/work-logs', headers);
      await untilItWaits();
      left.close();
      const isLogged = () =>
        server.logLines().some(({ path, isAborted }) => path === '/api/work-logs' && isAborted);
      while (!isLogged()) await other.send('/up');
      const atLeaving = reads();
      expect(atLeaving - before).toBeLessThan(2 * TURNS);
      await untilItWaits();
      expect(reads()).toBe(atLeaving);
    });
  });
});
