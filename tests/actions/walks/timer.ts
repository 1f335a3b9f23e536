import type { Hands, Thing } from '../hands.ts';
import { both, madeLog, type Walk } from '../walk.ts';
import type { World } from '../world.ts';

const START: Thing = { role: 'button', name: 'Start timer' };
const STOP: Thing = { role: 'button', name: 'Stop timer' };
const DRAFT: Thing = { role: 'dialog', name: 'Time to be logged' };
const inDraft = (role: Thing['role'], name: RegExp | string): Thing => ({
  role,
  name,
  within: DRAFT,
});

/** How long the timer runs, in minutes. */
const RAN = 25;

type Press = (hands: Hands, which: 'start' | 'stop') => Promise<void>;

const byMouse: Press = (hands, which) => hands.click(which === 'start' ? START : STOP);
const byFinger: Press = (hands, which) => hands.tap(which === 'start' ? START : STOP);
const byKey: Press = (hands) => hands.press('t');
const byTab: Press = async (hands, which) => {
  await hands.tabTo(which === 'start' ? /^Start timer$/ : /^Stop timer$/);
  await hands.press('Enter');
};

const startAndStop = (press: Press) => async (hands: Hands, world: World) => {
  await press(hands, 'start');
  await hands.sees(STOP);
  await hands.isTold('Timer started');
  world.setMinute(RAN);
  await press(hands, 'stop');
  await hands.sees(DRAFT);
};

/** Nothing runs, and no log was made: the time is kept. */
const checkStopped: Walk['check'] = async (world) => {
  if (await world.isTimerRunning()) throw new Error('The timer still runs');
  if ((await world.madeLogs()).length > 0) throw new Error('A log was made');
};

const checkLogged = madeLog({
  client: 'Fairweather Lettings',
  workType: 'Remote support',
  duration: RAN,
  day: '2026-11-20',
});

const stopped = { what: 'A timer, started and stopped', check: checkStopped, promise: 2 };
const logged = { what: 'The same, and logged for a client and a type', check: checkLogged };

const sayByTouch = async (hands: Hands) => {
  await hands.choose(inDraft('combobox', /^Client/), /^Fairweather/);
  await hands.choose(inDraft('combobox', /^Work Type/), /^Remote/);
  await hands.tap(inDraft('button', 'Log'));
  await hands.isTold('Work logged successfully');
};

const sayByKeys = (save: (hands: Hands) => Promise<void>) => async (hands: Hands) => {
  await hands.isIn(/^Client/);
  await hands.type('f');
  await hands.press('Tab');
  await hands.type('r');
  await save(hands);
  await hands.isTold('Work logged successfully');
};

/** A timer that was started twenty minutes late. */
const corrected = (by: 'click' | 'tap'): Omit<Walk, 'by'> => ({
  what: 'A timer that was started 20 minutes late, put right',
  promise: 2,
  isPromisedWithout: true,
  before: async (world) => {
    world.setMinute(0);
    await world.startTimer();
  },
  steps: both(async (hands) => {
    await hands[by]({ role: 'link', name: /^Timer: / });
    await hands[by]({ role: 'button', name: '20 min earlier' });
    await hands.isTold('Timer updated');
  }),
  check: async (world) => {
    const start = await world.timerStart();
    if (start !== '2026-11-20T08:45:00.000Z') throw new Error(`It began at ${start}`);
  },
});

export const TIMER_WALKS: Walk[] = [
  { ...stopped, by: 'mouse', isPromisedWithout: true, steps: both(startAndStop(byMouse)) },
  {
    ...stopped,
    by: 'keyboard',
    steps: { scripts: startAndStop(byKey), none: startAndStop(byTab) },
  },
  { ...stopped, by: 'phone', isPromisedWithout: true, steps: both(startAndStop(byFinger)) },
  {
    ...logged,
    by: 'keyboard',
    steps: {
      scripts: async (hands, world) => {
        await startAndStop(byKey)(hands, world);
        await sayByKeys((h) => h.press('Control+Enter'))(hands);
      },
      none: async (hands, world) => {
        await startAndStop(byTab)(hands, world);
        await sayByKeys(async (h) => {
          await h.tabTo(/^Log$/);
          await h.press('Enter');
        })(hands);
      },
    },
  },
  {
    ...logged,
    by: 'phone',
    steps: both(async (hands, world) => {
      await startAndStop(byFinger)(hands, world);
      await sayByTouch(hands);
    }),
  },
  { ...corrected('click'), by: 'mouse' },
  { ...corrected('tap'), by: 'phone' },
];
