import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import { bareEnvironment, isInstalled, Lynx } from '#tests/support/browser/lynx.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { addPendingLog, pendingRow } from '#tests/support/data/pending-work-logs.ts';
import { plainFormsOf } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { CREATED_LOG, EDITED_LOG, EXPECTED, NOW, takeSnapshot } from './first-hour-rows.ts';

const HAS_LYNX = isInstalled('lynx');
const HAS_W3M = isInstalled('w3m');
for (const [name, isThere] of Object.entries({ lynx: HAS_LYNX, w3m: HAS_W3M })) {
  if (!isThere)
    process.stdout.write(`Skipped: ${name} is not installed (apt-get install ${name})\n`);
}

const run = promisify(execFile);
const server = useServer();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhour-text-browser-'));
  server().setClock(NOW);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function openLynx(): Promise<Lynx> {
  const lynx = new Lynx(folder);
  await lynx.prepare();
  return lynx;
}

/** Adds tasks that have everything to be confirmed, newest first, the first of twenty minutes. */
function addTasks(count: number) {
  const clientId = addClient(server(), 'Harbour Dental');
  const supportId = addWorkType(server(), 'Support');
  const trainingId = addWorkType(server(), 'Training');
  const ids = ['Router', 'Printer', 'Scanner', 'Switch', 'Modem']
    .slice(0, count)
    .map((taskName, index) =>
      addPendingLog(server(), {
        taskName,
        clientId,
        workTypeId: supportId,
        duration: index === 0 ? 20 : 60,
        completedAt: new Date(Date.UTC(2025, 0, 20 - index)),
      }),
    );
  return { ids, supportId, trainingId, row: (id: number) => pendingRow(server(), id) };
}

function addSampleLog(): void {
  const clientId = addClient(server(), 'Harbour Dental');
  addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
}

