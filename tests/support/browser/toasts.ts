import type { Page } from 'playwright';
import { redirectWithToast } from '#app/http/toast.server.ts';
import type { TestServer } from '../server/test-server.ts';

type Message = Parameters<typeof redirectWithToast>[2];

/** Has the next page that is loaded show a toast, as after a redirect from Xero. */
export async function awaitToast(
  page: Page,
  { services, url }: TestServer,
  message: Message,
): Promise<void> {
  const ofRequest = {
    nonce: '',
    address: '',
    host: '',
    isDataRequest: false,
    isLite: false,
    cookies: '',
    namedByProxy: null,
    token: null,
    askedBy: 'person' as const,
    sentLater: null,
    pageOf: null,
    sentAt: null,
    toast: null,
    confirmed: new Set<string>(),
  };
  const unchanged = { tagFor: () => '' };
  const context = { ...services, ...ofRequest, takeTurn: () => Promise.resolve(true), unchanged };
  const { headers } = await redirectWithToast(context, '/', message);
  const [name = '', value = ''] = (headers.get('Set-Cookie') ?? '').split(/[=;]/);
  await page.context().addCookies([{ name, value, url }]);
}

/** Has toasts of the pages that come stay where they are. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const patient = (run: () => void, time?: number) => (time === 5_000 ? 0 : wait(run, time));
    Object.assign(window, { setTimeout: patient });
  });
}

/** The controls that the toast covers, each after it was scrolled into view. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('.toast');
    if (!toast) return ['no toast'];
    const scope = document.querySelector(':modal') ?? document;
    const all = [
      ...scope.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type="hidden"]), select, textarea, summary',
      ),
    ].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !toast.contains(element) &&
        element.getBoundingClientRect().width > 1,
    );
    const covered = all.filter((element) => {
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const [one, other] = [element.getBoundingClientRect(), toast.getBoundingClientRect()];
      const isBeside = one.right <= other.left || one.left >= other.right;
      return !isBeside && one.bottom > other.top && one.top < other.bottom;
    });
    return covered.map(({ tagName, textContent, id }) => `${tagName} ${textContent.trim() || id}`);
  });
}
