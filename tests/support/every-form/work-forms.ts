import { form, type FormCase } from './form-case.ts';
import type { World } from './world.ts';

const forWork = ({ clientId, typeId }: World) => ({
  clientId: String(clientId),
  workTypeId: String(typeId),
});

/** A switch of £19.99, for a work type of hardware. */
const aSwitch = ({ clientId, hardwareId }: World) => ({
  clientId: String(clientId),
  workTypeId: String(hardwareId),
  'hardwareItems[0].itemName': 'Switch',
  'hardwareItems[0].quantity': '2',
  'hardwareItems[0].unitPrice': '19.99',
});

/** No timer runs; then one of an hour does, for work that is known, unless it is to be said later. */
async function runTimer(world: World, description: string | null): Promise<void> {
  await world.api('POST', '/api/timer/discard', {});
  const { clientId, typeId } = world;
  const work = description === null ? {} : { clientId, workTypeId: typeId, description };
  await world.api('POST', '/api/timer/start', work);
  world.pass(60);
}

/** The forms that log, change and delete work, and those of the timer. */
export const WORK_FORMS: FormCase[] = [
  form('/work-logs/new', (world, n) => ({
    page: '/work-logs/new',
    typed: { ...forWork(world), duration: '1', description: `New ${n}` },
  })),
  form(
    '/work-logs/new',
    (world, n) => ({
      page: '/work-logs/new',
      typed: { ...aSwitch(world), description: `Hardware ${n}` },
    }),
    { what: 'hardware' },
  ),
  form('/dashboard', (world, n) => ({
    page: '/dashboard',
    typed: { ...forWork(world), hours: '1', minutes: '30', description: `Dashboard ${n}` },
  })),
  form(
    '/dashboard',
    (world, n) => ({ page: '/dashboard', typed: { ...aSwitch(world), description: `Part ${n}` } }),
    { what: 'hardware' },
  ),
  form('/work-logs/quick-log', (world, n) => ({
    page: '/work-logs/quick-log',
    typed: { ...forWork(world), duration: '1', description: `Quick ${n}` },
  })),
  form('/work-logs/line', (_world, n) => ({
    page: '/work-logs/line',
    typed: { line: `1h Harbour Support by line ${n}` },
  })),
  form(
    '/work-logs/line',
    (_world, n) => ({
      page: '/dashboard',
      to: '/work-logs/line',
      typed: { line: `1h Harbour Support on the Dashboard ${n}` },
    }),
    { what: 'on the Dashboard' },
  ),
  form('/work-logs/repeat', (world, n) => ({
    page: '/work-logs',
    to: '/work-logs/repeat',
    press: ['repeat', String(world.addLog(`Repeated ${n}`))],
  })),
  form('/work-logs/:id/edit', (world, n) => ({
    page: `/work-logs/${world.addLog(`Before ${n}`)}/edit`,
    typed: { description: `After ${n}`, duration: '2' },
  })),
  form(
    '/work-logs/:id/edit',
    (world, n) => ({
      page: `/work-logs/${world.addLog(`Of another ${n}`)}/edit`,
      typed: { clientId: String(world.addDearClient(`Dear ${n}`)) },
    }),
    { what: 'for a client with another rate' },
  ),
  form('/work-logs/:id/delete', (world, n) => ({
    page: `/work-logs/${world.addLog(`Deleted ${n}`)}/delete`,
  })),
  form(
    '/work-logs/:id/restore',
    async (world, n) => {
      const id = world.addLog(`Restored ${n}`);
      await world.post(`/work-logs/${id}/delete`);
      return { page: '/work-logs', to: `/work-logs/${id}/restore` };
    },
    { isShownOnce: true },
  ),
  form(
    '/work-logs/:id/undo',
    async (world, n) => {
      await world.post('/work-logs/repeat', { repeat: String(world.addLog(`Taken back ${n}`)) });
      return { page: '/work-logs', to: `/work-logs/${world.last('work_logs')}/undo` };
    },
    { isShownOnce: true },
  ),
  form(
    '/work-logs/many',
    (world, n) => ({
      page: `/work-logs/many?ids=${world.addLog(`One of many ${n}`)}`,
      typed: { moveDays: '-1' },
    }),
    { what: 'change' },
  ),
  form(
    '/work-logs/many',
    (world, n) => ({
      page: `/work-logs/many?ids=${world.addLog(`Deleted with many ${n}`)}&press=delete`,
    }),
    { what: 'delete' },
  ),
  form(
    '/work-logs/many/:id/undo',
    async (world, n) => {
      const ids = String(world.addLog(`Duplicated ${n}`));
      await world.post('/work-logs/repeat', { press: 'duplicate', ids, back: '/work-logs' });
      return { page: '/work-logs', to: `/work-logs/many/${world.last('changed_work_logs')}/undo` };
    },
    { isShownOnce: true },
  ),
  form('/work-logs/reprice', async (world, n) => {
    const clientId = world.addClient(`Raised ${n}`);
    world.addLog(`At the old rate ${n}`, { clientId });
    await world.api('PUT', `/api/clients/${clientId}`, { standardRate: 70 });
    return { page: `/work-logs/reprice?clientId=${clientId}` };
  }),
  form('/work-logs/:id/invoiced', (world, n) => ({
    page: `/work-logs/${world.addLog(`Billed before ${n}`)}/invoiced`,
    typed: { invoiceNumber: `OLD-${n}` },
  })),
  form('/work-logs/:id/not-invoiced', async (world, n) => {
    const path = `/work-logs/${world.addLog(`Not billed before ${n}`)}`;
    await world.post(`${path}/invoiced`, { invoiceNumber: `OLD-${n}` });
    return { page: `${path}/invoiced`, to: `${path}/not-invoiced` };
  }),
  form(
    '/week',
    (world, n) => ({
      page: '/week?of=2026-11-17',
      press: ['later', `${world.addLog(`Moved ${n}`, { day: '2026-11-17' })} 2026-11-17`],
    }),
    { what: 'to the day after' },
  ),
  form(
    '/week',
    (world, n) => ({
      page: '/week?of=2026-11-18',
      press: ['repeat', String(world.addLog(`Week ${n}`, { day: '2026-11-18' }))],
    }),
    { what: 'again' },
  ),
  form(
    '/timer',
    async (world, n) => {
      await world.api('POST', '/api/timer/discard', {});
      return {
        page: '/timer',
        typed: { ...forWork(world), description: `Timer ${n}` },
        press: ['press', 'start'],
      };
    },
    { what: 'start', changes: false },
  ),
  form(
    '/timer',
    async (world, n) => {
      await runTimer(world, `Timed ${n}`);
      return { page: '/timer', press: ['press', 'stop'] };
    },
    { what: 'stop' },
  ),
  form(
    '/timer',
    async (world, n) => {
      await runTimer(world, `First ${n}`);
      return { page: '/timer', typed: { description: `Then ${n}` }, press: ['press', 'save'] };
    },
    { what: 'save', changes: false },
  ),
  form(
    '/timer',
    async (world, n) => {
      await runTimer(world, `Left ${n}`);
      return { page: '/timer', press: ['press', 'discard'] };
    },
    { what: 'discard', changes: false },
  ),
  form(
    '/timer/start',
    async (world) => {
      await world.api('POST', '/api/timer/discard', {});
      return { page: '/clients', to: '/timer/start' };
    },
    { changes: false },
  ),
  form('/timer/stop', async (world, n) => {
    await runTimer(world, `Stopped ${n}`);
    return { page: '/clients', to: '/timer/stop' };
  }),
  form('/timer/drafts/:id', async (world, n) => {
    await runTimer(world, null);
    await world.api('POST', '/api/timer/stop', {});
    return {
      page: `/timer/drafts/${world.last('timers')}`,
      typed: { ...forWork(world), description: `Draft ${n}` },
    };
  }),
];
