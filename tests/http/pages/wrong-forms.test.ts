import { describe, expect, test } from 'vitest';
import { clients, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, toastOf } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { dataAddress } from '#tests/support/route-ids.ts';

const shared = useSharedServer();

const AMOUNT = 'Enter an amount from 0 to £1,000,000.00 with at most two decimals, such as 60.00.';
const HOURS = 'Enter a number of hours, such as 1.5, or a duration such as 1:30, 1h 30m or 90m.';
const SELECT = 'Please select client and work type';
const ENTER = 'Please enter duration (hours or minutes)';

type Fields = Record<string, string>;

/** Adds a client, two work types and a log; gives the fields of a form that logs another hour. */
function makeEntries() {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  const onSiteId = addWorkType(server, 'On-site support');
  const logId = addLog(server, { clientId, workTypeId });
  const work: Fields = {
    clientId: String(clientId),
    workTypeId: String(workTypeId),
    duration: '1.5',
    description: 'Two "quoted" <words>',
    hourlyRate: '60.00',
    date: '2026-03-29',
    billable: 'on',
  };
  return { clientId, workTypeId, onSiteId, logId, work };
}

function everything() {
  const { db } = shared().server.services;
  return [clients, workTypes, workLogs].map((table) => db.select().from(table).all());
}

/**
 * Posts a wrong form; expects it back with everything that was typed, exactly these errors
 * beside their fields and tied to them, and nothing changed.
 */
async function expectRefused(path: string, fields: Fields, errors: Fields): Promise<void> {
  const before = everything();
  // Drops a toast that an earlier answer left to be shown.
  shared().visitor.cookies.delete('toast');
  const answer = await shared().visitor.post(path, fields);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  for (const [name, value] of Object.entries(fields)) {
    const control = controlOf(answer.text, name);
    const isCheckbox = name === 'billable' || name === 'isHardware';
    if (isCheckbox) expect([name, control.isChecked]).toEqual([name, true]);
    else expect([name, control.value ?? '']).toEqual([name, value]);
    expect([name, control.isInvalid]).toEqual([name, name in errors]);
    if (name in errors) expect(control.descriptions.at(-1)).toBe(errors[name]);
  }
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(Object.keys(errors)));
  expect(toastOf(answer.text)).toBeNull();
  expect(everything()).toEqual(before);
}

/** Expects the same form to be accepted once it is corrected. */
async function expectTaken(path: string, fields: Fields): Promise<void> {
  expect((await shared().visitor.post(path, fields)).status).toBe(303);
}

const CLIENT: Fields = {
  name: 'Bolt "&" Sons',
  email: 'office@bolt.example',
  contactPerson: '<Robin>',
  standardRate: '75',
  premiumRate: '100.5',
  discountedRate: '',
};

describe.each(['new', 'edit'])('the client form (%s)', (kind) => {
  const path = () => {
    const { clientId } = makeEntries();
    return kind === 'new' ? '/clients/new' : `/clients/${clientId}/edit`;
  };

  test.each<[string, Fields, Fields]>([
    ['no name', { name: '' }, { name: 'Enter the name of the client.' }],
    ['a blank name', { name: '  ' }, { name: 'Enter the name of the client.' }],
    [
      'half an email',
      { email: 'office@' },
      { email: 'Enter an email address such as name@example.com, or leave this empty.' },
    ],
    [
      'three wrong rates',
      { standardRate: 'sixty', premiumRate: '1.005', discountedRate: '-1' },
      { standardRate: AMOUNT, premiumRate: AMOUNT, discountedRate: AMOUNT },
    ],
    [
      '201 letters of a name',
      { name: 'n'.repeat(201) },
      { name: 'Keep this to 200 characters or fewer.' },
    ],
  ])('with %s comes back', async (_, wrong, errors) => {
    const address = path();
    await expectRefused(address, { ...CLIENT, ...wrong }, errors);
    await expectTaken(address, CLIENT);
  });
});

const WORK_TYPE: Fields = {
  name: 'Consultancy',
  hourlyRate: '90',
  description: 'In person & "on time"',
  isHardware: 'on',
};

describe.each(['new', 'edit'])('the work type form (%s)', (kind) => {
  const path = () => {
    // No log uses the work type, so it may become hardware.
    const workTypeId = addWorkType(shared().server, 'Support');
    return `/settings/work-types/${kind === 'new' ? 'new' : `${workTypeId}/edit`}`;
  };

  test.each<[string, Fields, Fields]>([
    ['no name', { name: '' }, { name: 'Enter a name for the work type.' }],
    ['a rate like a machine writes it', { hourlyRate: '1e3' }, { hourlyRate: AMOUNT }],
    [
      'everything wrong',
      { name: ' ', hourlyRate: '£', description: 'd'.repeat(2_001) },
      {
        name: 'Enter a name for the work type.',
        hourlyRate: AMOUNT,
        description: 'Keep this to 2,000 characters or fewer.',
      },
    ],
  ])('with %s comes back', async (_, wrong, errors) => {
    const address = path();
    await expectRefused(address, { ...WORK_TYPE, ...wrong }, errors);
    await expectTaken(address, WORK_TYPE);
  });
});