describe.skipIf(!HAS_LYNX)('In lynx, by key presses', () => {
  test('someone signs in, adds a client and a work type, logs an hour and a half, edits it and deletes it', async () => {
    const lynx = await openLynx();
    const home = `${server().url}/`;

    const start = await lynx.visit(await printLoginLink(server()), { press: 'Sign in' });
    expect(start).toContain('No work logs found');
    expect(start).toContain('Create your first work log to get started');

    const withClient = await lynx.visit(
      home,
      { follow: 'Clients' },
      { follow: 'Add Client' },
      { fill: 'Client Name', text: 'Harbour Dental' },
      { fill: 'Contact Person', text: 'Priya Shah' },
      { fill: 'Email', text: 'desk@harbour.example' },
      { fill: 'Standard Rate (£/hr)', text: '80.00' },
      { fill: 'Premium Rate (£/hr)', text: '120' },
      { press: 'Add Client' },
    );
    expect(withClient).toContain('Client created successfully');
    expect(withClient).toMatch(/Harbour Dental Active Priya Shah .*£80\.00\/hr/);
    expect(takeSnapshot(server()).clients).toEqual(EXPECTED.created.clients);

    const withType = await lynx.visit(
      home,
      { follow: 'Settings' },
      { follow: 'Add Type' },
      { fill: 'Name', text: 'On-site support' },
      { fill: 'Hourly Rate (£)', text: '75' },
      { fill: 'Description', text: 'At the customer’s place' },
      { press: 'Add Type' },
    );
    expect(withType).toContain('Work type created successfully');
    expect(takeSnapshot(server()).workTypes).toEqual(EXPECTED.created.workTypes);

    const withLog = await lynx.visit(
      home,
      { follow: 'Add Log' },
      { choose: 'Client', option: 'Harbour Dental' },
      { choose: 'Work Type', option: 'On-site support' },
      { fill: 'Duration (hours)', text: '1' },
      { fill: 'Travel Time (hours)', text: '0.5' },
      { fill: 'Description', below: 'Add Item', text: CREATED_LOG.description },
      { press: 'Save' },
    );
    expect(withLog).toContain('Work log created successfully');
    expect(withLog).toMatch(
      /Jul 16, 2025 \[\d+\]Harbour Dental .*On-site support 1h 30m £120\.00 Pending/,
    );
    expect(takeSnapshot(server())).toEqual(EXPECTED.created);

    const filtered = await lynx.visit(
      home,
      { choose: 'Client', option: 'Harbour Dental' },
      { fill: 'From', text: '2025-07-17' },
      { press: 'Filter' },
    );
    expect(filtered).toContain('Try adjusting your filters');

    const withEdit = await lynx.visit(
      home,
      { follow: 'Edit' },
      { fill: 'Duration (hours)', text: '2' },
      { fill: 'Date', text: '2025-07-14' },
      { fill: 'Description', below: 'Add Item', text: EDITED_LOG.description },
      { press: 'Update' },
    );
    expect(withEdit).toContain('Work log updated successfully');
    expect(withEdit).toMatch(/Jul 14, 2025 \[\d+\]Harbour Dental .*2h 0m £160\.00/);
    expect(takeSnapshot(server())).toEqual(EXPECTED.edited);

    const without = await lynx.visit(home, { follow: 'Delete' }, { press: 'Delete' });
    expect(without).toContain('Work log deleted successfully');
    expect(without).toContain('No work logs found');
    expect(takeSnapshot(server())).toEqual(EXPECTED.deleted);
  });

  test('the description of a log shows once, whole, and the log is repeated from its dialog', async () => {
    addSampleLog();
    const lynx = await openLynx();
    const list = await lynx.visit(await printLoginLink(server()), { press: 'Sign in' });
    expect(list.split('Sample')).toHaveLength(2);
    const again = await lynx.visit(`${server().url}/`, { follow: 'Edit' }, { press: 'Repeat' });
    expect(again).toContain('1h 0m for Harbour Dental, Support: £60.00');
    expect(again.split('Sample')).toHaveLength(3);
  });

  test('what is missing is said, and nothing is saved', async () => {
    const lynx = await openLynx();
    await lynx.visit(await printLoginLink(server()), { press: 'Sign in' });
    const refused = await lynx.visit(
      `${server().url}/clients/new`,
      { fill: 'Contact Person', text: 'Priya Shah' },
      { press: 'Add Client' },
    );
    expect(refused).toContain('Enter the name of the client.');
    expect(refused).toContain('Priya Shah');
    expect(takeSnapshot(server()).clients).toEqual([]);
  });

  test('tasks are given a time and a type, confirmed, archived and rejected, and several at once', async () => {
    const lynx = await openLynx();
    await lynx.visit(await printLoginLink(server()), { press: 'Sign in' });
    const { ids, row, trainingId } = addTasks(5);
    const screen = `${server().url}/pending-work-logs`;
    const [router = 0, printer = 0, scanner = 0, switchId = 0, modem = 0] = ids;

    const without = await lynx.visit(screen, { press: 'Reject', below: 'Router' });
    expect(without).toContain('Pending work log rejected and deleted');
    expect(row(router)).toMatchObject({ status: 'rejected', duration: 20 });
    expect(row(printer)).toMatchObject({ status: 'pending_review', duration: 60 });

    const given = await lynx.visit(
      screen,
      { fill: '00:00', text: '2h', below: 'Printer' },
      { fill: 'Harbour Dental______', text: 'train', below: 'Printer' },
      { press: 'Save', below: 'Printer' },
    );
    expect(given).toContain('Pending work log updated');
    expect(row(printer)).toMatchObject({ duration: 120, workTypeId: trainingId });
    const confirmed = await lynx.visit(
      screen,
      { fill: '00:00', text: '0.4', below: 'Scanner' },
      { press: 'Confirm', below: 'Scanner' },
    );
    expect(confirmed).toContain('Work log confirmed and added to work logs');
    expect(row(scanner)).toMatchObject({ status: 'confirmed', duration: 24 });

    await lynx.visit(screen, { press: 'Archive', below: 'Printer' });
    expect(row(printer)).toMatchObject({ status: 'archived', duration: 120 });
    expect([switchId, modem].map((id) => row(id).status)).toEqual([
      'pending_review',
      'pending_review',
    ]);
    const both = await lynx.visit(
      screen,
      { tick: 'Switch' },
      { tick: 'Modem' },
      { press: 'Confirm Selected' },
    );
    expect(both).toContain('2 work logs confirmed');
    expect([switchId, modem].map((id) => row(id).status)).toEqual(['confirmed', 'confirmed']);
  });

  test('forms are sent without an Origin or a Sec-Fetch-Site header', async () => {
    const posts: IncomingHttpHeaders[] = [];
    const stranger = createServer((request, response) => {
      if (request.method === 'POST') posts.push(request.headers);
      response.setHeader('Content-Type', 'text/html');
      response.end(
        '<form method="post" action="/"><input name="a" value="b"><button>Send</button></form>',
      );
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    await (await openLynx()).visit(`http://localhost:${port}/`, { press: 'Send' });
    stranger.closeAllConnections();
    stranger.close();
    expect(posts).toHaveLength(1);
    expect(posts[0]).not.toHaveProperty('origin');
    expect(posts[0]).not.toHaveProperty('sec-fetch-site');
  });

  test('someone logs a line, and is asked for the client of another', async () => {
    const lynx = await openLynx();
    addClient(server(), 'Harbour Dental');
    addClient(server(), 'Harbour Foods');
    addWorkType(server(), 'Support');
    await lynx.visit(await printLoginLink(server()), { press: 'Sign in' });
    const field = { fill: 'Log in one line', below: 'Close' };
    const logged = await lynx.visit(
      `${server().url}/work-logs/line`,
      { ...field, text: '45m dental support router' },
      { press: 'Log', below: 'What you can type' },
    );
    expect(logged).toContain('Harbour Dental, Support,');
    expect(logged).toContain('0h 45m · £45.00');
    const asked = await lynx.visit(
      `${server().url}/work-logs/line`,
      { ...field, text: '30m harbour support printer' },
      { press: 'Log', below: 'What you can type' },
    );
    expect(asked).toContain('Did you mean Harbour Dental or Harbour Foods?');
    expect(asked).toContain('printer');
    expect(takeSnapshot(server()).workLogs).toMatchObject([
      { duration: 45, description: 'router' },
    ]);
  });
});

describe.skipIf(!HAS_W3M)('In w3m', () => {
  async function w3m(...options: string[]): Promise<string> {
    const running = run('w3m', ['-cookie', '-cols', '120', ...options], {
      timeout: 30_000,
      env: bareEnvironment(folder),
    });
    running.child.stdin?.end();
    return (await running).stdout;
  }

  /** Sends a form as w3m does, with or without its token. */
  async function send(path: string, fields: Record<string, string>): Promise<string> {
    const file = join(folder, 'post');
    await writeFile(file, new URLSearchParams(fields).toString());
    return w3m('-post', file, '-dump', `${server().url}${path}`);
  }

  const sourceOf = (path: string) =>
    w3m('-o', 'accept_encoding=identity', '-dump_source', `${server().url}${path}`);

  async function signIn(): Promise<string> {
    const link = await printLoginLink(server());
    const [form] = plainFormsOf(await sourceOf(link.replace(server().url, '')));
    return send(form?.action ?? '', Object.fromEntries(form?.fields ?? []));
  }

  async function tokenOf(path: string): Promise<string> {
    const source = await sourceOf(path);
    const token = /name="formToken" value="([^"]+)"/.exec(source)?.[1];
    if (token === undefined) throw new Error(`There is no form token in ${path}`);
    return token;
  }

  test('someone signs in, reads the screens and adds a client', async () => {
    expect(await signIn()).toContain('No work logs found');
    const form = await w3m('-dump', `${server().url}/clients/new`);
    expect(form).toMatch(/Client Name \*\s*\[ *\]/);
    const formToken = await tokenOf('/clients/new');
    const answer = await send('/clients/new', { name: 'Harbour Dental', formToken });
    expect(answer).toContain('Client created successfully');
    expect(answer).toContain('Harbour Dental');
    expect(takeSnapshot(server()).clients).toMatchObject([{ name: 'Harbour Dental' }]);
  });

  test('the description of a log shows once', async () => {
    addSampleLog();
    expect((await signIn()).split('Sample')).toHaveLength(2);
  });

  test('a task is rejected, and another is given a time, by the buttons of their rows', async () => {
    await signIn();
    const { ids, row, supportId } = addTasks(2);
    const [router = 0, printer = 0] = ids;
    const press = async (label: string, typed: Record<string, string> = {}) => {
      const forms = plainFormsOf(await sourceOf('/pending-work-logs'));
      const form = forms.find(({ buttons }) => buttons.some((button) => button.label === label));
      const button = form?.buttons.find((one) => one.label === label);
      const sent = { ...Object.fromEntries(form?.fields ?? []), ...typed };
      return send(form?.action ?? '', { ...sent, [button?.name ?? '']: button?.value ?? '' });
    };
    expect(await press('Reject Router')).toContain('Pending work log rejected and deleted');
    expect([row(router).status, row(printer).status]).toEqual(['rejected', 'pending_review']);
    expect(await press('Save Printer', { [`${printer}:duration`]: '30m' })).toContain(
      'Pending work log updated',
    );
    expect(row(printer)).toMatchObject({ duration: 30, workTypeId: supportId });
    const page = await w3m('-dump', `${server().url}/pending-work-logs`);
    for (const word of ['Save', 'Confirm', 'Edit', 'Archive', 'Reject'])
      expect(page).toContain(word);
  });

  test('logs are ticked in the list, and get another work type by its bar and its dialog', async () => {
    await signIn();
    addSampleLog();
    const typeId = addWorkType(server(), 'Training');
    const press = async (path: string, label: string, more: Record<string, string>) => {
      const forms = plainFormsOf(await sourceOf(path));
      const form = forms.find(({ buttons }) => buttons.some((button) => button.label === label));
      return send(form?.action ?? '', { ...Object.fromEntries(form?.fields ?? []), ...more });
    };
    const list = await w3m('-dump', `${server().url}/work-logs`);
    expect(list).toMatch(/\[ \] 2025/);
    expect(list.indexOf('Change…')).toBeGreaterThan(list.indexOf('Sample'));
    const dialog = await press('/work-logs', 'Change…', { ids: '1', press: 'change' });
    expect(dialog).toContain('Change 1 log');
    const none = await press('/work-logs', 'Change…', { press: 'change' });
    expect(none).toContain('Tick at least one log first.');
    const saved = await press('/work-logs/many?ids=1', 'Save', { workTypeId: String(typeId) });
    expect(saved).toContain('1 work log changed');
    expect(takeSnapshot(server()).workLogs).toMatchObject([{ workTypeId: typeId }]);
  });

  test('a form without the token of the session is refused', async () => {
    await signIn();
    const answer = await send('/clients/new', { name: 'Harbour Dental' });
    expect(answer).toContain('This request came from another site, so no changes were made.');
    expect(takeSnapshot(server()).clients).toEqual([]);
  });
});
