import { expect, test } from 'vitest';
import { mutatingForms } from '../../support/mutating-addresses.ts';
import { startTags, visibleText } from '../../support/html.ts';
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

test('Whoever presses Undo of what is not there any more, without scripts, is shown a page', async () => {
  const { visitor } = shared();
  for (const path of ['/pending-work-logs/undo/7', '/work-logs/7/undo', '/work-logs/7/restore']) {
    const { status, text } = await visitor.post(path);
    expect([status, startTags(text, 'h1').length]).toEqual([404, 1]);
  }
});
