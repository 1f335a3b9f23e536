import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startTags } from '#tests/support/html.ts';
import { useSharedServer } from '#tests/support/server/shared-server.ts';

const shared = useSharedServer();

const ASSETS = 'build/client/assets';

/** The scripts for the browser that contain this text. */
function scriptsWith(text: string): string[] {
  return readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => readFileSync(join(ASSETS, name), 'utf8').includes(text));
}

test('no schema is sent to a browser, since only the server checks forms', () => {
  expect(scriptsWith('ZodError')).toEqual([]);
  // A control: a text that the scripts contain is found.
  expect(scriptsWith('__remixContext')).not.toEqual([]);
});

/** Features that are younger than popovers, which some browsers that run our scripts lack. */
const TOO_YOUNG = [
  'Promise.withResolvers',
  'Promise.try',
  'Object.groupBy',
  'Map.groupBy',
  'Array.fromAsync',
  'AbortSignal.any',
  'URL.parse',
  'URL.canParse',
  '.isWellFormed(',
  '.toWellFormed(',
  'requestClose(',
  'Iterator.from',
];

test.each(TOO_YOUNG)('no script needs %s', (name) => {
  expect(scriptsWith(name)).toEqual([]);
});

/** A screen, how many scripts it may load at first, and how many kilobytes they may have. */
const FIRST_LOADS: [path: string, files: number, kilobytes: number][] = [
  ['/work-logs', 14, 125],
  ['/dashboard', 20, 125],
  ['/pending-work-logs', 16, 125],
];

