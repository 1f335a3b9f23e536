import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plainFormsOf } from '../plain-forms.ts';
import { TEST_EMAIL, type TestServer } from './test-server.ts';
import type { Answer, Visitor } from './visitor.ts';

const run = promisify(execFile);

/**
 * Opens a sign-in link and presses the button of its page, as somebody in a browser does. Gives the
 * answer to the press, or to the link where its page has no button.
 */
export async function openLink(visitor: Visitor, link: string): Promise<Answer> {
  const page = await visitor.get(link);
  const [form] = plainFormsOf(page.text);
  if (form === undefined) return page;
  return visitor.post(form.action, Object.fromEntries(form.fields));
}

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
