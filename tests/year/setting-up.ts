import { call, connectXero, make, sendForm, signIn, visitorOf } from './acts.ts';
import type { Client, WorkType } from './book.ts';
import { decimal } from './pence.ts';
import { PEOPLE, type World } from './world.ts';

const PLAIN = { discounted: 0, step: 1, rounding: 'up', per: 'log', least: 0, vat: 20 } as const;

/** Each is charged in another way. */
const CLIENTS: Omit<Client, 'id'>[] = [
  { ...PLAIN, name: 'Thornfield Dental', standard: 7_250, discounted: 6_625, discount: null },
  { ...PLAIN, name: 'Pike Solicitors', standard: 9_333, step: 15, least: 20, discount: null },
  {
    ...PLAIN,
    name: 'Quill Books',
    standard: 0,
    step: 6,
    rounding: 'nearest',
    vat: 0,
    discount: null,
  },
  { ...PLAIN, name: 'Marsh Rowing', standard: 6_777, step: 30, per: 'day', discount: null },
  { ...PLAIN, name: 'Ostler Tools', standard: 8_199, discounted: 7_001, discount: '12%' },
];

const TYPES: Omit<WorkType, 'id'>[] = [
  { name: 'Advising', rate: 8_050, isItems: false },
  { name: 'Mending', rate: 6_895, isItems: false },
  { name: 'Supplies hardware', rate: 0, isItems: true },
];

/** Lets two more people in, and makes what the practice begins with. */
export async function setUp(world: World): Promise<void> {
  const { book } = world;
  const [first, ...others] = PEOPLE;
  await signIn(world, [first]);
  for (const email of others) {
    const path = '/settings/approved-emails/new';
    await sendForm(world, first, { page: path, action: path, fields: { email } });
  }
  await signIn(world);
  for (const type of TYPES) {
    const body = { name: type.name, hourlyRate: decimal(type.rate), isHardware: type.isItems };
    book.types.push({ ...type, id: await make(world, first, '/api/work-types', body) });
  }
  for (const client of CLIENTS) {
    const body = {
      name: client.name,
      standardRate: decimal(client.standard),
      premiumRate: '120.00',
      discountedRate: client.discounted === 0 ? null : decimal(client.discounted),
      billingStep: client.step,
      billingRounding: client.rounding,
      billingPer: client.per,
      smallestMinutes: client.least === 0 ? null : client.least,
      vatTreatment: client.vat === 0 ? 'zero' : 'organisation',
    };
    book.clients.push({ ...client, id: await make(world, first, '/api/clients', body) });
  }
  world.todoist.account.projects = book.clients.map(({ id, name }) => ({
    id: `project${id}`,
    name,
    isArchived: false,
  }));
  await connectXero(world, first);
  await call(world, first, 'POST', '/api/todoist/config', { apiToken: world.todoist.token });
  await visitorOf(world, first).get('/settings');
}

/** Raises the rates of a client: logs that there are keep theirs. */
export async function raiseRates(world: World): Promise<void> {
  const client = world.random.pick(world.book.clients as [Client, ...Client[]]);
  const raised = {
    standard: client.standard && client.standard + 450,
    discounted: client.discounted,
  };
  const body = { standardRate: decimal(raised.standard) };
  await call(world, PEOPLE[0], 'PUT', `/api/clients/${client.id}`, body);
  Object.assign(client, raised);
}
