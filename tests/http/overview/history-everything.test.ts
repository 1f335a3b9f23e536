import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startOpenAi, type RunningOpenAi } from '#sandbox/openai.ts';
import { startTodoist, type RunningTodoist } from '#sandbox/todoist.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { OPENAI_KEY } from '../../support/server/use-openai.ts';
import { controlOf } from '../../support/html.ts';
import { ourFile, sendFile } from '../../support/data/imports.ts';
import { mutatingAddresses } from '../../support/mutating-addresses.ts';
import { noon } from '../../support/data/noon.ts';
import { addPasskey } from '../../support/data/passkeys.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { changedRecords, recordSnapshot } from '../../support/data/record-snapshot.ts';
import { addRewrite, valuesOf } from '../../support/data/rewrites.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { accountOf } from '../../support/server/todoist.ts';
import { idOf, visitSignedIn, type Answer, type Visitor } from '../../support/server/visitor.ts';
import { QUAY } from '../../support/server/use-xero.ts';
import { contactIdOf, HARBOUR, XERO_CLIENT } from '../../support/server/xero.ts';
import { connectToXero, xeroEnvironment } from '../../support/server/xero-organisation.ts';

let server: TestServer;
let xero: RunningXero;
let todoist: RunningTodoist;
let openAi: RunningOpenAi;
let visitor: Visitor;

/** The records that the steps work with, as they come up. */
const known = { client: 0, type: 0, hardwareType: 0, log: 0, hardware: 0, item: 0, tenant: '' };

beforeAll(async () => {
  xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR, QUAY] });
  todoist = await startTodoist({
    account: accountOf(
      [{ id: '1' }, { id: '2' }],
      [
        ['1', '2026-03-02T10:00:00Z'],
        ['2', '2026-03-03T10:00:00Z'],
      ],
    ),
  });
  openAi = await startOpenAi({ apiKeys: [OPENAI_KEY] });
  server = await startTestServer({
    ...xeroEnvironment(xero),
    TODOIST_API_URL: todoist.url,
    OPENAI_BASE_URL: openAi.baseUrl,
    OPENAI_MODEL: 'sandbox-tidy',
  });
  // A timer that began an hour ago must not have begun yesterday, whenever this runs.
  server.setClock(noon());
  visitor = await visitSignedIn(server);
  known.tenant = await connectToXero(server.services, xero);
  // Whatever the test itself writes has its entry with the server's next write.
  visitor = await visitSignedIn(server);
});

afterAll(async () => {
  await server.stop();
  await Promise.all([xero.close(), todoist.close(), openAi.close()]);
});

type Effect = 'changes' | 'nothing';
/** `prepare` comes before the look at what was there. */
type Step = [
  address: string,
  effect: Effect,
  run: () => Promise<Answer>,
  prepare?: () => Promise<unknown>,
];

const post = (path: string, fields?: Record<string, string>) => visitor.post(path, fields);
const api = (method: string, path: string, body?: unknown) => visitor.api(method, path, body);
/** Calls the API and keeps the id of what it answers with. */
async function made(
  name: 'client' | 'type' | 'hardwareType' | 'log' | 'hardware' | 'item',
  path: string,
  body: unknown,
) {
  const answer = await api('POST', path, body);
  known[name] = idOf(answer);
  return answer;
}
const work = () => ({ clientId: known.client, workTypeId: known.type, description: 'Sample' });
const workFields = () => ({
  clientId: String(known.client),
  workTypeId: String(known.type),
  description: 'By form',
  duration: '1',
  billable: 'on',
});
const last = (table: string) =>
  Number(server.services.db.$client.prepare(`select max(id) from ${table}`).pluck().get());
const pending = () =>
  addPendingLog(server, { clientId: known.client, workTypeId: known.type, duration: 30 });
const freshLog = async () => idOf(await api('POST', '/api/work-logs', { ...work(), duration: 60 }));
/** A client of its own with work that is billable, but for one log. */
async function oddOneOut(): Promise<void> {
  const clientId = idOf(await api('POST', '/api/clients', { name: 'Odd' }));
  for (const billable of [true, true, true, true, true, false]) {
    await api('POST', '/api/work-logs', { ...work(), clientId, duration: 60, billable });
  }
}
const bulk = (set: object, ids: number[]) => api('POST', '/api/work-logs/bulk', { ids, set });
/** A log at a rate that its client was given another for since. */
async function atOldRate(): Promise<void> {
  const path = `/api/clients/${known.client}`;
  await api('PUT', path, { standardRate: '60.00', discountedRate: null });
  await freshLog();
  await api('PUT', path, { standardRate: '70.00' });
}
const reprice = (asked = '') =>
  api('POST', `/api/work-logs/reprice${asked}`, { clientId: known.client });
