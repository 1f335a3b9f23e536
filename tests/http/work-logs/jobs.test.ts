import { describe, expect, test } from 'vitest';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { controlOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();
const api = (method: string, path: string, body?: unknown) =>
  shared().visitor.api(method, path, body);
const client = (name: string) => addClient(shared().server, name);
const addJob = async (body: object) => idOf(await api('POST', '/api/jobs', body));

describe('a job', () => {
  test('is added with a name alone, read, changed and listed by its client', async () => {
    const [clientId, other] = [client('Acme'), client('Thorn')];
    const answer = await api('POST', '/api/jobs', { clientId, name: 'Mill Lane' });
    const id = idOf(answer);
    const none = { poNumber: null, hourlyRate: null, budgetHours: null };
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ id, clientId, name: 'Mill Lane', ...none, isOpen: true });
    const rest = { poNumber: 'PO 7', hourlyRate: '80.00', budgetHours: 37.5, isOpen: false };
    const changed = await api('PUT', `/api/jobs/${id}`, rest);
    expect(changed.json()).toEqual({ id, clientId, name: 'Mill Lane', ...rest });
    expect((await api('GET', `/api/jobs/${id}`)).json()).toEqual(changed.json());
    await addJob({ clientId: other, name: 'Mill Lane' });
    const listed = await api('GET', `/api/jobs?clientId=${clientId}`);
    expect(listed.json()).toEqual([changed.json()]);
    expect((await api('GET', '/api/jobs')).json()).toHaveLength(2);
    // A whole record that is sent back is taken.
    expect((await api('PUT', `/api/jobs/${id}`, changed.json())).json()).toEqual(changed.json());
  });

  test.each([
    [{ name: ' ' }, 'name', 'Enter the name of the job.'],
    [{ clientId: 999 }, 'clientId', 'This client does not exist. Choose another.'],
    [{ clientId: undefined }, 'clientId', 'Choose the client whose job this is.'],
    [{ budgetHours: 0 }, 'budgetHours', /^Enter a budget/],
    [{ budgetHours: -1 }, 'budgetHours', /^Enter a number of hours/],
    [{ budgetHours: 100_000 }, 'budgetHours', /^Enter a number of hours/],
    [{ hourlyRate: '1.005' }, 'hourlyRate', /^Enter an amount/],
    [{ poNumber: 'PO "7"' }, 'poNumber', /^Use letters/],
    [{ isOpen: 'perhaps' }, 'isOpen', 'This should be true or false.'],
    [{ colour: 'red' }, 'colour', /^There is no field/],
  ])('%j is refused at %s', async (wrong, path, message) => {
    const body = { clientId: client('Wrong'), name: 'Alpha', ...wrong };
    const answer = await api('POST', '/api/jobs', body);
    expect(answer.status).toBe(400);
    const said: unknown = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(answer.json()).toMatchObject({ issues: [{ path, message: said }] });
  });

  test('has a name of its own among those of its client; one that looks alike is asked about', async () => {
    const clientId = client('Bolt');
    await addJob({ clientId, name: 'Mill Lane' });
    const same = await api('POST', '/api/jobs', { clientId, name: 'Mill Lane' });
    const message = 'Bolt has a job of this name already. Choose another name.';
    expect(same.status).toBe(409);
    expect(same.json()).toEqual({ message });
    const form = await shared().visitor.post(`/clients/${clientId}/jobs/new`, {
      name: 'Mill Lane',
    });
    expect(form.status).toBe(409);
    expect(form.text).toContain('id="job-name-error"');
    const alike = await api('POST', '/api/jobs', { clientId, name: 'mill-lane' });
    expect(alike.status).toBe(409);
    expect(alike.json()).toMatchObject({ confirm: 'name' });
    const meant = { clientId, name: 'mill-lane', confirm: 'name' };
    expect((await api('POST', '/api/jobs', meant)).status).toBe(201);
  });

  test('stays with its client', async () => {
    const id = await addJob({ clientId: client('Here'), name: 'Alpha' });
    const moved = await api('PUT', `/api/jobs/${id}`, { clientId: client('There') });
    expect(moved.status).toBe(400);
    expect(moved.json()).toMatchObject({ issues: [{ path: 'clientId' }] });
  });

  test('is in the history and in the files', async () => {
    const clientId = client('Traced');
    const id = await addJob({ clientId, name: 'Alpha', budgetHours: 40 });
    await api('PUT', `/api/jobs/${id}`, { budgetHours: 50, isOpen: false });
    const entries = (await api('GET', `/api/history?record=job:${id}`)).json();
    expect(entries).toMatchObject([
      { action: 'changed', before: { budgetHours: 40 }, after: { budgetHours: 50, isOpen: false } },
      { before: null, after: { name: 'Alpha', client: { name: 'Traced' } } },
    ]);
    const screen = visibleText((await shared().visitor.get(`/history?record=job:${id}`)).text);
    expect(screen).toContain('Set to done');
    const file = (await shared().visitor.get('/jobs.csv')).text;
    expect(file).toContain('id,client,name,po_number,hourly_rate,budget_minutes,open');
    expect(file).toContain(`${id},Traced,Alpha,,,3000,false`);
  });
});

