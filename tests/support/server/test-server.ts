import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#app/context.server.ts';
import type { StartOptions } from '#app/start.server.ts';
import { freePort } from './free-port.ts';
import { testRoot } from './test-root.ts';
import { pressLink } from './press-link.ts';
import { startServer } from '../../../server.ts';

/** The approved email that tests sign in with. */
export const TEST_EMAIL = 'alex@example.com';

export type TestServer = {
  /** The address of the product, without a trailing slash. */
  url: string;
  services: Services;
  /** Every line that was logged, parsed. */
  logLines: () => Record<string, unknown>[];
  /** Makes a new session; gives the value for a Cookie header. */
  signIn: (email?: string) => Promise<string>;
  /** Sets the product's clock, which then stands still; null: it goes on as the machine's. */
  setClock: (instant: Date | null) => void;
  stop: () => Promise<void>;
};

/**
 * Starts the production server in this process, on a database of its own in a folder that is
 * removed when it stops. Needs the build (`npm run build`).
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  options: Pick<StartOptions, 'todoistPatience' | 'queue' | 'checkpoint'> = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(testRoot(), 'tallyhour-test-'));
  const { EMPTY_DATABASE } = process.env;
  if (EMPTY_DATABASE) await copyFile(EMPTY_DATABASE, join(dataDir, 'database.sqlite'));
  const port = await freePort();
  const lines: string[] = [];
  let standing: Date | null = null;
  const running = await startServer({
    ...options,
    environment: {
      PORT: String(port),
      DATA_DIR: dataDir,
      APPROVED_EMAILS: TEST_EMAIL,
      BACKUPS: 'off',
      ...environment,
    },
    logDestination: { write: (line) => lines.push(line) },
    clock: () => standing ?? new Date(),
    announce: () => undefined,
  });
  const { services } = running;
  return {
    url: running.config.origin,
    services,
    logLines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    signIn: async (email = TEST_EMAIL) => {
      const response = await pressLink(running.signInLink(email));
      const cookie = response.headers.getSetCookie().find((text) => text.startsWith('session='));
      if (!cookie) throw new Error(`No session was started for ${email}`);
      return cookie.split(';')[0] ?? '';
    },
    setClock: (instant) => {
      standing = instant;
    },
    stop: async () => {
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
