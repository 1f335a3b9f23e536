import type { Locator, Page } from 'playwright';
import { drawn } from '../support/browser/hydration.ts';
import { hasFocusOn } from './focused.ts';

/** What somebody can see on a page: by its role and its name, in a place if that is needed. */
export type Thing = {
  role:
    | 'button'
    | 'checkbox'
    | 'group'
    | 'summary'
    | 'option'
    | 'listbox'
    | 'link'
    | 'textbox'
    | 'combobox'
    | 'dialog'
    | 'region'
    | 'heading';
  name: string | RegExp;
  within?: Thing;
};

/** How much was done, besides typing a description. */
export type Count = { keys: number; clicks: number; taps: number; scrolls: number };

/** How long a page may take to show something, in milliseconds. */
const PATIENCE = 20_000;
/** How long until one looks again, in milliseconds. */
const BETWEEN_LOOKS = 50;
/** How long nothing is asked for before a page is at rest, in milliseconds. */
const QUIET = 400;
/** How often one looks before a thing counts as covered. */
const MOST_LOOKS = 10;
/** More stops than any page has. */
const MOST_TABS = 200;
/** How far a finger or a wheel moves a page at once, as a part of its height. */
const SCREENFUL = 0.6;

/**
 * The hands of somebody at a page: all that a walk can do. Each press of a key, a modifier too, each
 * click, each tap and each screenful of scrolling is really made, and counted.
 */
