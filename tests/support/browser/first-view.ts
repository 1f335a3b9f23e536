import type { Page } from 'playwright';

/** How many controls the first view of a screen may have, beside the menu and what its rows and their heads have. */
const MOST_CONTROLS = 30;

/** The page about the research is for everybody, and an address that is not there has no place. */
const WITHOUT_PLACE = ['/research', '/nothing'];

/** What is wrong with the first view of a screen: more controls than one can look over, or no place of it lit. */
export async function findFaultsAtFirstSight(page: Page, path: string): Promise<string[]> {
  const { controls, lit } = await page.evaluate(() => {
    const scope = document.querySelector(':modal') ?? document.querySelector('main');
    const all = scope?.querySelectorAll('a, button, input, select, textarea, summary') ?? [];
    const seen = [...all].filter((element) => {
      const { top, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true });
      return isShown && height > 0 && top < innerHeight && !element.closest('table, main li');
    });
    const current = document.querySelectorAll('nav[aria-label="Main"] [aria-current]');
    return { controls: seen.length, lit: current.length };
  });
  const faults: string[] = [];
  if (controls > MOST_CONTROLS) faults.push(`${path} has ${controls} controls`);
  if (lit === 0 && !WITHOUT_PLACE.includes(path)) faults.push(`${path} lights up nothing`);
  return faults;
}