describe.each(['new', 'edit'])('the work log form (%s)', (kind) => {
  const pathFor = (logId: number) =>
    kind === 'new' ? '/work-logs/new' : `/work-logs/${logId}/edit`;
  const LONG = 'One work log can be at most 100 hours long. Split it into several.';
  const NOT_WHOLE = 'This does not come to whole minutes. Write it like 1.5, 1:30, 1h 30m or 90m.';
  const TWO_MEANINGS =
    'A comma before three figures may mean two things. Write it like 1.5, 1:30, 1h 30m or 90m.';
  const TRAVEL =
    'Travel time is only for on-site work. Empty this field, or choose an on-site work type.';

  test.each<[string, Fields, Fields]>([
    [
      'neither client nor work type',
      { clientId: '', workTypeId: '' },
      { clientId: SELECT, workTypeId: SELECT },
    ],
    ['no work type', { workTypeId: '' }, { workTypeId: SELECT }],
    ['no duration', { duration: '' }, { duration: ENTER }],
    ['a duration of 0', { duration: '0' }, { duration: ENTER }],
    ['less than half a minute', { duration: '0.008' }, { duration: NOT_WHOLE }],
    ['two meanings', { duration: '1,500' }, { duration: TWO_MEANINGS }],
    ['seconds', { duration: '1:30:15' }, { duration: HOURS }],
    ['a duration in words', { duration: 'some hours' }, { duration: HOURS }],
    ['a duration below 0', { duration: '-1' }, { duration: HOURS }],
    ['more than 100 hours', { duration: '100.01' }, { duration: LONG }],
    ['travel time that is not for on-site work', { travelTime: '0.5' }, { travelTime: TRAVEL }],
    ['travel time in words', { travelTime: 'far' }, { travelTime: HOURS }],
    ['a rate in words', { hourlyRate: 'much' }, { hourlyRate: AMOUNT }],
    ['a day that never was', { date: '2026-02-30' }, { date: 'Enter a real date as YYYY-MM-DD.' }],
    [
      'everything wrong',
      { clientId: '', duration: 'x', hourlyRate: 'y', date: 'z' },
      {
        clientId: SELECT,
        duration: HOURS,
        hourlyRate: AMOUNT,
        date: 'Enter a real date as YYYY-MM-DD.',
      },
    ],
  ])('with %s comes back', async (_, wrong, errors) => {
    const { work, logId } = makeEntries();
    await expectRefused(pathFor(logId), { ...work, ...wrong }, errors);
    await expectTaken(pathFor(logId), work);
  });

  test('refuses a client and a work type that do not exist, or were taken away', async () => {
    const { server, visitor } = shared();
    const { work, logId } = makeEntries();
    const gone = { clientId: addClient(server, 'Gone'), workTypeId: addWorkType(server, 'Gone') };
    addLog(server, gone);
    await visitor.api('DELETE', `/api/clients/${gone.clientId}`);
    await visitor.api('DELETE', `/api/work-types/${gone.workTypeId}`);
    for (const [wrong, name, message] of [
      [{ clientId: '999999' }, 'clientId', 'This client does not exist. Choose another.'],
      [{ workTypeId: '999999' }, 'workTypeId', 'This work type does not exist. Choose another.'],
      [
        { clientId: String(gone.clientId) },
        'clientId',
        'This client is inactive. Choose another, or reactivate it on the Clients screen.',
      ],
      [
        { workTypeId: String(gone.workTypeId) },
        'workTypeId',
        'This work type was deleted. Choose another, or restore it in Settings.',
      ],
    ] as const) {
      const before = everything();
      const answer = await visitor.post(pathFor(logId), { ...work, ...wrong });
      expect(answer.status).toBe(400);
      const control = controlOf(answer.text, name);
      expect([control.isInvalid, control.descriptions]).toEqual([true, [message]]);
      expect(controlOf(answer.text, 'description').value).toBe(work.description);
      expect(everything()).toEqual(before);
    }
  });

  test('counts travel time of on-site work towards the limit', async () => {
    const { work, onSiteId, logId } = makeEntries();
    const onSite = { ...work, workTypeId: String(onSiteId), duration: '99' };
    await expectRefused(pathFor(logId), { ...onSite, travelTime: '1.02' }, { duration: LONG });
    await expectTaken(pathFor(logId), { ...onSite, travelTime: '1', confirm: 'hours-day' });
  });
});

test('a box that was not ticked stays unticked when the form comes back', async () => {
  const { clientId, workTypeId } = makeEntries().work;
  const unticked = { clientId: clientId ?? '', workTypeId: workTypeId ?? '', duration: 'x' };
  const answer = await shared().visitor.post('/work-logs/new', unticked);
  expect(answer.status).toBe(400);
  expect(controlOf(answer.text, 'billable').isChecked).toBe(false);
});

test('a wrong form sent by a script comes back as data, with status 400', async () => {
  const typed = makeEntries().work;
  const path = dataAddress('/work-logs/new');
  const answer = await shared().visitor.post(path, { ...typed, duration: 'x' });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    result: {
      status: 'error',
      initialValue: { ...typed, duration: 'x' },
      error: { duration: [HOURS] },
    },
  });
});
