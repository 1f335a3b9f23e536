import type { Page } from 'playwright';

/** WCAG 2.5.8, in CSS pixels: a smaller target must have no other within a circle of this size. */
const LEAST = 24;

/** Our own least height for buttons and fields, in CSS pixels. */
const COMFORTABLE = 44;

/**
 * The controls of the open page that are too small for a finger, each as a sentence: buttons,
 * links that look like buttons and fields less than 44 pixels high, and any other control that is
 * neither 24 pixels high nor that far from its neighbours.
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ least, comfortable }) => {
      const faults: string[] = [];
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        const isShown = element.checkVisibility({ visibilityProperty: true });
        return isShown && width > 1 && height > 1 && !element.matches(':disabled, [tabindex="-1"]');
      };
      // Over the page, only the modal dialog can be pressed.
      const scope = document.querySelector(':modal') ?? document;
      const all = [
        ...scope.querySelectorAll<HTMLElement>(
          'a[href], button, input:not([type="hidden"]), select, textarea, summary',
        ),
      ].filter(isSeen);
      const nameOf = (element: HTMLElement) => {
        const text = element.getAttribute('aria-label') ?? element.textContent;
        return `${element.tagName.toLowerCase()} "${(text.trim() || element.id).slice(0, 40)}"`;
      };
      /** A label around a box can be pressed like the box itself, so its size counts. */
      const boxOf = (element: HTMLElement) => {
        const label = element.matches('[type="checkbox"]') ? element.closest('label') : null;
        return (label ?? element).getBoundingClientRect();
      };
      const isInText = (element: HTMLElement) => {
        const isLink = element.matches('a:not(.button)');
        if (!isLink || getComputedStyle(element).display !== 'inline') return false;
        const around = element.parentElement?.textContent.trim() ?? '';
        return around !== element.textContent.trim();
      };
      for (const element of all) {
        const { width, height, left, top } = boxOf(element);
        const isPrimary = element.matches('button, .button, input, select, textarea, summary');
        if (isPrimary && (height < comfortable || width < least)) {
          faults.push(`${nameOf(element)} is ${Math.round(width)} × ${Math.round(height)} pixels`);
          continue;
        }
        if (isPrimary || isInText(element) || Math.min(width, height) >= least) continue;
        const [x, y] = [left + width / 2, top + height / 2];
        const near = all.find((other) => {
          if (other === element) return false;
          const box = boxOf(other);
          const [dx, dy] = [
            Math.max(box.left - x, 0, x - box.right),
            Math.max(box.top - y, 0, y - box.bottom),
          ];
          return Math.hypot(dx, dy) < least / 2;
        });
        if (near) faults.push(`${nameOf(element)} is too close to ${nameOf(near)}`);
      }
      return faults;
    },
    { least: LEAST, comfortable: COMFORTABLE },
  );
}
