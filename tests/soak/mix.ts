import type { Random } from '../exactly-once/random.ts';
import type { Ask, Mix } from './clients.ts';

const read = (path: string): Ask => ({ method: 'GET', path });
const form = (path: string, fields: Record<string, string>): Ask => ({
  method: 'POST',
  path,
  body: new URLSearchParams(fields).toString(),
  type: 'application/x-www-form-urlencoded',
});
const api = (method: string, path: string, body: unknown): Ask => ({
  method,
  path,
  body: JSON.stringify(body),
});

const log = (random: Random) => ({
  clientId: 1 + random.below(40),
  workTypeId: 1 + random.below(7),
  duration: 15 * (1 + random.below(20)),
  description: `Written while many ask, ${random.below(1e9)}`,
  // One person writes more in one day than it has hours.
  confirm: 'day',
});

/** What people and programs ask for, each so many times in a hundred; every eleventh log can be edited, since it is not billable. */
const asks = (logs: number): [times: number, ask: (random: Random) => Ask][] => [
  [22, () => read('/work-logs')],
  [6, (random) => read(`/work-logs?clientId=${1 + random.below(40)}`)],
  [3, () => read('/work-logs?q=printer')],
  [10, () => read('/dashboard')],
  [8, () => read('/pending-work-logs')],
  [3, () => read('/work-logs/new')],
  [4, () => read('/clients')],
  [2, (random) => read(`/clients/${1 + random.below(40)}`)],
  [4, () => read('/reports')],
  [4, () => read('/invoices')],
  [3, () => read('/week')],
  [2, () => read('/history')],
  [2, () => read('/settings')],
  [1, () => read('/forgotten')],
  [8, () => read('/api/work-logs?limit=50')],
  [3, () => read('/api/dashboard/stats')],
  [3, () => read('/api/clients')],
  [5, (random) => api('POST', '/api/work-logs', log(random))],
  [
    4,
    (random) =>
      api('PUT', `/api/work-logs/${11 * (1 + random.below(Math.floor(logs / 11)))}`, {
        description: `Edited while many ask, ${random.below(1e9)}`,
      }),
  ],
  [
    3,
    (random) => {
      const { clientId, workTypeId, ...others } = log(random);
      const fields = { ...others, clientId: String(clientId), workTypeId: String(workTypeId) };
      return form('/work-logs/new', { ...fields, duration: '1.5', billable: 'on' });
    },
  ],
];

/** A mix of requests to a database with so many logs, of which one in eight writes. */
export function mixOf(logs: number): Mix {
  const wheel = asks(logs).flatMap(([times, ask]) => Array.from({ length: times }, () => ask));
  return (random) => {
    const ask = wheel[random.below(wheel.length)];
    if (!ask) throw new Error('The mix is empty.');
    return ask(random);
  };
}