describe('the page of a client', () => {
  test('offers a first job among its billing, and lists those that there are', async () => {
    const { visitor } = shared();
    const clientId = client('Quay Books');
    const page = async () => visibleText((await visitor.get(`/clients/${clientId}`)).text);
    expect(await page()).toContain('Jobs None Add');
    const add = await visitor.get(`/clients/${clientId}/jobs/new`);
    const oneTimeKey = controlOf(add.text, 'oneTimeKey').value ?? '';
    const typed = { name: 'Shop', hourlyRate: '80', budgetHours: '10', poNumber: 'PO 7' };
    for (let sent = 0; sent < 2; sent += 1) {
      const saved = await visitor.post(`/clients/${clientId}/jobs/new`, { ...typed, oneTimeKey });
      expect(saved.status, saved.text).toBe(303);
    }
    expect(await page()).toContain('Shop PO number PO 7 · £80.00/hr Open 0h 0m £0.00 0% of 10h 0m');
    expect(await page()).not.toContain('Jobs None');
  });

  test('has a job edited by two windows keep what each of them changed', async () => {
    const { visitor } = shared();
    const id = await addJob({ clientId: client('Two'), name: 'Alpha' });
    const path = `/clients/jobs/${id}/edit`;
    const { text } = await visitor.get(path);
    const from = Object.fromEntries(
      ['version', 'madeFrom', 'oneTimeKey'].map((name) => [
        name,
        controlOf(text, name).value ?? '',
      ]),
    );
    await api('PUT', `/api/jobs/${id}`, { hourlyRate: '80.00' });
    const typed = { name: 'Beta', hourlyRate: '', budgetHours: '', poNumber: '', isOpen: 'on' };
    expect((await visitor.post(path, { ...typed, ...from })).status).toBe(303);
    const now = await api('GET', `/api/jobs/${id}`);
    expect(now.json()).toMatchObject({ name: 'Beta', hourlyRate: '80.00' });
    const collides = await visitor.post(path, { ...typed, ...from, name: 'Gamma', oneTimeKey: '' });
    expect(collides.status).toBe(409);
    expect(visibleText(collides.text)).toContain('Saved by someone else: Beta');
  });
});

describe('deleting a job', () => {
  test('erases one without work, and refuses one with work, saying what to do instead', async () => {
    const { server, visitor } = shared();
    const clientId = client('Left');
    const workTypeId = addWorkType(server, 'Support');
    const [unused, used] = [
      await addJob({ clientId, name: 'Unused' }),
      await addJob({ clientId, name: 'Used' }),
    ];
    const work = { clientId, workTypeId, duration: 60 };
    const log = await api('POST', '/api/work-logs', { ...work, jobId: used });
    expect(log.status, log.text).toBe(201);
    expect((await api('DELETE', `/api/jobs/${unused}`)).status).toBe(204);
    expect((await api('GET', `/api/jobs/${unused}`)).status).toBe(404);
    const refused = await api('DELETE', `/api/jobs/${used}`);
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({
      message: expect.stringMatching(/^Work is logged for this job.*Set it to done/) as string,
    });
    const page = visibleText((await visitor.get(`/clients/jobs/${used}/delete`)).text);
    expect(page).toContain('Work is logged for this job, so it stays. Set it to done instead');
    await visitor.post(`/clients/jobs/${used}/delete`);
    expect(visibleText((await visitor.get(`/clients/${clientId}`)).text)).toContain(
      'Work is logged for this job, so it stays.',
    );
    expect((await api('GET', `/api/jobs/${used}`)).status).toBe(200);
  });
});
