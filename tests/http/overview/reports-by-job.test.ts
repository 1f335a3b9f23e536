import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClient, addJob, addWorkType } from '../../support/data/entries.ts';
import { controlOf, startTags, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

/** Reports by the jobs of a client, or of one job. */

const shared = useSharedServer();
const api = (method: string, path: string, body?: unknown) =>
  shared().visitor.api(method, path, body);
const get = async (path: string) => shared().visitor.get(path);

let acme = 0;
let thorn = 0;
let plain = 0;
let lane = 0;
let street = 0;
let support = 0;

beforeAll(async () => {
  const { server } = shared();
  [acme, thorn, plain] = ['Acme', 'Thorn', 'Plain'].map((name) => addClient(server, name)) as [
    number,
    number,
    number,
  ];
  support = addWorkType(server, 'Support');
  const remote = addWorkType(server, 'Remote');
  [lane, street] = [addJob(server, acme, 'Mill Lane'), addJob(server, acme, 'High Street')];
  const harbour = addJob(server, thorn, 'Harbour');
  const log = async (body: object) => {
    const work = { clientId: acme, workTypeId: support, duration: 60, date: '2026-03-10' };
    const answer = await api('POST', '/api/work-logs', { ...work, ...body });
    expect(answer.status, answer.text).toBe(201);
  };
  await log({ jobId: lane });
  await log({ jobId: lane, duration: 30, billable: false });
  await log({ jobId: lane, workTypeId: remote, date: '2026-04-02' });
  await log({ jobId: street, duration: 90 });
  await log({ duration: 15 });
  await log({ clientId: thorn, jobId: harbour });
});

const Amounts = z.object({ hours: z.number(), net: z.string(), billableHours: z.number() });
const Report = z.object({
  rows: z.array(Amounts.extend({ key: z.string(), name: z.string() })),
  total: Amounts,
});
const report = async (query: string) =>
  Report.parse((await api('GET', `/api/reports?${query}`)).json());

describe('a report by job', () => {
  test('has a client’s jobs and what is for none, and adds up to the client', async () => {
    const { rows, total } = await report(`by=job&clientId=${acme}`);
    expect(rows).toEqual([
      { key: String(lane), name: 'Mill Lane', hours: 2.5, net: '120.00', billableHours: 2 },
      { key: String(street), name: 'High Street', hours: 1.5, net: '90.00', billableHours: 1.5 },
      { key: 'none', name: 'No job', hours: 0.25, net: '15.00', billableHours: 0.25 },
    ]);
    expect(total).toEqual((await report(`by=month&clientId=${acme}`)).total);
    const page = visibleText((await get(`/clients/${acme}`)).text);
    expect(page).toContain('Mill Lane Open 2h 30m £120.00');
    expect(page).toContain('High Street Open 1h 30m £90.00');
  });

  test('takes the other filters, and a job is a filter of all others', async () => {
    const march = await report(`by=job&clientId=${acme}&from=2026-03-01&to=2026-03-31`);
    expect(march.rows.map(({ name, hours }) => [name, hours])).toEqual([
      ['High Street', 1.5],
      ['Mill Lane', 1.5],
      ['No job', 0.25],
    ]);
    const ofType = await report(`by=job&clientId=${acme}&workTypeId=${support}&billable=true`);
    expect(ofType.rows.map(({ name, hours }) => [name, hours])).toEqual([
      ['High Street', 1.5],
      ['Mill Lane', 1],
      ['No job', 0.25],
    ]);
    const months = await report(`by=month&jobId=${lane}`);
    expect(months.rows.map(({ key, hours }) => [key, hours])).toEqual([
      ['2026-03', 1.5],
      ['2026-04', 1],
    ]);
    expect((await report(`by=client&jobId=${lane}`)).rows).toMatchObject([{ key: String(acme) }]);
    expect((await report(`by=week&jobId=${lane}`)).rows[0]).toMatchObject({ key: '2026-03-09' });
    expect((await report(`by=job&jobId=${lane}`)).rows).toHaveLength(1);
    expect((await report(`by=month&jobId=${lane}&clientId=${thorn}`)).rows).toEqual([]);
  });

  test('asks for the client', async () => {
    const answer = await api('GET', '/api/reports?by=job');
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      issues: [{ path: 'clientId', message: 'Choose the client whose jobs these are.' }],
    });
    const page = await get('/reports?by=job');
    expect(page.status).toBe(400);
    expect(controlOf(page.text, 'clientId').descriptions).toContain(
      'Choose the client whose jobs these are.',
    );
    expect((await api('GET', '/api/reports?jobId=x')).json()).toMatchObject({
      issues: [{ path: 'jobId', message: 'This job does not exist.' }],
    });
  });

  test('is a file', async () => {
    const file = await get(`/reports.csv?by=job&clientId=${acme}`);
    expect(file.text).toContain(`${lane},Mill Lane,2.5,120.00,2,0.00,0.00`);
    expect(file.headers.get('content-disposition')).toContain('report-by-job.csv');
  });
});

describe('the screen Reports', () => {
  const asks = (html: string) => startTags(html, 'select').some(({ name }) => name === 'jobId');

  test('offers jobs where the chosen client has one', async () => {
    for (const path of ['/reports?by=client', `/reports?by=client&clientId=${plain}`]) {
      const { text } = await get(path);
      expect([asks(text), visibleText(text).includes('By job')], path).toEqual([false, false]);
    }
    const { text } = await get(`/reports?by=client&clientId=${acme}`);
    expect(asks(text)).toBe(true);
    expect(visibleText(text)).toContain('By job');
    expect(text).not.toContain('Harbour');
  });

  test('shows jobs with links to their logs, and says on paper which job it is about', async () => {
    const { text } = await get(`/reports?by=job&clientId=${acme}`);
    expect(visibleText(text)).toContain('Hours and net amounts by job, all time (Acme)');
    expect(text).toContain(`href="/work-logs?clientId=${acme}&amp;jobId=${lane}"`);
    expect(visibleText(text)).toContain('No job 0.25');
    const one = visibleText((await get(`/reports?by=month&jobId=${lane}`)).text);
    expect(one).toContain('by month, all time (Mill Lane)');
    // The job of the client that was chosen before goes.
    const moved = await get(`/reports?by=month&clientId=${thorn}&jobId=${lane}`);
    expect(visibleText(moved.text)).toContain('all time (Thorn)');
    expect(controlOf(moved.text, 'jobId').value).toBe('');
  });
});
