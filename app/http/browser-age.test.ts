import { expect, test } from 'vitest';
import { needsOlderStyles } from './browser-age.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} QtWebEngine/5.15.12 Chrome/87.0.4280.144 Safari/537.36`,
    true,
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/110.0.0.0 Safari/537.36`, true],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/111.0.0.0 Safari/537.36`, false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/130.0.0.0 Safari/537.36`, false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:78.0) Gecko/20100101 Firefox/78.0', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Safari/605.1.15',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.3 Safari/605.1.15',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Safari/605.1.15',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Lynx/2.9.0', false],
  ['', false],
  [null, false],
])('%s gets the older styles: %s', (userAgent, isOlder) => {
  expect(needsOlderStyles(userAgent)).toBe(isOlder);
});