const timer = () => api('POST', '/api/timer/start', work());
/** A timer's time that could not become a log: its draft. */
async function draft(): Promise<number> {
  await api('POST', '/api/timer/start', {});
  server.services.db.$client.exec('update timers set started_at = started_at - 3600000');
  await api('POST', '/api/timer/stop', {});
  return last('timers');
}
const LANES = [
  'invoices',
  'invoices taken back',
  'todoist import',
  'rewrites',
  'backups',
  'imports',
];
const imported = (text: string) =>
  ourFile(`2026-03-02 10:00,Imported,Support,60,${text},true,60,,`);
/** Sends a file by the form of the page Import. */
function sendForm(file: string) {
  const body = new FormData();
  body.set('file', new Blob([file], { type: 'text/csv' }), 'logs.csv');
  const headers = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' };
  return visitor.send('/import', { method: 'POST', headers, body });
}
const rule = () => ({ project: 'Acme', clientId: known.client });
const client = { name: 'Acme', standardRate: '60.00', premiumRate: '90.00' };
const webhook = {
  ...{ name: 'Phone', url: 'https://hooks.example.com/', events: 'work.forgotten' },
  ...{ body: 'standard', contentType: 'application/json' },
};
const job = () => ({ clientId: known.client, name: 'High Street', hourlyRate: '80.00' });
const typed = { name: 'Support', hourlyRate: '75.00' };

