import { expect, test } from 'vitest';
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
  ['/pending-work-logs/undo/7', '/pending-work-logs', 'what was done stands'],
  ['/work-logs/7/undo', '/work-logs', 'It is not there any more'],
  ['/work-logs/7/restore', '/work-logs', 'the work log stays deleted'],
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

test('Whoever presses a button beside what is gone, without scripts, is shown a page', async () => {
  const { visitor } = shared();
  for (const path of ['/forgotten/7/not-billable', '/settings/rules/7/move']) {
    const { status, text } = await visitor.post(path, { place: '1' });
    expect([status, startTags(text, 'h1').length]).toEqual([404, 1]);
  }
});
