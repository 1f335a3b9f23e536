import type { Page } from 'playwright';

/** A control at which the Tab key stops. */
export type TabStop = {
  name: string;
  /** Whether the focus can be seen. */
  isMarked: boolean;
  /** Whether the whole control is under something that is sticky or floats. */
  isCovered: boolean;
};

const CONTROLS =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** More stops than any page has; a date field has three or four. */
const MOST = 300;

/**
 * Presses Tab from the top of the page to its end. Gives each control at which the focus stopped, the names of all
 * usable controls in the order of the page's source, and those that only came into sight with the focus in their row.
 */
export async function tabThrough(
  page: Page,
): Promise<{ controls: string[]; stops: TabStop[]; revealed: TabStop[] }> {
  const list = await page.evaluateHandle(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.tabIndex >= 0 &&
          !element.matches(':disabled'),
      ),
    CONTROLS,
  );
  const controls = await list.evaluate((elements) =>
    elements.map((element) => {
      const [label] = 'labels' in element ? ((element as HTMLInputElement).labels ?? []) : [];
      const name = element.getAttribute('aria-label') ?? (label ?? element).textContent;
      return name.trim().replace(/\s+/g, ' ');
    }),
  );
  const stops: TabStop[] = [];
  const revealed: TabStop[] = [];
  let last = -1;
  for (let press = 0; press < MOST; press += 1) {
    await page.keyboard.press('Tab');
    const { index, name, ...seen } = await list.evaluate((elements) => {
      const active = document.activeElement;
      const element = active instanceof HTMLElement ? active : document.body;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isOnTop = [0.1, 0.5, 0.9].some((part) => {
        // What cannot be seen covers nothing: on a phone, the link over the whole of a row.
        const found = document
          .elementsFromPoint(left + width * part, top + height / 2)
          .find((one) => one === element || getComputedStyle(one).opacity !== '0');
        return found !== undefined && (element.contains(found) || found.contains(element));
      });
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        index: elements.indexOf(element),
        name: element === document.body ? '' : (element.getAttribute('aria-label') ?? ''),
        isMarked: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        isCovered: !isOnTop,
      };
    });
    if (index === last) continue;
    if (index < 0 && name !== '') {
      revealed.push({ name, ...seen });
      continue;
    }
    // After the last control, the focus goes to the browser itself or back to the top.
    if (index < last || index < 0) break;
    last = index;
    stops.push({ name: controls[index] ?? '', ...seen });
  }
  await list.dispose();
  return { controls, stops, revealed };
}

/** Whether the element with the focus matches a selector. */
export function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}
