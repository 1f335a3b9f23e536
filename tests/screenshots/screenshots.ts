import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser/chromium.ts';
import { emptyStages, largeStages, smallStages, type Shot, type Stage } from './shots.ts';
import { contactSheet } from './contact-sheet.ts';
import { makeEmptyWorld, makeLargeWorld, makeSmallWorld, type World } from './worlds.ts';

/**
 * Takes pictures of every screen and dialog, into a folder that may be named. `ONLY=<part of a file's name>` takes some
 * of them, `TEXT=32` takes them with letters of that many pixels, where 16 are usual.
 */
const FOLDER = process.argv[2] ?? join(import.meta.dirname, '../../screenshots');
const ONLY = process.env.ONLY ?? '';
const TEXT = process.env.TEXT ?? '16';

/** A time limit for all pictures together, in milliseconds: longer than they ever take. */
const DEADLINE = 20 * 60_000;

/** How long a page may take to be ready, in milliseconds. */
const PATIENCE = 30_000;

const SIZES = {
  1280: { viewport: { width: 1280, height: 900 } },
  1024: { viewport: { width: 1024, height: 768 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
/** A sheet of A4 without its margins, in CSS pixels. */
const PAPER = { width: 718, height: 1040 };
const COLOURS = ['light', 'dark'] as const;

const WORLDS = [
  { name: 'none', make: makeEmptyWorld, stagesOf: emptyStages },
  { name: 'little', make: makeSmallWorld, stagesOf: smallStages },
  { name: 'much', make: makeLargeWorld, stagesOf: largeStages },
];

type Width = keyof typeof SIZES;
type Viewer = { width: Width; pages: Record<NonNullable<Shot['as']> | 'signed in', Page> };

const taken: string[] = [];
const failed: string[] = [];

async function main(): Promise<void> {
  const startedAt = Date.now();
  if (!ONLY) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--blink-settings=defaultFontSize=${TEXT}`],
  });
  try {
    for (const { name, make, stagesOf } of WORLDS) {
      const world = await make();
      try {
        await takeAll(browser, { name, world, stages: stagesOf(world) });
      } finally {
        await world.close();
      }
    }
  } finally {
    await browser.close();
  }
  await writeFile(join(FOLDER, 'index.html'), contactSheet(taken));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  process.stdout.write(
    `${taken.length} pictures in ${seconds} s: ${relative(process.cwd(), FOLDER)}/index.html\n`,
  );
  if (taken.length === 0) failed.push(`no picture has "${ONLY}" in its name`);
  for (const failure of failed) process.stderr.write(`Not taken: ${failure}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

type WorldToTake = { name: string; world: World; stages: Stage[] };

/** Takes the pictures of a world, all widths at once, each in pages that are reused. */
async function takeAll(browser: Browser, { name, world, stages }: WorldToTake): Promise<void> {
  const viewers = await Promise.all(
    [1280, 1024, 390].map((width) => open(browser, world, width as Width)),
  );
  for (const { before, shots } of stages) {
    await before?.();
    await Promise.all(
      viewers.map(async (viewer) => {
        for (const shot of shots) {
          const file = `${shot.name}--${name}`;
          if (!file.includes(ONLY) || (shot.only && shot.only !== viewer.width)) continue;
          if (shot.isPrinted && viewer.width !== 1280) continue;
          try {
            await take(viewer, shot, file);
          } catch (error) {
            // The others are still taken.
            failed.push(`${file}-${viewer.width}: ${String(error).split('\n')[0] ?? ''}`);
          }
        }
      }),
    );
  }
  await Promise.all(viewers.map(({ pages }) => pages['signed in'].context().close()));
}

async function open(browser: Browser, { server }: World, width: Width): Promise<Viewer> {
  const cookie = await server.signIn();
  const window = async (isSignedIn: boolean, javaScriptEnabled = true) => {
    const context: BrowserContext = await browser.newContext({
      ...SIZES[width],
      baseURL: server.url,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
      javaScriptEnabled,
    });
    context.setDefaultTimeout(PATIENCE);
    const [name = '', ...value] = cookie.split('=');
    const session = { name, value: value.join('='), url: server.url };
    if (isSignedIn) await context.addCookies([session]);
    return context.newPage();
  };
  return {
    width,
    pages: {
      'signed in': await window(true),
      'signed out': await window(false),
      'no scripts': await window(true, false),
    },
  };
}

async function take({ width, pages }: Viewer, shot: Shot, file: string): Promise<void> {
  const page = pages[shot.as ?? 'signed in'];
  await page.emulateMedia({ media: shot.isPrinted ? 'print' : 'screen', colorScheme: 'light' });
  await page.setViewportSize(shot.isPrinted ? PAPER : SIZES[width].viewport);
  await page.goto(shot.path);
  if (shot.as !== 'no scripts') await hydrated(page);
  await shot.act?.(page);
  if (shot.isPrinted) {
    await save(page, `${file}-print`);
    return;
  }
  for (const colorScheme of COLOURS) {
    await page.emulateMedia({ colorScheme });
    await save(page, `${file}-${width}-${colorScheme}`, shot.isSeenPart);
  }
}

/**
 * Saves a picture of the whole page. A dialog is fixed over the page: of it, saves what the window
 * shows and, where it scrolls, its end.
 */
async function save(page: Page, name: string, isSeenPart = false): Promise<void> {
  const dialog = page.locator('dialog:modal');
  const isOver = (await dialog.count()) > 0 || (await page.locator(':popover-open').count()) > 0;
  const path = (more = '') => {
    const file = `${name}${more}.png`;
    taken.push(file);
    return join(FOLDER, file);
  };
  // On a scrolled page, a sticky bar would be in the middle of the picture.
  if (!isOver && !isSeenPart) {
    await page.evaluate(() => {
      window.scrollTo(0, 0);
    });
  }
  // Rows that nobody has scrolled to are not drawn yet.
  await page.evaluate(() => {
    const all = new CSSStyleSheet();
    all.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(all);
  });
  await page.screenshot({ path: path(), fullPage: !isOver && !isSeenPart, animations: 'disabled' });
  if ((await dialog.count()) === 0) return;
  const hasMore = await dialog.evaluate(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
  );
  if (!hasMore) return;
  const scrollTo = (top: number) =>
    dialog.evaluate((element, y) => {
      element.scrollTop = y;
    }, top);
  await scrollTo(100_000);
  await page.screenshot({ path: path('-end'), animations: 'disabled' });
  await scrollTo(0);
}

/** Waits until React has taken the page over. */
async function hydrated(page: Page): Promise<void> {
  const until = Date.now() + PATIENCE;
  const isHydrated = () =>
    page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber')));
  while (!(await isHydrated())) {
    if (Date.now() > until) throw new Error('The scripts of the page did not start.');
    await page.waitForTimeout(20);
  }
}

// Ends the command whatever hangs.
setTimeout(() => {
  process.stderr.write('The pictures took too long, and the rest were given up.\n');
  process.exit(1);
}, DEADLINE).unref();
await main();
