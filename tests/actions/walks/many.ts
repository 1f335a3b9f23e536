import type { Hands, Thing } from '../hands.ts';
import { both, type Walk } from '../walk.ts';

const IN_DIALOG: Thing = { role: 'dialog', name: /^Change 30 logs/ };
const ALL: Thing = { role: 'checkbox', name: 'Select all on this page' };
const CHANGE: Thing = {
  role: 'button',
  name: 'Change…',
  within: { role: 'group', name: 'Selected logs' },
};
const TYPE: Thing = { role: 'combobox', name: 'Work Type', within: IN_DIALOG };
const SAVE: Thing = { role: 'button', name: 'Save', within: IN_DIALOG };

const same = {
  what: 'Thirty logs of a wrong work type put right',
  promise: 5,
  isPromisedWithout: true,
  before: (world) => world.logWrongly(30, 'Consultancy'),
  from: '/work-logs?q=wrongly',
  check: async (world) => {
    const types = (await world.madeLogs()).map(({ workType }) => workType.name);
    if (types.length !== 30 || types.some((name) => name !== 'Remote support')) {
      throw new Error(`The work types are ${types.join(', ')}`);
    }
  },
} satisfies Partial<Walk>;

const putRight = (press: 'click' | 'tap', choose: 'pick' | 'choose') =>
  both(async (hands: Hands) => {
    await hands[press](ALL);
    await hands[press](CHANGE);
    await hands[choose](TYPE, /^Remote/);
    await hands[press](SAVE);
    await hands.isTold('30 work logs changed');
  });

const raised = {
  what: 'A raise of a client’s rate, applied to the unbilled logs',
  promise: 2,
  isPromisedWithout: true,
  before: (world) => world.raiseRate(12),
  from: (world) => `/clients/${world.clientIdOf('Raised')}`,
  check: async (world) => {
    const rates = (await world.madeLogs()).map(({ hourlyRate }) => hourlyRate);
    if (rates.length !== 12 || rates.some((rate) => rate !== '70.00'))
      throw new Error(`The rates are ${rates.join(', ')}`);
  },
} satisfies Partial<Walk>;

const applied = (press: 'click' | 'tap') =>
  both(async (hands: Hands) => {
    await hands[press]({ role: 'link', name: 'Reprice 12 unbilled logs' });
    await hands[press]({ role: 'button', name: 'Reprice 12 unbilled logs' });
    await hands.isTold('12 work logs repriced');
  });

export const MANY_WALKS: Walk[] = [
  { ...same, by: 'mouse', steps: putRight('click', 'pick') },
  { ...same, by: 'phone', steps: putRight('tap', 'choose') },
  { ...raised, by: 'mouse', steps: applied('click') },
  { ...raised, by: 'phone', steps: applied('tap') },
];
