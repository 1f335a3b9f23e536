import { describe, expect, test } from 'vitest';
import { hydrated, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import {
  addressOf,
  arrivedAt,
  gone,
  shown,
  stopClock,
  toastOf,
  eventually,
} from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const BOTH: Mode[] = ['desktop', 'no scripts'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const server = useServer();
const browser = useBrowser();

describe('A signed-out visit of a protected screen', () => {
  test.for(BOTH)('says so and goes on to sign-in, with %s', async (mode) => {
    const { page, takeProblem } = await browser.open(mode, { baseURL: server().url });
    const isRead = Promise.withResolvers<undefined>();
    await page.route('**/api/login', async (route) => {
      await isRead.promise;
      await route.continue();
    });
    // On a busy machine the page goes on before all of it is loaded, and the sign-in is held until it is read.
    const response = await page.goto('/clients', { waitUntil: 'commit' });
    expect(response?.status()).toBe(401);
    await takeProblem('status of 401');
    const html = (await response?.text()) ?? '';
    expect(html, 'in the server’s HTML').toContain('You are logged out. Logging in again...');
    const toast = toastOf(page);
    expect(await toast.innerText()).toMatch(
      /^Unauthorized\s+You are logged out\. Logging in again\.\.\./,
    );
    isRead.resolve(undefined);
    await arrivedAt(page, '/api/login');
  });

  test('goes on after 500 ms where scripts run, without the meta refresh', async () => {
    const { page, takeProblem } = await browser.open('desktop', { baseURL: server().url });
    await stopClock(page);
    await page.route('**/clients', async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('content="1;url=', 'content="3600;url=');
      await route.fulfill({ response, body: html });
    });
    await page.goto('/clients');
    expect(await page.content(), 'control: the refresh is far off').toContain('"3600;url=');
    await hydrated(page);
    await page.clock.runFor(499);
    expect(addressOf(page)).toBe('/clients');
    await page.clock.runFor(1);
    await arrivedAt(page, '/api/login');
    await takeProblem('status of 401');
  });

  test.for(BOTH)('comes back to that screen after sign-in, with %s', async (mode) => {
    const { page, takeProblem } = await browser.open(mode, { baseURL: server().url });
    await page.goto('/work-logs?isInvoiced=true');
    await arrivedAt(page, '/api/login');
    await takeProblem('status of 401');
    await page.goto(await printLoginLink(server()));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await arrivedAt(page, '/work-logs?isInvoiced=true');
  });
});

describe('The menu on a phone', () => {
  test.for<Mode>(['desktop', 'no scripts', 'scripts blocked mid-load'])(
    'opens, and closes on a tap outside and on Escape, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode, PHONE);
      await page.goto('/work-logs');
      const menu = page.getByRole('navigation', { name: 'Main' });
      const button = page.getByRole('button', { name: 'Menu' });
      await gone(menu);
      await button.tap();
      await shown(menu.getByRole('link', { name: 'Clients' }));
      await page.touchscreen.tap(370, 600);
      await gone(menu);
      await button.tap();
      await shown(menu);
      await page.keyboard.press('Escape');
      await gone(menu);
      expect(addressOf(page)).toBe('/work-logs');
    },
  );

  test.for<Mode>(['desktop', 'no scripts', 'scripts blocked mid-load'])(
    'closes when another screen is opened, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode, PHONE);
      await page.goto('/work-logs');
      const menu = page.getByRole('navigation', { name: 'Main' });
      await page.getByRole('button', { name: 'Menu' }).tap();
      await menu.getByRole('link', { name: 'Settings', exact: true }).tap();
      await arrivedAt(page, '/settings');
      await shown(page.getByRole('heading', { level: 1, name: 'Settings' }));
      await gone(menu);
    },
  );
});

test('The menu on a phone that was opened before the scripts came is still open when they run', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop', PHONE);
  const mayCome = Promise.withResolvers<undefined>();
  await page.route('**/assets/root-*.js', async (route) => {
    await mayCome.promise;
    await route.continue();
  });
  await page.goto('/work-logs', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).tap();
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Clients' });
  await shown(link);
  mayCome.resolve(undefined);
  await hydrated(page);
  await shown(link);
  expect(await link.isVisible()).toBe(true);
  await link.tap();
  await arrivedAt(page, '/clients');
});

test.for<Mode>(['desktop', 'no scripts'])(
  'The menu on a phone closes on a tap on the screen that is open already, with %s',
  async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode, PHONE);
    await page.goto('/work-logs');
    if (mode === 'desktop') await hydrated(page);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await menu.getByRole('link', { name: 'Work Logs', exact: true }).tap();
    await gone(menu);
    expect(addressOf(page)).toBe('/work-logs');
  },
);

