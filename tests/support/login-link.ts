import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TEST_EMAIL, type TestServer } from './test-server.ts';

const run = promisify(execFile);

/** Prints a sign-in link with the product's own command, and reads it off the output. */
export async function printLoginLink(
  { services, url }: Pick<TestServer, 'services' | 'url'>,
  email = TEST_EMAIL,
): Promise<string> {
  const { stdout } = await run(process.execPath, ['scripts/login-link.ts', email], {
    env: { ...process.env, DATA_DIR: services.config.dataDir, APP_ORIGIN: url },
  });
  const link = /^http\S+$/m.exec(stdout)?.[0];
  if (link === undefined) throw new Error(`No link was printed: ${stdout}`);
  return link;
}