/** Every address that takes changes, in an order in which each has what it works on. */
const STEPS: Step[] = [
  ['POST /api/clients', 'changes', () => made('client', '/api/clients', client)],
  ['POST /api/clients', 'nothing', () => api('POST', '/api/clients', { name: '' })],
  [
    'PUT /api/clients/:id',
    'changes',
    () => api('PUT', `/api/clients/${known.client}`, { email: 'a@acme.example' }),
  ],
  [
    'PUT /api/clients/:id',
    'nothing',
    () => api('PUT', `/api/clients/${known.client}`, { email: 'a@acme.example' }),
  ],
  ['POST /clients/new', 'changes', () => post('/clients/new', client)],
  [
    'POST /clients/:id/edit',
    'changes',
    () => post(`/clients/${known.client}/edit`, { ...client, standardRate: '65' }),
  ],
  ['POST /clients/:id/deactivate', 'changes', () => post(`/clients/${last('clients')}/deactivate`)],
  ['POST /clients/:id/reactivate', 'changes', () => post(`/clients/${last('clients')}/reactivate`)],
  ['DELETE /api/clients/:id', 'changes', () => api('DELETE', `/api/clients/${last('clients')}`)],
  ['POST /api/jobs', 'changes', () => api('POST', '/api/jobs', job())],
  ['POST /api/jobs', 'nothing', () => api('POST', '/api/jobs', job())],
  [
    'PUT /api/jobs/:id',
    'changes',
    () => api('PUT', `/api/jobs/${last('jobs')}`, { budgetHours: 12.5, isOpen: false }),
  ],
  [
    'POST /clients/jobs/:id/edit',
    'changes',
    () => post(`/clients/jobs/${last('jobs')}/edit`, { name: 'Mill Lane', isOpen: 'on' }),
  ],
  ['DELETE /api/jobs/:id', 'changes', () => api('DELETE', `/api/jobs/${last('jobs')}`)],
  [
    'POST /clients/:id/jobs/new',
    'changes',
    () => post(`/clients/${known.client}/jobs/new`, { name: 'Site' }),
  ],
  ['POST /clients/jobs/:id/delete', 'changes', () => post(`/clients/jobs/${last('jobs')}/delete`)],
  ['POST /api/work-types', 'changes', () => made('type', '/api/work-types', typed)],
  [
    'POST /api/work-types',
    'changes',
    () => made('hardwareType', '/api/work-types', { name: 'Hardware', hourlyRate: '0' }),
  ],
  [
    'PUT /api/work-types/:id',
    'changes',
    () => api('PUT', `/api/work-types/${known.type}`, { description: 'By telephone' }),
  ],
  ['POST /settings/work-types/new', 'changes', () => post('/settings/work-types/new', typed)],
  [
    'POST /settings/work-types/:id/edit',
    'changes',
    () => post(`/settings/work-types/${last('work_types')}/edit`, { ...typed, name: 'Other' }),
  ],
  [
    'POST /settings/work-types/:id/delete',
    'changes',
    () => post(`/settings/work-types/${last('work_types')}/delete`),
  ],
  [
    'POST /api/work-logs',
    'changes',
    () => made('log', '/api/work-logs', { ...work(), duration: 60 }),
  ],
  [
    'POST /api/work-logs',
    'nothing',
    () => api('POST', '/api/work-logs', { ...work(), duration: -1 }),
  ],
  [
    'POST /api/work-logs',
    'changes',
    () =>
      made('hardware', '/api/work-logs', {
        clientId: known.client,
        workTypeId: known.hardwareType,
        hardwareItems: [
          { itemName: 'Cable', quantity: 2, unitPrice: '9.99', vatIncluded: true },
          { itemName: 'Switch', quantity: 1, unitPrice: '90.00', vatIncluded: false },
        ],
      }),
  ],
  [
    'POST /api/work-logs/:id/invoiced',
    'changes',
    () => api('POST', `/api/work-logs/${known.log}/invoiced`, { invoiceNumber: 'A-1' }),
  ],
  [
    'DELETE /api/work-logs/:id/invoiced',
    'changes',
    () => api('DELETE', `/api/work-logs/${known.log}/invoiced`),
  ],
  [
    'POST /work-logs/:id/invoiced',
    'changes',
    () => post(`/work-logs/${known.log}/invoiced`, { invoiceNumber: 'A-2' }),
  ],
  [
    'POST /work-logs/:id/not-invoiced',
    'changes',
    () => post(`/work-logs/${known.log}/not-invoiced`),
  ],
  [
    'PUT /api/work-logs/:id',
    'changes',
    () => api('PUT', `/api/work-logs/${known.log}`, { hourlyRate: '80.00' }),
  ],
  [
    'PUT /api/work-logs/:id',
    'nothing',
    () => api('PUT', `/api/work-logs/${known.log}`, { hourlyRate: '80.00' }),
  ],
  [
    'POST /api/worklogs/:id/hardware-items',
    'changes',
    () =>
      made('item', `/api/worklogs/${known.hardware}/hardware-items`, {
        itemName: 'Plug',
        quantity: 1,
        unitPrice: '1.00',
        vatIncluded: false,
      }),
  ],
  [
    'PUT /api/worklogs/:id/hardware-items/:itemId',
    'changes',
    () =>
      api('PUT', `/api/worklogs/${known.hardware}/hardware-items/${known.item}`, {
        itemName: 'Plug',
        quantity: 3,
        unitPrice: '1.00',
        vatIncluded: false,
      }),
  ],
  [
    'DELETE /api/worklogs/:id/hardware-items/:itemId',
    'changes',
    () => api('DELETE', `/api/worklogs/${known.hardware}/hardware-items/${known.item}`),
  ],
  ['POST /work-logs/new', 'changes', () => post('/work-logs/new', workFields())],
  [
    'POST /work-logs/:id/edit',
    'changes',
    () => post(`/work-logs/${known.log}/edit`, { ...workFields(), duration: '2' }),
  ],
  ['POST /work-logs/:id/delete', 'changes', () => post(`/work-logs/${known.log}/delete`)],
  ['POST /work-logs/:id/restore', 'changes', () => post(`/work-logs/${known.log}/restore`)],
  [
    'POST /work-logs/:id/undo',
    'changes',
    () => post(`/work-logs/${last('work_logs')}/undo`),
    freshLog,
  ],
  [
    'POST /forgotten',
    'changes',
    () => post('/forgotten', { leave: `not-billable:${last('work_logs')}` }),
    oddOneOut,
  ],
  [
    'POST /forgotten',
    'nothing',
    () => post('/forgotten', { leave: `not-billable:${last('work_logs')}` }),
  ],
  ['POST /forgotten', 'nothing', () => post('/forgotten', { leave: 'old-log:1' })],
  [
    'POST /forgotten/:id/put-back',
    'changes',
    () => post(`/forgotten/${last('left_findings')}/put-back`),
  ],
  [
    'POST /forgotten',
    'changes',
    () => post('/forgotten', { leaveAll: `not-billable:${last('work_logs')},0` }),
  ],
  [
    'POST /forgotten/:id/put-back',
    'changes',
    () => post(`/forgotten/${last('left_findings')}/put-back?last=${last('left_findings')}`),
  ],
  ['POST /forgotten', 'changes', () => post('/forgotten', { billable: String(last('work_logs')) })],
  [
    'POST /forgotten/:id/not-billable',
    'changes',
    () => post(`/forgotten/${last('work_logs')}/not-billable`),
  ],
  [
    'POST /work-logs/repeat',
    'changes',
    () => post('/work-logs/repeat', { repeat: String(known.log), back: '/work-logs' }),
  ],
  [
    'POST /work-logs/many',
    'changes',
    () => post('/work-logs/many', { press: 'duplicate', ids: String(known.log) }),
  ],
  [
    'POST /api/work-logs/bulk',
    'changes',
    async () => bulk({ descriptionAfter: 'once more' }, [await freshLog(), known.log]),
  ],
  ['POST /api/work-logs/bulk', 'nothing', () => bulk({ clientId: 999_999 }, [known.log])],
  [
    'POST /work-logs/many/:id/undo',
    'changes',
    () => post(`/work-logs/many/${last('changed_work_logs')}/undo`),
    async () => bulk({ moveDays: -1 }, [await freshLog()]),
  ],
  [
    'POST /work-logs/many/:id/undo',
    'nothing',
    () => post(`/work-logs/many/${last('changed_work_logs')}/undo`),
  ],
  ['POST /api/work-logs/reprice', 'nothing', () => reprice('?dry=1'), atOldRate],
  ['POST /api/work-logs/reprice', 'changes', () => reprice(), atOldRate],
  [
    'POST /work-logs/reprice',
    'changes',
    async () => {
      const path = `/work-logs/reprice?clientId=${known.client}`;
      const [, as = ''] = /name="as" value="([^"]*)"/.exec((await visitor.get(path)).text) ?? [];
      return post(path, { as });
    },
    atOldRate,
  ],
  [
    'POST /api/work-logs/:id/repeat',
    'changes',
    () => api('POST', `/api/work-logs/${known.hardware}/repeat`, { confirm: 'hardware' }),
  ],
  [
    'POST /work-logs/quick-log',
    'changes',
    () =>
      post('/work-logs/quick-log', {
        ...workFields(),
        hours: '1',
        minutes: '0',
        date: '2026-03-02',
      }),
  ],
  [
    'POST /dashboard',
    'changes',
    () => post('/dashboard', { ...workFields(), hours: '1', minutes: '0', duration: '60' }),
  ],
  [
    'POST /work-logs/line',
    'changes',
    () => post('/work-logs/line', { line: '1h Acme Support by line' }),
  ],
  [
    'POST /api/work-logs/line',
    'changes',
    () => api('POST', '/api/work-logs/line', { line: '1h Acme Support by line' }),
  ],
  [
    'POST /api/work-logs/line',
    'nothing',
    () => api('POST', '/api/work-logs/line', { line: 'Nobody' }),
  ],
  ['POST /week', 'changes', () => post('/week', { later: String(known.log) })],
  [
    'DELETE /api/work-logs/:id',
    'changes',
    () => api('DELETE', `/api/work-logs/${last('work_logs')}`),
    freshLog,
  ],
  ['POST /api/timer/start', 'nothing', timer],
  ['POST /api/timer/pause', 'nothing', () => api('POST', '/api/timer/pause', {})],
  ['POST /api/timer/continue', 'nothing', () => api('POST', '/api/timer/continue', {})],
  ['POST /api/timer/resume', 'nothing', () => api('POST', '/api/timer/resume', {})],
  ['PUT /api/timer', 'nothing', () => api('PUT', '/api/timer', { description: 'Other' })],
  ['POST /api/timer/discard', 'nothing', () => api('POST', '/api/timer/discard', {})],
  ['POST /timer/start', 'nothing', () => post('/timer/start', {})],
  ['POST /timer', 'nothing', () => post('/timer', { press: 'discard' })],
  [
    'POST /timer/stop',
    'nothing',
    async () => {
      await timer();
      return post('/timer/stop');
    },
  ],
  [
    'POST /api/timer/stop',
    'changes',
    async () => {
      await timer();
      server.services.db.$client.exec('update timers set started_at = started_at - 600000');
      return api('POST', '/api/timer/stop', {});
    },
  ],
  [
    'POST /timer/drafts/:id',
    'changes',
    async () => {
      const id = last('timers');
      const page = await visitor.get(`/timer/drafts/${id}`);
      const ended = controlOf(page.text, 'ended').value ?? '';
      return post(`/timer/drafts/${id}`, { ...workFields(), ended });
    },
    draft,
  ],
  [
    'POST /api/pending-worklogs',
    'changes',
    () =>
      api('POST', '/api/pending-worklogs', {
        ...{ source: 'git', sourceId: 'abc', taskName: 'A commit', completedAt: '2026-03-27' },
      }),
  ],
  [
    'POST /api/pending-worklogs/:id/confirm',
    'changes',
    () => api('POST', `/api/pending-worklogs/${pending()}/confirm`),
  ],
  [
    'POST /api/pending-worklogs/:id/archive',
    'changes',
    () => api('POST', `/api/pending-worklogs/${pending()}/archive`),
  ],
  [
    'PUT /api/pending-worklogs/:id',
    'changes',
    () => api('PUT', `/api/pending-worklogs/${pending()}`, { duration: 45 }),
  ],
  [
    'DELETE /api/pending-worklogs/:id',
    'changes',
    () => api('DELETE', `/api/pending-worklogs/${pending()}`),
  ],
  [
    'POST /pending-work-logs/:id/put-back',
    'changes',
    () => post(`/pending-work-logs/${last('pending_work_logs')}/put-back`),
  ],
  ['POST /api/rules', 'changes', () => api('POST', '/api/rules', rule())],
  ['POST /api/rules', 'nothing', () => api('POST', '/api/rules', { project: 'Acme' })],
  [
    'PUT /api/rules/:id',
    'changes',
    () => api('PUT', `/api/rules/${last('rules')}`, { ...rule(), duration: 30 }),
  ],
  [
    'POST /settings/rules/new',
    'changes',
    () => post('/settings/rules/new', { words: 'router', duration: '0.5' }),
  ],
  [
    'POST /settings/rules/:id/edit',
    'changes',
    () => post(`/settings/rules/${last('rules')}/edit`, { words: 'router', duration: '1' }),
  ],
  [
    'POST /settings/rules/:id/move',
    'changes',
    () => post(`/settings/rules/${last('rules')}/move`, { place: '1' }),
  ],
  [
    'POST /settings/rules/:id/delete',
    'changes',
    () => post(`/settings/rules/${last('rules')}/delete`),
  ],
  ['POST /settings/webhooks/new', 'changes', () => post('/settings/webhooks/new', webhook)],
  [
    'POST /settings/webhooks/:id/press',
    'changes',
    () => post(`/settings/webhooks/${last('webhooks')}/press`, { press: 'pause' }),
  ],
  [
    'POST /settings/webhooks/:id/edit',
    'changes',
    () => post(`/settings/webhooks/${last('webhooks')}/edit`, { ...webhook, name: 'Other' }),
  ],
  [
    'POST /settings/webhooks/:id/key',
    'changes',
    () => post(`/settings/webhooks/${last('webhooks')}/key`),
  ],
  [
    'POST /settings/webhooks/:id/delete',
    'changes',
    () => post(`/settings/webhooks/${last('webhooks')}/delete`),
  ],
  ['DELETE /api/rules/:id', 'changes', () => api('DELETE', `/api/rules/${last('rules')}`)],
  [
    'POST /pending-work-logs/:id/bring-back',
    'changes',
    () => {
      // The client that was deactivated above.
      const id = addPendingLog(server, { inactiveClientId: last('clients') });
      return post(`/pending-work-logs/${id}/bring-back`);
    },
  ],
  [
    'POST /pending-work-logs/:id/edit',
    'changes',
    () =>
      post(`/pending-work-logs/${pending()}/edit`, {
        ...workFields(),
        taskName: 'Renamed',
        duration: '0.5',
        estimatedHourlyRate: '60',
      }),
  ],
  [
    'POST /pending-work-logs/review',
    'changes',
    () => post('/pending-work-logs/review', { do: `${pending()}:archive` }),
  ],
  [
    'POST /pending-work-logs/undo/:id',
    'changes',
    () => post(`/pending-work-logs/undo/${last('review_undos')}`),
  ],
  [
    'POST /settings/todoist/token',
    'changes',
    () => post('/settings/todoist/token', { apiToken: todoist.token }),
  ],
  [
    'POST /api/todoist/config',
    'changes',
    () => api('POST', '/api/todoist/config', { apiToken: todoist.token }),
  ],
  [
    'POST /settings/todoist/schedule',
    'changes',
    () => post('/settings/todoist/schedule', { schedule: 'daily' }),
  ],
  [
    'POST /pending-work-logs/sync',
    'changes',
    () => post('/pending-work-logs/sync', { startDate: '2026-03-02', endDate: '2026-03-02' }),
  ],
  [
    'POST /api/todoist/sync-completed',
    'changes',
    () =>
      api('POST', '/api/todoist/sync-completed', {
        startDate: '2026-03-01',
        endDate: '2026-03-04',
      }),
  ],
  ['POST /api/todoist/sync', 'nothing', () => api('POST', '/api/todoist/sync')],
  ['POST /settings/todoist/sync', 'nothing', () => post('/settings/todoist/sync')],
  ['POST /settings/todoist/remove', 'changes', () => post('/settings/todoist/remove')],
  [
    'POST /settings/ai/save',
    'changes',
    () => post('/settings/ai/save', { openaiApiKey: OPENAI_KEY }),
  ],
  [
    'POST /api/ai/config',
    'changes',
    () => api('POST', '/api/ai/config', { openaiApiKey: OPENAI_KEY }),
  ],
  [
    'POST /descriptions/rewrite',
    'nothing',
    () => post('/descriptions/rewrite', { description: 'fixed printer' }),
  ],
  [
    'POST /api/ai/generate-description',
    'nothing',
    () => api('POST', '/api/ai/generate-description', { description: 'fixed printer' }),
  ],
  [
    'POST /descriptions',
    'nothing',
    () =>
      post('/descriptions', { subject: 'work_log', back: '/work-logs', ids: String(known.log) }),
  ],
  [
    'POST /descriptions/:id',
    'changes',
    async () => {
      const { description } = server.services.db.$client
        .prepare('select description from work_logs where id = ?')
        .get(known.log) as { description: string };
      const batch = addRewrite(server, {
        subjectId: known.log,
        before: description,
        after: 'Rewritten',
      });
      const id = last('rewrites');
      const page = await visitor.get(`/descriptions/${batch}`);
      return visitor.post(
        `/descriptions/${batch}`,
        new URLSearchParams([
          ['intent', 'use'],
          ['shown', valuesOf(page.text, 'shown')[0] ?? ''],
          ['used', String(id)],
        ]),
      );
    },
  ],
  ['POST /settings/ai/remove', 'changes', () => post('/settings/ai/remove')],
  ['POST /settings/week-target', 'changes', () => post('/settings/week-target', { target: '7.5' })],
  [
    'POST /settings/xero/template',
    'changes',
    () => post('/settings/xero/template', { template: '{description}' }),
  ],
  // In the history as acts, as sign-ins are.
  ['POST /settings/calendar', 'nothing', () => post('/settings/calendar')],
  ['POST /settings/calendar/end', 'nothing', () => post('/settings/calendar/end')],
  ['POST /settings/lite', 'nothing', () => post('/settings/lite', { lite: 'off' })],
  ['POST /settings/account', 'nothing', () => post('/settings/account', { theme: 'dark' })],
  ['POST /settings/backups', 'nothing', () => post('/settings/backups')],
  ['POST /settings/key/begin', 'nothing', () => post('/settings/key/begin')],
  ['POST /settings/xero/refresh', 'changes', () => post('/settings/xero/refresh')],
  [
    'PATCH /api/xero/active-tenant',
    'changes',
    () => api('PATCH', '/api/xero/active-tenant', { tenantId: QUAY.tenantId }),
  ],
  [
    'POST /settings/xero/organisation',
    'changes',
    () => post('/settings/xero/organisation', { tenantId: known.tenant }),
  ],
  [
    'POST /settings/xero/choices',
    'changes',
    () =>
      post('/settings/xero/choices', {
        tenantId: known.tenant,
        accountCode: '200',
        timeTaxCode: 'ZERORATEDOUTPUT',
      }),
  ],
  [
    'POST /settings/xero/vat',
    'changes',
    () =>
      post('/settings/xero/vat', {
        tenantId: known.tenant,
        from: '2026-04-01',
        oldRate: 'RROUTPUT',
        newRate: 'OUTPUT2',
      }),
  ],
  [
    'POST /clients/from-xero',
    'changes',
    () => post('/clients/from-xero', { ids: contactIdOf(xero, 'Blue "Boat" & Sons') }),
  ],
  [
    'POST /clients/:id/contact',
    'changes',
    () => post(`/clients/${known.client}/contact`, { choice: 'create' }),
  ],
  [
    'POST /api/clients/:id/contact-vat',
    'changes',
    async () => {
      xero.taxContact(xero.state().contacts.at(-1)?.contactId ?? '', 'ZERORATEDOUTPUT');
      await visitor.get(`/clients/${known.client}/contact`);
      return api('POST', `/api/clients/${known.client}/contact-vat`, { holds: 'client' });
    },
  ],
  ['POST /api/xero/create-invoices', 'changes', () => api('POST', '/api/xero/create-invoices', {})],
  [
    'POST /api/xero/backfill-invoice-numbers',
    'nothing',
    () => api('POST', '/api/xero/backfill-invoice-numbers'),
  ],
  [
    'POST /work-logs/create-invoices',
    'changes',
    async () => {
      await freshLog();
      const page = await visitor.get('/work-logs/create-invoices');
      const fingerprint = /name="fingerprint" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      return post('/work-logs/create-invoices', { fingerprint });
    },
  ],
  ['POST /work-logs/invoice-runs/:id', 'nothing', () => post('/work-logs/invoice-runs/1')],
  [
    'POST /work-logs/invoice-runs/:id/free/:invoice',
    'nothing',
    () => post('/work-logs/invoice-runs/1/free/1'),
  ],
  ['DELETE /api/invoices/:id', 'changes', () => api('DELETE', `/api/invoices/${last('invoices')}`)],
  [
    'POST /invoices/:id/take-back',
    'changes',
    () => post(`/invoices/${last('invoices')}/take-back`),
    () => api('POST', '/api/xero/create-invoices', {}),
  ],
  [
    'POST /work-logs/backfill',
    'changes',
    () => {
      for (const { invoiceId } of xero.state().invoices) xero.mark(invoiceId, 'voided');
      return post('/work-logs/backfill');
    },
  ],
  ['POST /reconciliation', 'nothing', () => post('/reconciliation')],
  [
    'POST /reconciliation/:id',
    'nothing',
    () => post('/reconciliation/1', { press: 'take-up', ids: '1' }),
  ],
  ['POST /work-logs/invoices/:id/release', 'changes', () => post('/work-logs/invoices/1/release')],
  ['POST /settings/xero/disconnect', 'changes', () => post('/settings/xero/disconnect')],
  ['POST /api/xero/disconnect', 'nothing', () => api('POST', '/api/xero/disconnect')],
  [
    'POST /settings/work-types/:id/restore',
    'changes',
    () => post(`/settings/work-types/${known.type}/restore`),
    () => api('DELETE', `/api/work-types/${known.type}`),
  ],
  ['DELETE /api/work-types/:id', 'changes', () => api('DELETE', `/api/work-types/${known.type}`)],
  [
    'POST /api/approved-emails',
    'changes',
    () => api('POST', '/api/approved-emails', { email: 'robin@example.com' }),
  ],
  [
    'DELETE /api/approved-emails/:email',
    'changes',
    () => api('DELETE', '/api/approved-emails/robin@example.com'),
  ],
  [
    'DELETE /api/approved-emails/by-id/:id',
    'changes',
    () => api('DELETE', `/api/approved-emails/by-id/${last('approved_emails')}`),
    () => api('POST', '/api/approved-emails', { email: 'kim@example.com' }),
  ],
  [
    'POST /settings/approved-emails/new',
    'changes',
    () => post('/settings/approved-emails/new', { email: 'robin@example.com' }),
  ],
  [
    'POST /api/login/link',
    'changes',
    async () => {
      await server.signIn('robin@example.com');
      return visitor.get('/up');
    },
  ],
  [
    'POST /settings/users/:id/delete',
    'changes',
    () => post(`/settings/users/${last('users')}/delete`),
  ],
  [
    'DELETE /api/users/:id',
    'changes',
    () => api('DELETE', `/api/users/${last('users')}`),
    () => server.signIn('robin@example.com'),
  ],
  [
    'POST /settings/approved-emails/:id/remove',
    'changes',
    () => post(`/settings/approved-emails/${last('approved_emails')}/remove`),
  ],
  ['POST /api/imports', 'changes', () => sendFile(visitor, imported('By the API'))],
  ['POST /api/imports', 'nothing', () => sendFile(visitor, imported('By the API'))],
  ['POST /api/imports', 'nothing', () => sendFile(visitor, 'nonsense')],
  [
    'DELETE /api/imports/:id',
    'changes',
    () => api('DELETE', `/api/imports/${last("imports where status = 'done' and new_count > 0")}`),
  ],
  ['POST /import/names', 'nothing', () => post('/import/names', { names: 'Pasted' })],
  ['POST /import', 'nothing', () => sendForm(imported('By the form'))],
  ['POST /import/:id', 'changes', () => post(`/import/${last('imports')}`, { press: 'import' })],
  ['POST /import/:id/undo', 'changes', () => post(`/import/${last('imports')}/undo`)],
  [
    'POST /settings/sessions/:name/end',
    'nothing',
    async () => {
      await server.signIn();
      const page = await visitor.get('/settings/account');
      const [, name = ''] = /\/settings\/sessions\/([\w-]+)\/end"/.exec(page.text) ?? [];
      return post(`/settings/sessions/${name}/end`);
    },
  ],
  // What becomes of them is in the history as acts, as sign-ins are.
  ['POST /api/passkeys', 'nothing', () => api('POST', '/api/passkeys?for=me')],
  [
    'POST /settings/passkeys/new',
    'nothing',
    async () => (await addPasskey(visitor, server.url)).answer,
  ],
  [
    'POST /settings/passkeys/:id/remove',
    'nothing',
    () => post(`/settings/passkeys/${last('passkeys')}/remove`),
  ],
  [
    'POST /settings/tokens/new',
    'nothing',
    () =>
      post('/settings/tokens/new', {
        ...{ name: 'Button', scopes: 'log', days: 'never', writesBackDays: 'any' },
      }),
  ],
  [
    'POST /settings/tokens/:id/end',
    'nothing',
    () => post(`/settings/tokens/${last('api_tokens')}/end`),
  ],
  ['POST /api/passkeys', 'nothing', () => post('/api/passkeys')],
  ['POST /api/login/passkey', 'nothing', () => post('/api/login/passkey', { answer: '{}' })],
  ['POST /api/logout', 'nothing', () => post('/api/logout')],
  [
    'POST /settings/sessions/end',
    'nothing',
    () => post('/settings/sessions/end'),
    async () => {
      visitor = await visitSignedIn(server);
    },
  ],
];

