import { chromium, type Browser, type BrowserContextOptions } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { createRandom } from '../exactly-once/random.ts';
import { makeLargeWorld, type World } from '../screenshots/worlds.ts';
import { faultsOf, faultsOnceLoaded, watch } from './faults.ts';
import { step } from './step.ts';
import { differencesIn, FILTERS } from './sums.ts';

/**
 * Walks through the product by chance, in two windows of one person, and types what nobody would. Ends with an error
 * where a page threw, was wider than its window or said what no sentence of ours has, where the server failed, or
 * where screens, files and reports have other sums than one another afterwards. `SEED` and `STEPS` choose the
 * walk, and `ONLY=phone` or another of the ways walks just that.
 */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000_000));
const STEPS = Number(process.env.STEPS ?? 600);
const { ONLY } = process.env;

/** A time limit for all of it, in milliseconds. */
const LONGEST = 30 * 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const WAYS: Record<string, BrowserContextOptions> = {
  desktop: DESKTOP,
  phone: PHONE,
  'no scripts': { ...DESKTOP, javaScriptEnabled: false },
};

const found = new Set<string>();

function note(fault: string, trail: string[]): void {
  // The same fault is said once, whatever record or key it is of.
  const kind = fault.replaceAll(/[\d-]{2,}|\d/g, '0');
  if (found.has(kind)) return;
  found.add(kind);
  process.stdout.write(`${fault}\n  after: ${trail.slice(-6).join('; ')}\n`);
}

/** Gives after how many steps the page could be looked at. */
async function walk(browser: Browser, { server }: World, way: string): Promise<number> {
  const random = createRandom(SEED);
  const context = await browser.newContext({ ...WAYS[way], baseURL: server.url });
  context.setDefaultTimeout(5_000);
  const signIn = async () => {
    const [name = '', ...value] = (await server.signIn()).split('=');
    await context.addCookies([{ name, value: value.join('='), url: server.url }]);
  };
  await signIn();
  const trail: string[] = [];
  let done = 0;
  const windows = [await context.newPage(), await context.newPage()] as const;
  for (const page of windows) {
    watch(page, (fault) => {
      note(`${way}: ${page.url()} ${fault}`, trail);
    });
    await page.goto('/dashboard');
  }
  for (let count = 0; count < STEPS; count++) {
    const page = random.pick(windows);
    try {
      if (!page.url().startsWith(server.url)) await page.goto('/dashboard');
      trail.push(await step(page, random));
      // Often the next press comes before the answer to this one.
      if (random.oneIn(3)) await page.waitForLoadState('load');
      if (page.url().includes('/login')) await signIn();
      for (const fault of await faultsOnceLoaded(page))
        note(`${way}: ${page.url()} ${fault}`, trail);
      done++;
    } catch (error) {
      if (!browser.isConnected()) throw error;
      // What was to be pressed went meanwhile, or the page did.
      trail.push(`could not (${String(error).slice(0, 60)})`);
    }
  }
  await context.close();
  return done;
}

/** A page that has every fault must be seen to have them, or the walk would find nothing whatever stands there. */
async function checkThatFaultsAreSeen(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await page.setContent(`<div style="width: 9000px">NaN hours</div>`);
  const { length } = await faultsOf(page);
  await page.close();
  if (length !== 2) throw new Error('The walk does not see the faults of a page that has them.');
}

async function main(): Promise<void> {
  process.stdout.write(`SEED=${SEED} STEPS=${STEPS}\n`);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  await checkThatFaultsAreSeen(browser);
  const ways = Object.keys(WAYS).filter((way) => ONLY === undefined || ONLY === way);
  if (ways.length === 0) throw new Error(`There is no way "${ONLY}".`);
  for (const way of ways) {
    const world = await makeLargeWorld();
    const done = await walk(browser, world, way);
    if (done < STEPS / 2) throw new Error(`Only ${done} of ${STEPS} pages could be looked at.`);
    let compared = 0;
    for (const filter of FILTERS) {
      const differences = await differencesIn(world.visitor, filter);
      for (const difference of differences ?? []) note(difference, [way]);
      if (differences !== null) compared++;
    }
    if (compared < FILTERS.length / 2) throw new Error('Hardly any sums were there to compare.');
    for (const line of world.server.logLines()) {
      if (Number(line.level) >= 50)
        note(`${way}: logged ${JSON.stringify(line).slice(0, 400)}`, []);
    }
    await world.close();
    process.stdout.write(`${way}: ${done} of ${STEPS} steps, sums of ${compared} filters\n`);
  }
  await browser.close();
  process.stdout.write(`${ways.join(', ')}: ${found.size} faults (SEED=${SEED})\n`);
  if (found.size > 0) process.exitCode = 1;
}

setTimeout(() => {
  process.stderr.write('The walk took too long, and was ended.\n');
  process.exit(1);
}, LONGEST).unref();
await main();
