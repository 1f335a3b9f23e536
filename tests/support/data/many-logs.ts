import { createHash } from 'node:crypto';
import { withoutTriggers } from '#db/business-days.server.ts';
import { write } from '#db/connection.server.ts';
import type { TestServer } from '../server/test-server.ts';
import { addClient, addWorkType } from './entries.ts';

const START = Date.UTC(2019, 0, 1, 12);

/**
 * A text of so many letters that compression makes a quarter smaller at most. The same for the same
 * number.
 */
function longText(number: number, letters: number): string {
  const outputLength = (letters * 3) / 4;
  return createHash('shake256', { outputLength }).update(String(number)).digest('base64');
}

/**
 * Puts so many logs with long descriptions, of that many letters, straight into the database, several at an instant. No
 * totals are kept of them.
 */
export function addManyLogs(
  server: Pick<TestServer, 'services'>,
  count: number,
  letters = 1_024,
): void {
  const sqlite = server.services.db.$client;
  const insert = sqlite.prepare(`
    insert into work_logs (client_id, work_type_id, duration, description, hourly_rate_pence,
      total_pence, billable, date, day, is_invoiced, is_hardware, created_at, updated_at)
    values (?, ?, 60, ?, 6000, 6000, 1, ?, ?, 0, 0, 0, 0)`);
  const [clientId, workTypeId] = [addClient(server, 'Many'), addWorkType(server, 'Many')];
  write(server.services.db, () => {
    withoutTriggers(server.services.db, '%', () => {
      for (let number = 0; number < count; number++) {
        const date = new Date(START + Math.floor(number / 7) * 3_600_000);
        const day = date.toISOString().slice(0, 10);
        insert.run(clientId, workTypeId, longText(number, letters), date.getTime(), day);
      }
    });
  });
}