export function handsAt(page: Page) {
  let count: Count = { keys: 0, clicks: 0, taps: 0, scrolls: 0 };
  const asked = new Set<unknown>();
  page.on('request', (request) => asked.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', (request) => asked.delete(request));
  }

  async function press(chord: string): Promise<void> {
    await page.keyboard.press(chord);
    count.keys += chord.split('+').length;
  }

  async function typeUncounted(text: string): Promise<void> {
    for (const sign of text) await page.keyboard.press(sign === ' ' ? 'Space' : sign);
  }

  async function see(thing: Thing): Promise<Locator> {
    const found = locate(page, thing).first();
    await found.waitFor({ state: 'visible', timeout: PATIENCE });
    return found;
  }

  /** Brings a thing into sight, as often as it takes; gives where its middle is. */
  async function reach(found: Locator, name: string): Promise<{ x: number; y: number }> {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    for (let looks = 1; ; looks += 1) {
      const middle = await middleOf(found);
      const isWithin = middle.y > 0 && middle.y < height;
      if (isWithin && (await isOnTop(found, middle))) return middle;
      if (isWithin && looks < MOST_LOOKS) {
        // A dialog may be just about to open.
        await page.waitForTimeout(BETWEEN_LOOKS);
        continue;
      }
      const before = middle.y;
      await scroll(page, { x: width / 2, y: height / 2 }, middle.y < height / 2 ? -height : height);
      count.scrolls += 1;
      if ((await middleOf(found)).y === before) throw new Error(`Out of reach: ${name}`);
    }
  }

  async function touch(found: Locator, name: string): Promise<void> {
    const { x, y } = await reach(found, name);
    await page.touchscreen.tap(x, y);
    count.taps += 1;
  }

  async function tap(thing: Thing): Promise<void> {
    await touch(await see(thing), String(thing.name));
  }

  async function click(thing: Thing): Promise<void> {
    const { x, y } = await reach(await see(thing), String(thing.name));
    await page.mouse.click(x, y);
    count.clicks += 1;
  }

  /** Takes a choice in the list that was opened; it is not counted here. */
  async function take(thing: Thing, option: string | RegExp): Promise<void> {
    const list = await see(thing);
    const texts = await list.locator('option').allTextContents();
    const found = texts.find((text) =>
      typeof option === 'string' ? text === option : option.test(text),
    );
    if (found === undefined) throw new Error(`No such choice: ${String(option)}`);
    await list.selectOption({ label: found });
  }

  return {
    /** Presses a key, or several held together: `Control+Enter`. */
    press,
    /** Types text. A sign that needs Shift counts twice. */
    async type(text: string): Promise<void> {
      await typeUncounted(text);
      count.keys += text.length + (text.match(NEEDS_SHIFT) ?? []).length;
    },
    /** Types a description, which is not counted: it is as long as it is. */
    describe: typeUncounted,
    /** Presses Tab until the control with this label has the focus. */
    async tabTo(label: RegExp): Promise<void> {
      for (let presses = 0; presses < MOST_TABS; presses += 1) {
        await press('Tab');
        if (await hasFocusOn(page, label)) return;
      }
      throw new Error(`Tab does not come to ${String(label)}`);
    },
    click,
    tap,
    /**
     * Clicks into the field with this label, unless it has the focus, and writes something else there, which is not counted: it is as
     * long as it is.
     */
    async rewrite(label: string | RegExp, text: string, within?: Thing): Promise<void> {
      const place = within ? locate(page, within) : page;
      const field = place.getByLabel(label).first();
      await field.waitFor({ state: 'visible', timeout: PATIENCE });
      const { x, y } = await reach(field, String(label));
      // A field that the page has put the focus into needs no click.
      if (!(await field.evaluate((element) => element === document.activeElement))) {
        await page.mouse.click(x, y);
        count.clicks += 1;
      }
      await field.fill(text);
    },
    /** Opens an address, from which it is counted. */
    async opens(address: string): Promise<void> {
      await page.goto(address);
      count = { keys: 0, clicks: 0, taps: 0, scrolls: 0 };
    },
    /** Chooses from a list: a tap opens it, one takes the choice in the list of the phone itself. */
    async choose(thing: Thing, option: string | RegExp): Promise<void> {
      await tap(thing);
      await take(thing, option);
      count.taps += 1;
    },
    /** The same with a mouse. */
    async pick(thing: Thing, option: string | RegExp): Promise<void> {
      await click(thing);
      await take(thing, option);
      count.clicks += 1;
    },
    /** Picks a day of the month on show: a tap opens the calendar of the phone, one takes the day, one closes it. */
    async pickDay(label: string | RegExp, day: string): Promise<void> {
      const field = page.getByLabel(label).first();
      await touch(field, String(label));
      await field.fill(day);
      count.taps += 2;
    },
    /** Waits until a thing can be seen, as one does before going on. */
    async sees(thing: Thing): Promise<void> {
      await see(thing);
    },
    /** Waits until the control with this label has the focus; does nothing for it. */
    async isIn(label: RegExp): Promise<void> {
      const end = Date.now() + PATIENCE;
      // While another page comes, there is nothing to ask.
      while (!(await hasFocusOn(page, label).catch(() => false))) {
        if (Date.now() > end) throw new Error(`The focus never came to ${String(label)}`);
        await page.waitForTimeout(BETWEEN_LOOKS);
      }
    },
    /** Whether the control with this label has the focus: one sees where one is. */
    hasIn: (label: RegExp) => hasFocusOn(page, label).catch(() => false),
    /** Waits until everything that was asked for is here, and is on the screen. */
    async settles(): Promise<void> {
      const end = Date.now() + PATIENCE;
      for (let quiet = 0; quiet < QUIET; quiet = asked.size === 0 ? quiet + BETWEEN_LOOKS : 0) {
        if (Date.now() > end) throw new Error('The page never came to rest');
        // A slow machine may still draw what the last press changed. While another page comes, nothing is drawn.
        await drawn(page).catch(() => undefined);
        await page.waitForTimeout(BETWEEN_LOOKS);
      }
    },
    /** Waits until the page says that something was done. */
    async isTold(text: string): Promise<void> {
      const toast = page.getByTestId('toast').getByText(text).first();
      await toast.waitFor({ state: 'visible', timeout: PATIENCE });
    },
    /** What comes next is what is counted. */
    begin(): void {
      count = { keys: 0, clicks: 0, taps: 0, scrolls: 0 };
    },
    counted: (): Count => ({ ...count }),
  };
}

export type Hands = ReturnType<typeof handsAt>;

/** On a British keyboard. */
const NEEDS_SHIFT = /[A-Z!"£$%^&*()_+{}:@~<>?|¬]/g;

function locate(page: Page, { role, name, within }: Thing): Locator {
  const place = within ? locate(page, within) : page;
  // What opens a part of a page has no role in Playwright.
  if (role === 'summary') return place.locator('summary').and(place.getByLabel(name));
  return place.getByRole(role, { name, exact: typeof name === 'string' });
}

async function middleOf(found: Locator): Promise<{ x: number; y: number }> {
  const box = await found.boundingBox();
  if (!box) throw new Error('It went out of sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Whether a press at this place meets the element. */
function isOnTop(found: Locator, place: { x: number; y: number }): Promise<boolean> {
  return found.evaluate((element, { x, y }) => {
    const there = document.elementFromPoint(x, y);
    return there !== null && (element.contains(there) || there.contains(element));
  }, place);
}

async function scroll(page: Page, at: { x: number; y: number }, far: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.synthesizeScrollGesture', {
    ...at,
    yDistance: -far * SCREENFUL,
    speed: 20_000,
    preventFling: true,
  });
  await browser.detach();
}
