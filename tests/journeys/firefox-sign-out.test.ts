import { describe, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { useFirefox } from '#tests/support/browser/firefox.ts';
import { eventually } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

/** What tests/journeys/offline-sign-out.test.ts says of Chromium. */

const server = useServer();

const CLIENT = 'Harbour Dental';
const HTML = 'document.documentElement.outerHTML';
const HAS_SCRIPTS = `String(Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))`;

describe.skipIf(findFirefox() === null)('After a sign-out in Firefox', () => {
  const firefox = useFirefox();

  /** Goes back, and gives the page that is shown then. */
  async function backTo(): Promise<string> {
    const { back, run } = firefox();
    await run(`(window.isLeft = 'yes')`);
    await back();
    const isThere = `String(window.isLeft === undefined && document.readyState === 'complete')`;
    await eventually(() => run(isThere).catch(() => 'not yet')).toBe('true');
    return run(HTML);
  }

  test.for(['with', 'without'] as const)(
    'no page that Back shows names a client, %s scripts',
    async (way) => {
      const { setCookie, open, run } = firefox();
      const clientId = addClient(server(), CLIENT);
      addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
      const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
      await setCookie(server().url, name, value);
      await setCookie(server().url, 'lite', way === 'with' ? 'off' : 'on');
      const show = async (path: string) => {
        await open(server().url + path);
        await eventually(() => run(HAS_SCRIPTS)).toBe(String(way === 'with'));
      };
      const pages = ['/clients', `/clients/${clientId}/edit`, '/work-logs/new', '/work-logs'];
      for (const path of pages) {
        await show(path);
        expect(await run(HTML)).toContain(CLIENT);
      }
      await show('/settings');
      // A control: before it they do.
      expect(await backTo()).toContain(CLIENT);
      await show('/settings');
      await run(`(document.querySelector('a[href="/api/logout"]').click(), 'pressed')`);
      await eventually(() => run('document.body.innerText').catch(() => '')).toContain('Log In');
      for (let steps = 1; steps <= pages.length + 1; steps += 1) {
        expect(await backTo(), `${steps} steps back`).not.toContain(CLIENT);
      }
    },
  );

  test('a command that it refuses fails, and says why', async () => {
    await expect(firefox().open('no address')).rejects.toThrow('browsingContext.navigate: ');
  });
});
