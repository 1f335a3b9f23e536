import { describe, expect, test } from 'vitest';
import { toastOf } from '../../support/html.ts';
import { manyCompletions } from '../../support/server/todoist.ts';
import {
  hurry,
  NOW,
  startImporting,
  timeFor,
  type ImportingServer,
} from '../../support/server/todoist-server.ts';

const account = () => manyCompletions({ count: 6, recurring: 2, months: 1, until: NOW });
const range = { startDate: '2026-05-20', endDate: '2026-06-26' };
const sync = ({ visitor }: ImportingServer) => visitor.post('/pending-work-logs/sync', range);

describe('The screen, when a sync ended,', () => {
  test.each(['401', '410', '429', '500', 'html', 'cut', 'silence'] as const)(
    'says "Todoist Sync Failed" with the reason in a toast and above the list: %s',
    async (kind) => {
      const started = await startImporting({ account: account() });
      hurry(started, timeFor(kind));
      started.todoist.fail({ kind, ...(kind === '429' ? { retryAfter: 3_600 } : {}) });
      const answer = await sync(started);
      expect(answer.status).toBe(303);
      const { text } = await started.visitor.get('/pending-work-logs');
      expect(text).toContain('Todoist Sync Failed · Last sync');
      expect(toastOf(text)).toMatch(/^Todoist Sync Failed Todoist .+\.$/);
      started.todoist.heal();
      await sync(started);
      const healed = await started.visitor.get('/pending-work-logs');
      expect(toastOf(healed.text)).toBe('Todoist Sync Complete Found 6 new tasks.');
    },
  );

  test('says so, and keeps the dates, when Todoist is not connected', async () => {
    const started = await startImporting({ account: account(), isConnected: false });
    const answer = await sync(started);
    expect(answer.status).toBe(409);
    expect(toastOf(answer.text)).toContain('Todoist is not connected');
    expect(answer.text).toContain('value="2026-05-20"');
  });
});
