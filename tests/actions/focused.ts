import type { Page } from 'playwright';

/** Whether the control with the focus has a label, or says something, like this. */
export async function hasFocusOn(page: Page, label: RegExp): Promise<boolean> {
  const said = await page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const tied = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined;
    return element.getAttribute('aria-label') ?? (tied ?? element).textContent;
  });
  return label.test(said.trim().replace(/\s+/g, ' '));
}