test.each(FIRST_LOADS)('%s starts with at most %i scripts of %i kB', async (path, files, most) => {
  const { text } = await shared().visitor.get(path);
  const preloaded = startTags(text, 'link').filter(({ rel }) => rel === 'modulepreload');
  expect(preloaded.length).toBeGreaterThan(5);
  expect(preloaded.length).toBeLessThanOrEqual(files);
  const sizes = preloaded.map(({ href = '' }) => statSync(`build/client${href}.br`).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(most * 1_000);
});

test('Both style sheets, for new browsers and for older ones, have at most 14 kB on the line', () => {
  const sheets = readdirSync(ASSETS).filter((name) => name.endsWith('.css'));
  expect(sheets.some((name) => name.endsWith('.older.css'))).toBe(true);
  expect(sheets.some((name) => !name.endsWith('.older.css'))).toBe(true);
  for (const name of sheets) {
    expect(statSync(join(ASSETS, `${name}.br`)).size, name).toBeLessThanOrEqual(14_000);
  }
});

test('The style sheet for older browsers needs nothing that they lack', () => {
  const [older = ''] = readdirSync(ASSETS).filter((name) => name.endsWith('.older.css'));
  const [newer = ''] = readdirSync(ASSETS).filter((name) => /^styles-[\w-]+\.css$/.test(name));
  const text = (name: string) => readFileSync(join(ASSETS, name), 'utf8');
  for (const lacking of ['@layer', '@container', ':is(', '(width>=', '@media not (']) {
    expect(text(older), lacking).not.toContain(lacking);
  }
  // A control: the one for new browsers has them.
  for (const lacking of ['@layer', '@container', ':is(']) expect(text(newer)).toContain(lacking);

  // Of two sides at once, as they stand where a value is of variables; and heights without the browser's bars.
  const young = /[;{](?:(?:scroll-)?(?:padding|margin)|inset)-(?:inline|block):|\ddvh/g;
  expect(text(older).match(young)).toBeNull();
  expect(text(newer).match(young)?.length).toBeGreaterThan(50);
  // Chrome before 85 takes no first value from `@property`, and is none of the browsers that this asks for.
  expect(text(older)).not.toContain('margin-trim');
  expect(text(older)).toMatch(/\*,:before,:after\{[^}]*--tw-border-style:solid/);

  const long = 'overflow-wrap:anywhere';
  expect(text(newer)).toContain(long);
  expect(text(older)).toContain(`word-break:break-word;${long}`);
  expect(text(older).replaceAll(`word-break:break-word;${long}`, '')).not.toContain(long);
});

test('A browser gets the style sheet of its age', async () => {
  const sheetFor = async (agent: string) => {
    const { text } = await shared().visitor.get('/work-logs', { 'User-Agent': agent });
    return startTags(text, 'link').filter(({ rel }) => rel === 'stylesheet');
  };
  const [older, ...more] = await sheetFor('Mozilla/5.0 (X11; Linux x86_64; rv:78.0) Firefox/78.0');
  expect(more).toEqual([]);
  expect(older?.href).toMatch(/\.older\.css$/);
  expect((await shared().visitor.get(older?.href ?? '')).status).toBe(200);
  const [newer] = await sheetFor('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0');
  expect(newer?.href).toMatch(/styles-[\w-]+\.css$/);
});

test('A page asks for its style sheet in its header already, and for the one that it names', async () => {
  for (const agent of ['Firefox/78.0', 'Firefox/130.0']) {
    const { text, headers } = await shared().visitor.get('/work-logs', { 'User-Agent': agent });
    const [sheet] = startTags(text, 'link').filter(({ rel }) => rel === 'stylesheet');
    expect(sheet?.href).toMatch(/\.css$/);
    expect(headers.get('Link')).toBe(`<${sheet?.href ?? ''}>; rel=preload; as=style`);
  }
});

/** The selectors of a style sheet that say what stands in an element by `:has()`, and style cells of tables. */
function cellsBehindHas(css: string): string[] {
  const selectors = css.split(/[{}]/).flatMap((text) => (text.includes(':has(') ? [text] : []));
  return selectors.filter((text) => /:has\(.*\)[^,]*[\s>+~]t[dhr]\b/.test(text));
}

test('No cell or row is styled by what :has() finds elsewhere: all tables would be styled anew each time', () => {
  const [newer = ''] = readdirSync(ASSETS).filter((name) => /^styles-[\w-]+\.css$/.test(name));
  const css = readFileSync(join(ASSETS, newer), 'utf8');
  expect(css).toContain(':has(');
  expect(cellsBehindHas(css)).toEqual([]);
  // A control: such a rule is found.
  expect(cellsBehindHas(`${css} tr:has(input:checked)>td{color:red}`)).toHaveLength(1);
});

/** The selectors of a style sheet with a sibling that only its tag names, or that may be any element. */
function anySiblings(css: string): string[] {
  const selectors = css.match(/[^{}]+(?=\{)/g) ?? [];
  return selectors.filter((selector) =>
    /[+~](?:\*|:not\()|[\s>+~](?:\*|t(?:body|[dhr])|:is\([a-z, ]+\))[+~]/.test(selector),
  );
}

test('No rule is for whatever follows any element: all would be styled anew when a script is put into the page', () => {
  const [newer = ''] = readdirSync(ASSETS).filter((name) => /^styles-[\w-]+\.css$/.test(name));
  const css = readFileSync(join(ASSETS, newer), 'utf8');
  expect(anySiblings(css)).toEqual([]);
  // A control: such rules are found.
  for (const selector of [
    '.list>*+*',
    '.list :is(th, td)+*',
    '.list tr+tr>td',
    '.name+:not(.name)',
  ]) {
    expect(anySiblings(`${css}${selector}{color:red}`)).toHaveLength(1);
  }
});

test.each(['/service-worker.js', '/offline.js'])('%s keeps its name and is small', async (path) => {
  const { status, headers, text } = await shared().visitor.get(path);
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toMatch(/^(?:text|application)\/javascript/);
  // No name of a file with a hash: it would be another one after the next deploy.
  expect(text).not.toMatch(/assets\/\w+-[\w-]{8}\.js/);
  expect(gzipSync(text).length).toBeLessThan(8_000);
});

test('a browser asks for the service worker with every visit', async () => {
  const { headers } = await shared().visitor.get('/service-worker.js');
  expect(headers.get('Cache-Control')).toBe('no-cache');
});
