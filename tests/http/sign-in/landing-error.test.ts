import { describe, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';

const shared = useSharedServer();

describe('the error of the landing page', () => {
  /** Opens an address with an error, follows the redirect, and gives the page. */
  async function land(visitor: Visitor, error: string): Promise<string> {
    const answer = await visitor.get(`/?error=${encodeURIComponent(error)}`);
    expect([answer.status, answer.location]).toEqual([302, '/']);
    return (await visitor.get('/')).text;
  }
  /** The last paragraph of the alert; null without one. */
  const errorIn = (html: string) => {
    const alert = /<div role="alert"[\s\S]*?<\/div>/.exec(html)?.[0];
    const text = alert?.split('<p').at(-1);
    return text === undefined ? null : visibleText(`<p${text}`);
  };

  test('is shown once, and leaves the address', async () => {
    const visitor = visit(shared().server);
    expect(errorIn((await visitor.get('/')).text)).toBeNull();
    expect(errorIn(await land(visitor, 'It did not work.'))).toBe('It did not work.');
    expect(errorIn((await visitor.get('/')).text)).toBeNull();
  });

  test('is only text', async () => {
    const error = '<script>alert(1)</script> & "quotes" <img src=x onerror=alert(2)>';
    const html = await land(visit(shared().server), error);
    expect(errorIn(html)).toBe(error);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
  });

  test.each([
    ['letters', 'x'],
    ['emoji', '🙂'],
  ])('is cut at 200 %s', async (_, character) => {
    for (const [length, shown] of [
      [200, 200],
      [201, 200],
      [1_000, 200],
    ] as const) {
      const html = await land(visit(shared().server), character.repeat(length));
      expect(errorIn(html)).toBe(character.repeat(shown));
    }
  });

  test('leaves the rest of the address alone', async () => {
    const answer = await visit(shared().server).get('/?a=1&error=x&b=2&error=y');
    expect(answer.location).toBe('/?a=1&b=2');
  });

  test('cannot be planted by a cookie, and an empty one shows nothing', async () => {
    const visitor = visit(shared().server);
    visitor.cookies.set('landing-error', encodeURIComponent(btoa('"Planted"')));
    expect(errorIn((await visitor.get('/')).text)).toBeNull();
    expect(errorIn(await land(visitor, ''))).toBeNull();
  });

  test('is not shown to somebody who is signed in, whose start page is Work Logs', async () => {
    const { server, visitor } = shared();
    // With a log there are filters, whose error it might be taken for.
    const workTypeId = addWorkType(server, 'Support');
    addLog(server, { clientId: addClient(server, 'Acme'), workTypeId });
    const { status, text } = await visitor.get('/?error=Planted');
    expect(status).toBe(200);
    expect(text).toContain('<title>Work Logs · Tallyhour</title>');
    expect(visibleText(text)).not.toContain('Planted');
    expect(toastOf(text)).toBeNull();
    expect(controlOf(text, 'clientId').isInvalid).toBe(false);
  });
});
