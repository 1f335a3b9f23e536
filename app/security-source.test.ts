import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What docs/security.md says of the program as a whole, held against its source. */

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** All that runs, without tests. */
const sources = globSync(['app/**/*.{ts,tsx,js}', 'db/**/*.ts', 'server.ts', 'run.js'], {
  cwd: ROOT,
})
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: read(file) }));

const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();

test('there is a source to look at', () => {
  expect(sources.length).toBeGreaterThan(400);
  expect(filesWith(/export /).length).toBeGreaterThan(400);
});

test.each<[string, RegExp]>([
  ['starts another program', /node:child_process|from 'child_process'/],
  ['runs text as a program', /\beval\(|new Function\(|node:vm|setTimeout\(\s*['"`]/],
  ['puts text into a page as HTML', /insertAdjacentHTML|document\.write\(|outerHTML\s*=/],
  ['takes random values that can be guessed', /Math\.random\(/],
  ['uses a weak hash or cipher', /['"](?:md5|md4|rc4|des|3des|aes-\d+-(?:ecb|cbc|ctr))\b/i],
  [
    'trusts a certificate unseen',
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
  ],
  ['reads XML', /DOMParser|xml2js|fast-xml-parser|libxml/],
  ['makes a script address', /['"`]javascript:/],
  ['listens to other windows', /window\.(?:on|addEventListener\(\s*['"])message/],
  [
    'uses what browsers have given up',
    /<(?:applet|embed)\b|<object |showModalDialog|document\.domain/,
  ],
])('Nothing %s', (_, pattern) => {
  expect(filesWith(pattern)).toEqual([]);
});

test('HTML that is not React’s comes only from ourselves', () => {
  // Scripts and text of the program itself, and the places that React leaves alone.
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
    'app/offline/waiting.route.tsx',
    'app/root.tsx',
    'app/ui/field.tsx',
    'app/ui/scripts/page-only.tsx',
    'app/ui/scripts/styles-first.tsx',
  ]);
});

test('what is written as HTML otherwise is a count of our own service worker’s', () => {
  expect(filesWith(/\.innerHTML\s*=/)).toEqual(['app/offline/page-script.ts']);
});

test('SHA-1 is used nowhere', () => {
  expect(filesWith(/['"]sha-?1['"]/i)).toEqual([]);
});

test('what is encrypted is encrypted by AES-256-GCM', () => {
  expect(filesWith(/createCipheriv\(/)).toEqual(['app/platform/secrets/sealed.server.ts']);
  expect(read('app/platform/secrets/sealed.server.ts')).toContain('aes-256-gcm');
});

test('secrets are random values of the system: 128 bits at least', () => {
  const sizes = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/randomBytes\((\w+)\)/g)].map(([, size = '']) => ({ file, size })),
  );
  expect(sizes.length).toBeGreaterThan(3);
  const short = sizes.filter(({ size }) => !(Number(size) >= 16));
  expect(short.map(({ file }) => file).sort()).toEqual([
    // The id of a request, in its answer and in the log.
    'app/http/server/request-log.server.ts',
    // A nonce of AES-GCM: 96 bits, by its standard.
    'app/platform/secrets/sealed.server.ts',
    // What tells one installation from another.
    'app/platform/settings-store.server.ts',
  ]);
});

test('a regular expression is never made of what somebody entered', () => {
  const made = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/new RegExp\(\s*([^)]*)/g)].map(([, what = '']) => ({ file, what })),
  );
  const names = made.flatMap(({ what }) =>
    [...what.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name),
  );
  // Constants, and the two names of our own cookies and places.
  expect([...new Set(names.filter((name) => !/^[A-Z_]+$/.test(name)))].sort()).toEqual(OWN_NAMES);
});

const OWN_NAMES = ['AKIN.source', 'id', 'prefix', 'words', 'written'];

test('the proxy’s file speaks TLS 1.2 and 1.3 alone', () => {
  expect(read('deploy/nginx.conf')).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
});

test('every library is pinned, and locked with a hash of what it is', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  for (const version of Object.values({ ...dependencies, ...devDependencies })) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const unhashed = Object.entries(packages).filter(
    ([name, { integrity, link }]) => name !== '' && !link && !integrity?.startsWith('sha512-'),
  );
  expect(unhashed.map(([name]) => name)).toEqual([]);
});
