import { describe, expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();
const LIST = '/pending-work-logs';

/** Three completions of one task: alike but for the client of the last. */
async function openGroup() {
  const visitor = await visitSignedIn(server());
  const [dental = 0, other = 0] = ['Harbour Dental', 'Quay Books'].map((name) =>
    addClient(server(), name),
  );
  const support = addWorkType(server(), 'Support');
  const ids = [dental, dental, other].map((clientId, index) =>
    addPendingLog(server(), {
      taskName: 'Check backups',
      completedAt: new Date(Date.UTC(2026, 2, 20 - index)),
      clientId,
      duration: 30,
      description: 'Looked at them',
    }),
  );
  const address = `${LIST}/${ids.join('-')}/edit`;
  const rows = () => ids.map((id) => pendingRow(server(), id));
  const open = async () => (await visitor.get(address)).text;
  return { visitor, ids, address, dental, other, support, rows, open };
}

describe('a group of repeated tasks', () => {
  test('says on its button how many logs it makes, and has its own Edit', async () => {
    const { visitor, address } = await openGroup();
    const { text } = await visitor.get(LIST);
    expect(visibleText(text)).toMatch(/Confirm all\s3 [^]*Confirm [^]*Confirm /);
    expect(text).toContain(`aria-label="Edit all 3 of Check backups" href="${address}"`);
  });

  test('shows what all share, and sets what was changed for all', async () => {
    const { visitor, open, rows, dental, other, support } = await openGroup();
    const html = await open();
    expect(visibleText(html)).toContain('Edit 3 Pending Logs');
    expect(controlOf(html, 'duration').value).toBe('0.5');
    expect(visibleText(html)).toContain('Several: don’t change');
    const answer = await pressPlainly(visitor, html, 'Update all 3', {
      workTypeId: String(support),
      duration: '1h 15m',
      billable: 'off',
    });
    expect([answer.status, answer.location]).toEqual([303, LIST]);
    expect(rows().map(({ clientId }) => clientId)).toEqual([dental, dental, other]);
    for (const row of rows()) {
      expect(row).toMatchObject({
        workTypeId: support,
        duration: 75,
        billable: false,
        description: 'Looked at them',
      });
    }
    const after = (await visitor.get(LIST)).text;
    expect(toastOf(after)).toContain('3 pending work logs changed');
    await pressPlainly(visitor, after, 'Undo');
    for (const row of rows()) expect(row).toMatchObject({ workTypeId: null, duration: 30 });
  });

  test('keeps what was typed, beside the sentence, where it cannot be read', async () => {
    const { visitor, open, rows } = await openGroup();
    const answer = await pressPlainly(visitor, await open(), 'Update all 3', { duration: 'soon' });
    expect(answer.status).toBe(400);
    expect(controlOf(answer.text, 'duration').value).toBe('soon');
    expect(visibleText(answer.text)).toContain('Enter a number of hours, such as 1.5');
    expect(rows().map(({ duration }) => duration)).toEqual([30, 30, 30]);
  });

  test('is not overwritten unseen: what another window set stands beside what was typed', async () => {
    const { visitor, ids, open, rows } = await openGroup();
    const html = await open();
    for (const id of ids) await visitor.api('PUT', `/api/pending-worklogs/${id}`, { duration: 45 });
    const answer = await pressPlainly(visitor, html, 'Update all 3', { duration: '2' });
    expect(answer.status).toBe(409);
    expect(rows().map(({ duration }) => duration)).toEqual([45, 45, 45]);
    await pressPlainly(visitor, answer.text, 'Update all 3');
    expect(rows().map(({ duration }) => duration)).toEqual([120, 120, 120]);
  });

  test('is only what is still in review; where nothing is, it says so', async () => {
    const { visitor, ids, open, rows, address } = await openGroup();
    const [first = 0, ...others] = ids;
    await visitor.api('POST', `/api/pending-worklogs/${first}/archive`);
    const html = await open();
    expect(visibleText(html)).toContain('Edit 2 Pending Logs');
    await pressPlainly(visitor, html, 'Update all 2', { duration: '1' });
    expect(rows().map(({ duration }) => duration)).toEqual([30, 60, 60]);
    for (const id of others) await visitor.api('POST', `/api/pending-worklogs/${id}/archive`);
    expect((await visitor.get(address)).status).toBe(409);
    expect((await visitor.get(`${LIST}/998-999/edit`)).status).toBe(404);
  });
});