const Entries = z.array(z.object({ id: z.int(), record: z.string(), by: z.string() }).loose());
const entriesAfter = (id: number) =>
  server.services.db.$client
    .prepare(
      `select kind || coalesce(':' || record_id, '') as record, action, by, before, after
      from history_entries where id > ? and kind not in ('sign-in', 'download') order by id`,
    )
    .all(id) as {
    record: string;
    action: string;
    by: string;
    before: string | null;
    after: string | null;
  }[];

describe('Of every change of a record there is an entry, and of nothing else', () => {
  test('Every address that takes changes is tried', () => {
    const tried = new Set(STEPS.map(([address]) => address));
    expect(mutatingAddresses().filter((address) => !tried.has(address))).toEqual([]);
    expect(mutatingAddresses().length).toBeGreaterThan(60);
  });

  test.each(STEPS)('%s: %s', async (address, effect, run, prepare) => {
    const { db, background } = server.services;
    await prepare?.();
    const tag = (await visitor.get('/clients')).headers.get('ETag') ?? '';
    expect(tag).not.toBe('');
    const before = recordSnapshot(db);
    const newest = last('history_entries');
    const answer = await run();
    await vi.waitUntil(() => !LANES.some((lane) => background.isBusy(lane)), { timeout: 20_000 });
    const changed = changedRecords(before, recordSnapshot(db));
    const entries = entriesAfter(newest);
    const said = `${answer.status} ${answer.text.slice(0, 300)}`;
    expect([...new Set(entries.map(({ record }) => record))].sort(), said).toEqual(changed);
    expect(changed.length > 0 ? 'changes' : 'nothing', said).toBe(effect);
    expect(db.$client.prepare('select count(*) from history_touched').pluck().get()).toBe(0);
    expect(answer.status).toBeLessThan(500);
    // No page that was seen before counts as unchanged: its one-time keys may be used (unchanged.ts).
    const again = await visitor.get('/clients', { 'If-None-Match': tag });
    // But for what somebody else does.
    if (address === 'POST /api/login/link') expect(again.status).toBe(304);
    else expect(again.status).not.toBe(304);
  });

  test('The API gives them all, and no secret is among them', async () => {
    visitor = await visitSignedIn(server);
    const answer = await api('GET', '/api/history');
    const entries = Entries.parse(answer.json());
    expect(entries.length).toBe(last('history_entries'));
    expect(new Set(entries.map(({ record }) => record.replace(/:.*/, '')))).toEqual(
      new Set([
        'client',
        'job',
        'work-type',
        'work-log',
        'pending-work-log',
        'invoice',
        'forgotten',
        'settings',
        'user',
        'approved-email',
        'rule',
        'sign-in',
      ]),
    );
    for (const secret of [OPENAI_KEY, todoist.token, 'v1:'])
      expect(answer.text).not.toContain(secret);
  });
});
