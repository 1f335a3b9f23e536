import { beforeEach, describe, expect, test } from 'vitest';
import { timers, users } from '#db/schema.ts';
import { addClient, addWorkType, approve } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const ROBIN = 'robin@example.com';
const server = useServer();
let visitor: Visitor;
let robin: Visitor;
let id: number;

const at = (time: string) => {
  server().setClock(new Date(`2026-11-20T${time}:00Z`));
};

beforeEach(async () => {
  at('09:12');
  visitor = await visitSignedIn(server());
  approve(server(), ROBIN);
  robin = await visitSignedIn(server(), ROBIN);
  id = idOf(await robin.api('GET', '/api/auth/user'));
});

const path = () => `/settings/users/${id}/delete`;
const isThere = () =>
  server()
    .services.db.select()
    .from(users)
    .all()
    .some((user) => user.id === id);
const start = (choice: object) => robin.api('POST', '/api/timer/start', choice);

describe('deleting a user whose time is not logged yet', () => {
  test('names their running timer and their drafts, which go with them', async () => {
    await start({ description: 'Call with the bank' });
    at('10:00');
    const clientId = addClient(server(), 'Thorn');
    await start({ clientId, workTypeId: addWorkType(server(), 'Support'), description: 'Backup' });
    at('10:30');
    const page = await visitor.get(path());
    const text = visibleText(page.text);
    expect(text).toContain('Their time that is not logged yet is deleted as well');
    expect(text).toContain('20 Nov 2026 at 09:12, 0h 48m: Call with the bank');
    expect(text).toContain('20 Nov 2026 at 10:00, still running: Thorn · Support · Backup');

    const deleted = await visitor.post(path(), fieldsOf(page.text, 'confirm'));
    expect(deleted.location).toBe('/settings');
    expect(isThere()).toBe(false);
    expect(server().services.db.select().from(timers).all()).toEqual([]);
  });

  // A device sends what waits only as the user who entered it, and whoever signs in again is another one.
  test('says that what still waits on their devices is lost, and what to do first', async () => {
    const text = visibleText((await visitor.get(path())).text);
    expect(text).not.toContain('no work log is lost');
    expect(text).toContain(
      'No work log that is saved here is lost. What still waits to be sent on their devices is lost for good, so first have them open Tallyhour there with a connection.',
    );
  });

  test('is refused while the page has not named all of it', async () => {
    const stale = await visitor.get(path());
    expect(visibleText(stale.text)).not.toContain('not logged yet');
    await start({ description: 'Backup' });
    const refused = await visitor.post(path(), fieldsOf(stale.text, 'confirm'));
    expect(refused.location).toBe(path());
    const again = await visitor.get(path());
    expect(toastOf(again.text)).toContain(
      'They have more time to log than this page showed. Check it, then delete again.',
    );
    expect(visibleText(again.text)).toContain('still running: Backup');
    expect(isThere()).toBe(true);
    // A timer that was stopped meanwhile was named; the API deletes what there is.
    await robin.api('POST', '/api/timer/stop');
    await visitor.post(path(), fieldsOf(again.text, 'confirm'));
    expect(isThere()).toBe(false);
  });

  test('by the API takes it along', async () => {
    await start({ description: 'Backup' });
    expect((await visitor.api('DELETE', `/api/users/${id}`)).status).toBe(204);
    expect(server().services.db.select().from(timers).all()).toEqual([]);
  });
});
