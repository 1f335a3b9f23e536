import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attributesOf } from '../../support/html.ts';
import { visit } from '../../support/server/visitor.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

const Manifest = z.object({
  name: z.literal('Tallyhour'),
  short_name: z.string().max(12),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.string(),
      purpose: z.string().optional(),
    }),
  ),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

/** The values of a colour in the style sheet, for the light and for the dark theme. */
async function coloursOf(token: string): Promise<string[]> {
  const styles = await readFile(new URL('../../../app/styles/tokens.css', import.meta.url), 'utf8');
  return [...styles.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6});`, 'g'))].map(
    ([, colour = '']) => colour,
  );
}

/** The size that a PNG states in its header, in pixels. */
async function sizeOf(path: string): Promise<string> {
  const response = await fetch(shared().server.url + path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('Content-Type')).toBe('image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length, 'small enough for a slow line').toBeLessThan(16_384);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

async function tagsOf(path: string, name: string) {
  const { text } = await visit(shared().server).get(path);
  return [...text.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => attributesOf(tag));
}

describe('The web app manifest', () => {
  test('is named by every page, for anybody, with the colours of both themes', async () => {
    const [day, night] = await coloursOf('raised');
    expect(day).not.toBe(night);
    for (const path of ['/', '/clients', '/nothing', '/privacy']) {
      const links = await tagsOf(path, 'link');
      const hrefOf = (rel: string) => links.find((link) => link.rel === rel)?.href;
      expect(hrefOf('manifest')).toBe('/manifest.webmanifest');
      expect(hrefOf('apple-touch-icon')).toBe('/apple-touch-icon.png');
      const themes = (await tagsOf(path, 'meta')).filter(({ name }) => name === 'theme-color');
      expect(themes).toMatchObject([
        { content: day, media: '(prefers-color-scheme: light)' },
        { content: night, media: '(prefers-color-scheme: dark)' },
      ]);
    }
    const visitor = visit(shared().server);
    visitor.cookies.set('theme', 'dark');
    const { text } = await visitor.get('/privacy');
    expect(text).toMatch(/<html[^>]* data-theme="dark">/);
    expect(text).toContain('<meta name="color-scheme" content="dark"/>');
    expect(text.match(/<meta name="theme-color"[^>]*>/g)).toEqual([
      `<meta name="theme-color" content="${night}"/>`,
    ]);
    expect(await sizeOf('/apple-touch-icon.png')).toBe('180x180');
  });

  test('has icons of the sizes that it states, one of them maskable', async () => {
    const answer = await visit(shared().server).get('/manifest.webmanifest');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/);
    // Without a `manifest-src`, the manifest falls under `default-src`.
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('manifest-src');
    const manifest = Manifest.parse(answer.json());
    expect([manifest.theme_color]).toEqual((await coloursOf('raised')).slice(0, 1));
    expect([manifest.background_color]).toEqual((await coloursOf('surface')).slice(0, 1));
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes, type } of manifest.icons) {
      expect(type).toBe('image/png');
      expect(await sizeOf(src)).toBe(sizes);
    }
    for (const { url } of [...manifest.shortcuts, { url: manifest.start_url }]) {
      expect((await shared().visitor.get(url)).status).toBe(200);
    }
  });
});
