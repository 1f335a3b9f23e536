import { chromium, type Browser, type BrowserContextOptions } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../support/browser/chromium.ts';
import { hydrated } from '../support/browser/hydration.ts';
import { handsAt, type Count, type Hands } from './hands.ts';
import type { Log, World } from './world.ts';

/** What a walk is made with: the keyboard alone, the mouse alone, or fingers on a phone. */
export type By = 'keyboard' | 'mouse' | 'phone';

/** What must be stored after a walk: a log like this, or nothing but the time of a stopped timer. */
export type Stored = Partial<
  Pick<Log, 'duration' | 'description'> & { client: string; workType: string; day: string }
>;

export type Steps = (hands: Hands, world: World) => Promise<void>;

/** One way to do something, counted from the Dashboard. */
export type Walk = {
  what: string;
  by: By;
  /** The most that it may take, besides the description. */
  promise?: number;
  /** Whether the promise holds without scripts as well; the keys of ours need them. */
  isPromisedWithout?: boolean;
  /** What there is before the walk. */
  before?: (world: World) => Promise<void>;
  /** The screen that it begins on, if not the Dashboard. */
  from?: string | ((world: World) => string);
  /** Without `none`, it is not walked without scripts. */
  steps: { scripts: Steps; none?: Steps };
  /** What is stored in the end. Throws when it is something else. */
  check: (world: World) => Promise<void>;
};

export const MODES = ['scripts', 'none'] as const;
export type Mode = (typeof MODES)[number];

/** What a walk took, with scripts and without, as far as it was made. */
export type Taken = { walk: Walk; counts: Partial<Record<Mode, Count>> };

/** Whether a promise is made for this walk in this mode. */
export function isPromised(walk: Walk, mode: Mode): boolean {
  return walk.promise !== undefined && (mode === 'scripts' || walk.isPromisedWithout === true);
}

const SIZES: Record<By, BrowserContextOptions> = {
  keyboard: { viewport: { width: 1280, height: 800 } },
  mouse: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Makes each walk with scripts and without, or where `isWanted`, and checks after each what is stored. */
export async function takeAll(
  world: World,
  walks: Walk[],
  isWanted: typeof isPromised = () => true,
): Promise<Taken[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const taken: Taken[] = [];
    for (const walk of walks) {
      const counts: Taken['counts'] = {};
      for (const mode of MODES) {
        if (walk.steps[mode] && isWanted(walk, mode))
          counts[mode] = await take(browser, world, walk, mode);
      }
      taken.push({ walk, counts });
    }
    return taken;
  } finally {
    await browser.close();
  }
}

async function take(browser: Browser, world: World, walk: Walk, mode: Mode): Promise<Count> {
  const context = await browser.newContext({
    ...SIZES[walk.by],
    baseURL: world.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    javaScriptEnabled: mode === 'scripts',
  });
  try {
    const [name = '', ...value] = (await world.signIn()).split('=');
    await context.addCookies([{ name, value: value.join('='), url: world.url }]);
    const page = await context.newPage();
    await walk.before?.(world);
    const from = walk.from ?? '/dashboard';
    await page.goto(typeof from === 'string' ? from : from(world));
    if (mode === 'scripts') await hydrated(page);
    const hands = handsAt(page);
    await walk.steps[mode]?.(hands, world);
    await walk.check(world);
    return hands.counted();
  } catch (error) {
    throw new Error(`${walk.what}, by ${walk.by}, ${mode}: ${String(error)}`, { cause: error });
  } finally {
    await context.close();
    world.restore();
  }
}

/** The same steps with scripts and without. */
export function both(steps: Steps): Walk['steps'] {
  return { scripts: steps, none: steps };
}

/** Checks that so many logs were made, and that the newest is this one. */
export function madeLog(expected: Stored, howMany = 1): Walk['check'] {
  return async (world) => {
    const logs = await world.madeLogs();
    if (logs.length !== howMany) throw new Error(`${logs.length} logs were made`);
    const log = logs.reduce((one, other) => (one.id > other.id ? one : other));
    const stored: Required<Stored> = {
      client: log.client.name,
      workType: log.workType.name,
      duration: log.duration,
      description: log.description,
      day: log.date.slice(0, 10),
    };
    for (const [part, wanted] of Object.entries(expected)) {
      const found = stored[part as keyof Stored];
      if (found !== wanted) throw new Error(`The ${part} is ${found} instead of ${wanted}`);
    }
  };
}
