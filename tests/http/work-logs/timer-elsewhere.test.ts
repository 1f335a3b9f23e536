import { beforeEach, describe, expect, test } from 'vitest';
import { addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { controlOf, visibleText } from '../../support/html.ts';
import { openLink } from '../../support/server/login-link.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, type Answer, type Visitor } from '../../support/server/visitor.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';

const server = useServer();
let visitor: Visitor;
let support: number;
let remote: number;

const signIn = () =>
  openLink(visitor, createSignInLink(server().services, TEST_EMAIL).replace(server().url, ''));

beforeEach(async () => {
  server().setClock(new Date('2026-11-20T09:00:00Z'));
  visitor = visit(server());
  await signIn();
  support = addWorkType(server(), 'Support');
  remote = addWorkType(server(), 'Remote');
});

const start = (body: object) => visitor.api('POST', '/api/timer/start', body);
const state = async () => (await visitor.api('GET', '/api/timer')).json();

/** The fields of the form of a page, with what somebody types there. */
const typedIn = (page: Pick<Answer, 'text'>, form: string, typed: Record<string, string>) => ({
  ...fieldsOf(page.text, form),
  ...typed,
});

/** Stops the timer that a page showed, and starts another one. */
async function startNext(): Promise<void> {
  await visitor.api('POST', '/api/timer/discard');
  await start({ workTypeId: remote, description: 'New work' });
}

const NEXT = () => ({ workTypeId: remote, description: 'New work' });

describe('a form of a timer, while another window started the next one', () => {
  const old = { press: 'save', description: 'Old, in more words' };

  /** Saves a form under the timer that runs now: first says what is saved, then overwrites it. */
  async function expectCollision(page: Pick<Answer, 'text'>, description: string) {
    expect(visibleText(page.text)).toContain('Running: ');
    const collided = await visitor.post(
      '/timer',
      typedIn(page, 'timer', { press: 'save', description }),
    );
    expect(collided.status).toBe(409);
    const text = visibleText(collided.text);
    expect(text).toContain('Saved by someone else: New work');
    expect(text).toContain('Saved by someone else: Remote');
    expect(controlOf(collided.text, 'description').value).toBe(description);
    expect(await state()).toMatchObject(NEXT());
    expect((await visitor.post('/timer', typedIn(collided, 'timer', old))).status).toBe(303);
    expect(await state()).toMatchObject({ description: old.description });
  }

  test('never overwrites it unseen', async () => {
    await start({ workTypeId: support, description: 'Old' });
    const page = await visitor.get('/timer');
    await startNext();
    const refused = await visitor.post('/timer', typedIn(page, 'timer', old));
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain('This timer was already stopped');
    await expectCollision(refused, old.description);
  });

  test('never overwrites it unseen when it comes back after the end of the session', async () => {
    await start({ workTypeId: support, description: 'Old' });
    const page = await visitor.get('/timer');
    await startNext();
    visitor.cookies.delete('session');
    expect((await visitor.post('/timer', typedIn(page, 'timer', old))).status).toBe(401);
    await signIn();
    const kept = (await visitor.get('/unsent-form')).text;
    await expectCollision(await pressPlainly(visitor, kept, 'Back to the form'), old.description);
  });

  test('never overwrites it unseen when it was to start one, and was refused', async () => {
    const page = await visitor.get('/timer');
    await startNext();
    const first = {
      press: 'start',
      clientId: '999',
      workTypeId: String(support),
      description: 'First',
    };
    const refused = await visitor.post('/timer', typedIn(page, 'timer', first));
    expect(refused.status).toBe(400);
    const mended = { ...fieldsOf(refused.text, 'timer'), clientId: '', press: 'save' };
    const collided = await visitor.post('/timer', mended);
    expect(collided.status).toBe(409);
    expect(visibleText(collided.text)).toContain('Saved by someone else: New work');
    expect(await state()).toMatchObject(NEXT());
  });

  test('has another version than a form of the next one, also where its fields are put back', async () => {
    await start({ workTypeId: support, description: 'Old' });
    const page = fieldsOf((await visitor.get('/timer')).text, 'timer');
    await startNext();
    const next = fieldsOf((await visitor.get('/timer')).text, 'timer');
    expect(page.version).not.toBe(next.version);
    const { timer = '', oneTimeKey = '' } = next;
    const collided = await visitor.post('/timer', { ...page, ...old, timer, oneTimeKey });
    expect(collided.status).toBe(409);
    expect(visibleText(collided.text)).toContain('Saved by someone else: New work');
  });
});
