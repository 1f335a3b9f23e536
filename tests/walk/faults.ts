import type { Page } from 'playwright';

/** What no sentence of ours has in it, and a value that was not looked for leaves in one. */
const UNSAID =
  /.{0,60}(\bundefined\b|\bNaN\b|\[object |Invalid Date|Infinity|Something went wrong).{0,60}/;

/** What is wrong with a page as it stands, a sentence each. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { text, wider, widest } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isOut = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
    const out = [...document.querySelectorAll('body *')].filter(isOut);
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    // Until its style sheets are there, nobody sees the page.
    const isSeen = sheets.every(({ sheet }) => sheet !== null);
    return {
      text: document.body.innerText,
      wider: isSeen ? scrollWidth - clientWidth : 0,
      widest: out.at(-1)?.outerHTML.slice(0, 200) ?? '',
    };
  });
  const unsaid = UNSAID.exec(text)?.[0];
  return [
    ...(unsaid === undefined ? [] : [`says "${unsaid}"`]),
    ...(wider > 1 ? [`is ${wider} pixels wider than its window: ${widest}`] : []),
    ...(text.trim() === '' ? ['is empty'] : []),
  ];
}

/** As `faultsOf`; where the page makes way for the next one meanwhile, of that one. */
export async function faultsOnceLoaded(page: Page): Promise<string[]> {
  for (let attempts = 1; attempts < 4; attempts++) {
    try {
      return await faultsOf(page);
    } catch {
      await page.waitForLoadState('domcontentloaded');
    }
  }
  return faultsOf(page);
}

/** Notes what a page throws, what it writes as an error, and answers that are a fault of the server. */
export function watch(page: Page, note: (fault: string) => void): void {
  page.on('pageerror', ({ message }) => {
    note(`threw ${message}`);
  });
  page.on('console', (message) => {
    // A refusal is written by the browser itself.
    if (message.type() === 'error' && !/status of 4\d\d|net::ERR_ABORTED/.test(message.text())) {
      note(`wrote ${message.text().slice(0, 300)}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() < 500) return;
    note(`got ${response.status()} for ${response.request().method()} ${response.url()}`);
  });
  page.on('dialog', (dialog) => {
    void dialog.accept();
  });
}
