import type { Thing } from '../hands.ts';
import { both, madeLog, type Walk } from '../walk.ts';

const NEWEST: Thing = {
  role: 'button',
  name: /^Repeat/,
  within: { role: 'region', name: 'Recent Activity' },
};
const IN_QUICK_LOG: Thing = {
  role: 'button',
  name: /^Repeat/,
  within: {
    role: 'region',
    name: 'Again',
    within: { role: 'dialog', name: 'Quick Work Log' },
  },
};
const DONE = 'Work logged successfully';

/** The same work as the newest log of yesterday, dated today. */
const check: Walk['check'] = async (world) => {
  const log = await world.yesterdaysLog();
  if (!log) throw new Error('Nothing was logged yesterday');
  const { duration, description, client, workType } = log;
  const same = { duration, description, client: client.name, workType: workType.name };
  await madeLog({ ...same, day: '2026-11-20' })(world);
};

const what = "Yesterday's log again";

export const AGAIN_WALKS: Walk[] = [
  {
    what,
    by: 'mouse',
    promise: 1,
    isPromisedWithout: true,
    steps: both(async (hands) => {
      await hands.click(NEWEST);
      await hands.isTold(DONE);
    }),
    check,
  },
  {
    what,
    by: 'keyboard',
    promise: 1,
    steps: {
      scripts: async (hands) => {
        await hands.press('r');
        await hands.isTold(DONE);
      },
      none: async (hands) => {
        await hands.tabTo(/^Skip to content/);
        await hands.press('Enter');
        await hands.tabTo(/^View All/);
        await hands.tabTo(/^Repeat/);
        await hands.press('Enter');
        await hands.isTold(DONE);
      },
    },
    check,
  },
  {
    what,
    by: 'phone',
    promise: 3,
    isPromisedWithout: true,
    steps: both(async (hands) => {
      await hands.tap({ role: 'link', name: 'Quick Work Log' });
      await hands.tap(IN_QUICK_LOG);
      await hands.isTold(DONE);
    }),
    check,
  },
];
