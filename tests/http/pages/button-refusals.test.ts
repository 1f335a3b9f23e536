import { expect, test } from 'vitest';
import { addClient, addLog, addWorkType, approve } from '../../support/data/entries.ts';
import { mutatingForms } from '../../support/mutating-addresses.ts';
import { startTags, toastOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit } from '../../support/server/visitor.ts';

const shared = useSharedServer();

/** Only scripts ask these, and read the answer. */
const ASKED_BY_SCRIPTS = ['/api/passkeys', '/descriptions/rewrite'];

const buttons = mutatingForms()
  .map((address) => address.replace('POST ', '').replaceAll(/:\w+/g, '1'))
  .filter((path) => !ASKED_BY_SCRIPTS.includes(path));

test.each(buttons)(
  'Whoever presses a button after the session ended, without scripts, is shown a page: %s',
  async (path) => {
    const { status, headers, text } = await visit(shared().server).post(path);
    if (status === 303 || status === 302) return;
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(startTags(text, 'main')).toHaveLength(1);
    expect(visibleText(text)).not.toContain('{"');
  },
);

test.each([
  ['/pending-work-logs/undo/7', '/pending-work-logs', 'undo for an hour only'],
  ['/work-logs/7/undo', '/work-logs', 'not there any more'],
  ['/work-logs/7/restore', '/work-logs', 'undo for an hour only'],
])(
  'Whoever presses Undo of what is not there any more, without scripts, is shown why on its screen: %s',
  async (path, screen, why) => {
    const { visitor } = shared();
    const { status, location } = await visitor.post(path);
    expect([status, location]).toEqual([303, screen]);
    const { text } = await visitor.get(screen);
    expect(toastOf(text)).toContain(why);
  },
);

test('Whoever presses a button beside what never was, without scripts, is shown a page', async () => {
  const { visitor } = shared();
  for (const path of ['/forgotten/7/not-billable', '/settings/rules/7/move']) {
    const { status, text } = await visitor.post(path, { place: '1' });
    expect([status, startTags(text, 'h1').length]).toEqual([404, 1]);
  }
});

test('Whoever presses a button beside what another device deleted meanwhile is shown why on its screen', async () => {
  const { visitor, server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  const made = async (path: string, fields: object) => {
    const { id } = (await visitor.api('POST', path, fields)).json() as { id: number };
    return id;
  };
  const log = addLog(server, { clientId, workTypeId });
  const type = await made('/api/work-types', { name: 'Unused' });
  const rule = await made('/api/rules', { project: 'Disk', clientId });
  const email = approve(server, 'gone@example.com');
  await visitor.api('DELETE', `/api/work-logs/${log}`);
  await visitor.api('DELETE', `/api/work-types/${type}`);
  await visitor.api('DELETE', `/api/rules/${rule}`);
  await visitor.api('DELETE', '/api/approved-emails/gone@example.com');

  const presses: [path: string, screen: string, what: string][] = [
    [`/work-logs/${log}/delete?q=disk`, '/work-logs?q=disk', 'The work log'],
    [`/forgotten/${log}/not-billable`, '/forgotten', 'The work log'],
    ['/work-logs/repeat', '/work-logs', 'The work log'],
    [`/settings/work-types/${type}/delete`, '/settings', 'The work type'],
    [`/settings/work-types/${type}/restore`, '/settings', 'The work type'],
    [`/settings/rules/${rule}/delete`, '/settings/rules', 'The rule'],
    [`/settings/rules/${rule}/move`, '/settings/rules', 'The rule'],
    [`/settings/approved-emails/${email}/remove`, '/settings', 'The approved email'],
  ];
  for (const [path, screen, what] of presses) {
    const { status, location } = await visitor.post(path, { place: '1', repeat: String(log) });
    expect([path, status, location]).toEqual([path, 303, screen]);
    expect(toastOf((await visitor.get(screen)).text)).toContain(`${what} was not found`);
  }
});
