import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { plainFormsOf } from '../support/plain-forms.ts';
import { visit, type Visitor } from '../support/server/visitor.ts';

/** What a process holds of the machine's memory, in MiB: now, and at most since its start. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { now: mebibytes('VmRSS'), most: mebibytes('VmHWM') };
}

type Asked = { port: number; path: string; cookie?: string; agent?: Agent };

/** The status of an answer, once all of it is here; null when nothing listens there yet. */
export function statusOf({ cookie, ...address }: Asked): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const headers = cookie === undefined ? {} : { Cookie: cookie };
    get({ host: '127.0.0.1', agent: false, ...address, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        resolve(response.statusCode ?? 0);
      });
    }).on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(null);
      else reject(error);
    });
  });
}

/** Asks for a page over and over until it is answered with 200; throws when that takes a minute. */
export async function firstAnswer(port: number, path = '/'): Promise<void> {
  const startedAt = performance.now();
  while ((await statusOf({ port, path })) !== 200) {
    if (performance.now() - startedAt > 60_000) throw new Error('No answer within a minute.');
    await pause(2);
  }
}

/** Asks for a page many times at once. Throws when one answer is not 200. */
export async function askAtOnce(times: number, asked: Asked): Promise<void> {
  const agent = new Agent({ maxSockets: times });
  const statuses = await Promise.all(
    Array.from({ length: times }, () => statusOf({ ...asked, agent })),
  );
  agent.destroy();
  const wrong = statuses.find((status) => status !== 200);
  if (wrong !== undefined)
    throw new Error(`${asked.path} was answered with ${wrong ?? 'nothing'}.`);
}

/** Waits, in milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The sign-in link in what the product or one of its commands printed. */
export function linkIn(printed: string): string {
  const link = /^http\S+$/m.exec(printed)?.[0];
  if (link === undefined) throw new Error(`No sign-in link was printed: ${printed}`);
  return link;
}

/** Opens a printed link, presses its button where it has one, and gives who is then signed in. */
export async function signInByLink(url: string, link: string): Promise<Visitor> {
  const visitor = visit({ url });
  const page = await visitor.get(link.replace(url, ''));
  const [form] = plainFormsOf(page.text);
  if (form !== undefined) await visitor.post(form.action, Object.fromEntries(form.fields));
  const { status } = await visitor.get('/work-logs');
  if (status !== 200) throw new Error(`The link signed nobody in: /work-logs answered ${status}.`);
  return visitor;
}

/** The Cookie header of somebody's requests. */
export function cookieOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