describe('The navigation', () => {
  test.for(BOTH)('marks the present screen, on the start page Work Logs, with %s', async (mode) => {
    const { page } = await browser.openSignedIn(server(), mode);
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    for (const [path, name] of [
      ['/', 'Work Logs'],
      ['/work-logs', 'Work Logs'],
      ['/clients', 'Clients'],
      ['/settings', 'Settings'],
    ] as const) {
      await page.goto(path);
      expect(await current.allInnerTexts()).toEqual([name]);
    }
  });

  test('names the user, who is Administrator, and leads to settings', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/clients');
    await page.getByRole('link', { name: /alex@example\.com\s*Administrator/ }).click();
    await arrivedAt(page, '/settings');
  });

  test.for(BOTH)(
    'is not there on the research page, whose breadcrumb leads home, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode);
      await page.goto('/research');
      expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Home').click();
      await arrivedAt(page, '/');
      await shown(page.getByRole('heading', { level: 1, name: 'Work Logs' }));
    },
  );
});

describe('The loading bar', () => {
  test('is shown while a screen is loading, and gone when it has loaded', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs');
    await hydrated(page);
    const arrives = Promise.withResolvers<undefined>();
    await page.route('**/clients?_data=*', async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Clients' }).click();
    const bar = page.getByRole('progressbar', { name: 'Loading' });
    await eventually(() => bar.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    expect(addressOf(page), 'control: the screen has not arrived').toBe('/work-logs');
    arrives.resolve(undefined);
    await shown(page.getByRole('heading', { level: 1, name: 'Clients' }));
    await gone(bar);
  });

  test('cannot be seen on a navigation of less than a quarter of a second', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs');
    await hydrated(page);
    const arrives = Promise.withResolvers<undefined>();
    await page.route('**/clients?_data=*', async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Clients' }).click();
    const opacityAt = (milliseconds: number) =>
      page.getByRole('progressbar', { name: 'Loading' }).evaluate((element, time) => {
        for (const animation of element.getAnimations()) {
          animation.pause();
          animation.currentTime = time;
        }
        return getComputedStyle(element).opacity;
      }, milliseconds);
    expect(await opacityAt(0)).toBe('0');
    expect(await opacityAt(249)).toBe('0');
    expect(await opacityAt(252), 'control').toBe('1');
    arrives.resolve(undefined);
    await shown(page.getByRole('heading', { level: 1, name: 'Clients' }));
  });
});

describe('An unknown address', () => {
  test.for(BOTH)('shows the 404 page with a way on, with %s', async (mode) => {
    const { page, takeProblem } = await browser.open(mode, { baseURL: server().url });
    for (const path of ['/nowhere', '/clients/7/nothing']) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await takeProblem('status of 404');
      await shown(page.getByRole('heading', { level: 1, name: '404 Page Not Found' }));
      expect(await page.title()).toMatch(/^404 Page Not Found/);
    }
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await arrivedAt(page, '/');
    await shown(page.getByRole('link', { name: 'Log In' }));
  });
});

describe('An error in the address of the landing page', () => {
  test.for(BOTH)('is shown as text, once, and leaves the address, with %s', async (mode) => {
    const { page } = await browser.open(mode, { baseURL: server().url });
    const text = '<b>No</b> "luck" & more';
    await page.goto(`/?error=${encodeURIComponent(text)}`);
    await arrivedAt(page, '/');
    await shown(page.getByRole('alert').getByText(text, { exact: true }));
    await page.reload();
    expect(await page.getByRole('alert').count()).toBe(0);
    await shown(page.getByRole('link', { name: 'Log In' }));
  });
});

describe('Colours', () => {
  const brightness = (text: string) => {
    const [red = 0, green = 0, blue = 0] = (/\(([^)]+)/.exec(text)?.[1] ?? '')
      .split(',')
      .map(Number);
    return (red + green + blue) / (3 * 255);
  };

  test.for(['dark', 'light'] as const)('are %s where the visitor prefers that', async (scheme) => {
    const { page } = await browser.openSignedIn(server(), 'no scripts', { colorScheme: scheme });
    for (const path of ['/work-logs', '/clients/new', '/settings', '/research']) {
      await page.goto(path);
      const { background, text } = await page.locator('html').evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return { background: backgroundColor, text: color };
      });
      const [dark, light] = scheme === 'dark' ? [background, text] : [text, background];
      expect(brightness(dark), path).toBeLessThan(0.2);
      expect(brightness(light), path).toBeGreaterThan(0.8);
    }
  });
});

describe('These tests themselves', () => {
  test('notice a script that the Content-Security-Policy stops', async () => {
    const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.isForeign = true';
      document.body.append(script);
    });
    expect(await page.evaluate(() => 'isForeign' in window)).toBe(false);
    await takeProblem('Content Security Policy');
  });

  test('notice an error that a page throws', async () => {
    const { page, takeProblem } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/work-logs');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('thrown on purpose');
      });
    });
    await takeProblem('thrown on purpose');
  });
});
