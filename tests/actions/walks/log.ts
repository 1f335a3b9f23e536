import type { Thing } from '../hands.ts';
import { both, madeLog, type Walk } from '../walk.ts';

const NOTE = 'mailbox full';
const SUPPORT = {
  client: 'Fairweather Lettings',
  workType: 'Remote support',
  duration: 45,
  description: NOTE,
  day: '2026-11-20',
};
/** A day that is typed alike by the browsers that show the day first and the month first. */
const VISIT = { ...SUPPORT, workType: 'On-site support', duration: 150, day: '2026-11-11' };

const LINE = /^Log in one line/;
const QUICK: Thing = { role: 'dialog', name: 'Quick Work Log' };
const ADD: Thing = { role: 'dialog', name: 'Add Log' };
const inQuick = (role: Thing['role'], name: RegExp | string): Thing => ({
  role,
  name,
  within: QUICK,
});
const inAdd = (role: Thing['role'], name: RegExp | string): Thing => ({ role, name, within: ADD });

/** To the screen's contents past the navigation. */
const SKIP = ['Tab', 'Enter'];

/** A log with client, type, duration and description: by its form, by the line; with travel, on another day. */
export const LOG_WALKS: Walk[] = [
  {
    what: 'A log with client, type, duration, by its form',
    by: 'keyboard',
    promise: 12,
    steps: {
      scripts: async (hands) => {
        await hands.press('Shift+N');
        await hands.isIn(/^Client/);
        await hands.type('f');
        await hands.press('Tab');
        await hands.type('r');
        await hands.press('Tab');
        await hands.isIn(/^Duration/);
        await hands.type('45m');
        await hands.press('Tab');
        await hands.isIn(/^Description/);
        await hands.describe(NOTE);
        await hands.press('Control+Enter');
        await hands.isTold('Work logged successfully');
      },
      none: async (hands) => {
        for (const key of SKIP) await hands.press(key);
        await hands.tabTo(/^Client/);
        await hands.type('f');
        await hands.press('Tab');
        await hands.type('r');
        await hands.press('Tab');
        await hands.type('45m');
        await hands.tabTo(/^Description/);
        await hands.describe(NOTE);
        await hands.tabTo(/^Log Work/);
        await hands.press('Enter');
        await hands.isTold('Work logged successfully');
      },
    },
    check: madeLog(SUPPORT),
  },
  {
    what: 'A log with client, type, duration, by the line',
    by: 'keyboard',
    promise: 12,
    steps: {
      scripts: async (hands) => {
        await hands.press('n');
        await hands.isIn(LINE);
        await hands.type('45m fa re ');
        await hands.describe(NOTE);
        await hands.press('Enter');
        await hands.isTold('Work logged successfully');
      },
      none: async (hands) => {
        for (const key of SKIP) await hands.press(key);
        await hands.tabTo(LINE);
        await hands.type('45m fa re ');
        await hands.describe(NOTE);
        await hands.press('Enter');
        await hands.isTold('Work logged successfully');
      },
    },
    check: madeLog(SUPPORT),
  },
  {
    what: 'Another one right after it, by the line',
    by: 'keyboard',
    promise: 12,
    isPromisedWithout: true,
    steps: both(async (hands, world) => {
      await hands.click({ role: 'textbox', name: 'Log in one line' });
      await hands.describe('1h pe main');
      await hands.press('Enter');
      await hands.isTold('Pennine Timber Supplies');
      world.setMinute(1);
      hands.begin();
      await hands.isIn(LINE);
      await hands.type('45m fa re ');
      await hands.describe(NOTE);
      await hands.press('Enter');
      await hands.isTold('Fairweather Lettings');
    }),
    check: madeLog(SUPPORT, 2),
  },
  {
    what: 'The same with travel, on another day, by its form',
    by: 'keyboard',
    steps: {
      scripts: async (hands) => {
        await hands.tabTo(/^Work Logs$/);
        await hands.press('Enter');
        await hands.sees({ role: 'heading', name: 'Work Logs' });
        await hands.press('Shift+N');
        await hands.isIn(/^Client/);
        await hands.type('f');
        await hands.press('Tab');
        await hands.type('o');
        await hands.press('Tab');
        await hands.type('2h');
        await hands.press('Tab');
        await hands.isIn(/^Travel/);
        await hands.type('30m');
        await hands.press('Tab');
        await hands.type('1111');
        await hands.tabTo(/^Description/);
        await hands.describe(NOTE);
        await hands.press('Control+Enter');
        await hands.isTold('Work log created successfully');
      },
      none: async (hands) => {
        await hands.tabTo(/^Work Logs$/);
        await hands.press('Enter');
        await hands.sees({ role: 'heading', name: 'Work Logs' });
        for (const key of SKIP) await hands.press(key);
        await hands.tabTo(/^Add Log/);
        await hands.press('Enter');
        await hands.isIn(/^Client/);
        await hands.type('f');
        await hands.press('Tab');
        await hands.type('o');
        await hands.press('Tab');
        await hands.type('2h');
        await hands.press('Tab');
        await hands.type('30m');
        await hands.press('Tab');
        await hands.type('1111');
        // From the duration on, Enter saves.
        await hands.tabTo(/^Description/);
        await hands.describe(NOTE);
        await hands.tabTo(/^Billable/);
        await hands.press('Enter');
        await hands.isTold('Work log created successfully');
      },
    },
    check: madeLog(VISIT),
  },
  {
    what: 'A log with client, type, duration, by its form',
    by: 'phone',
    steps: both(async (hands) => {
      await hands.tap({ role: 'link', name: 'Quick Work Log' });
      await hands.choose(inQuick('combobox', /^Client/), /^Fairweather/);
      await hands.choose(inQuick('combobox', /^Work Type/), /^Remote/);
      await hands.tap(inQuick('textbox', /^Duration/));
      await hands.type('45m');
      await hands.tap(inQuick('textbox', /^Description/));
      await hands.describe(NOTE);
      await hands.tap(inQuick('button', 'Log Work'));
      await hands.isTold('Work logged successfully');
    }),
    check: madeLog(SUPPORT),
  },
  {
    what: 'A log with client, type, duration, by the line',
    by: 'phone',
    steps: both(async (hands) => {
      await hands.tap({ role: 'textbox', name: 'Log in one line' });
      await hands.type('45m fa re ');
      await hands.describe(NOTE);
      await hands.press('Enter');
      await hands.isTold('Work logged successfully');
    }),
    check: madeLog(SUPPORT),
  },
  {
    what: 'The same with travel, on another day, by its form',
    by: 'phone',
    steps: both(async (hands) => {
      await hands.tap({ role: 'button', name: 'Menu' });
      await hands.tap({ role: 'link', name: 'Work Logs' });
      await hands.tap({ role: 'link', name: 'Add Log' });
      await hands.choose(inAdd('combobox', /^Client/), /^Fairweather/);
      await hands.choose(inAdd('combobox', /^Work Type/), /^On-site/);
      await hands.tap(inAdd('textbox', /^Duration/));
      await hands.type('2h');
      await hands.tap(inAdd('textbox', /^Travel/));
      await hands.type('30m');
      await hands.pickDay(/^Date$/, '2026-11-11');
      await hands.tap(inAdd('textbox', /^Description/));
      await hands.describe(NOTE);
      await hands.tap(inAdd('button', 'Save'));
      await hands.isTold('Work log created successfully');
    }),
    check: madeLog(VISIT),
  },
];
