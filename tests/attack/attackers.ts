import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const OPTIONS = { maxBuffer: 64 * 1024 * 1024 };

/** What to attack, as whom, and where the attacker may write. */
export type Target = { url: string; cookie: string | null; folder: string };

/** Holes, not opinions about headers: those tests/http/server/server.test.ts holds. */
const MODULES = 'sql,blindsql,xss,permanentxss,exec,file,redirect,crlf,xxe';

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.array(z.object({ path: z.string(), parameter: z.string().nullish() }).loose()),
  ),
  infos: z.object({ crawled_pages: z.unknown().optional() }).loose(),
});

/** Lets wapiti crawl and attack; gives what it found, such as `Cross Site Scripting: /search q`. */
export async function wapiti(
  { url, cookie, folder }: Target,
  { starts = [], seconds }: { starts?: string[]; seconds: number },
): Promise<string[]> {
  const file = join(folder, 'wapiti.json');
  const words = [
    ...['-u', `${url}/`, '-m', MODULES, '-f', 'json', '-o', file, '--flush-session', '-v', '0'],
    ...['--store-session', folder, '--no-bugreport', '--max-parameters', '40', '-d', '3'],
    ...['--max-scan-time', String(seconds), '--max-attack-time', String(seconds)],
    ...starts.flatMap((path) => ['-s', `${url}${path}`]),
    ...(cookie === null ? [] : ['-H', `Cookie: ${cookie}`]),
  ];
  await run('wapiti', words, OPTIONS);
  const { vulnerabilities } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(vulnerabilities).flatMap(([kind, found]) =>
    found.map(({ path, parameter }) => `${kind}: ${path} ${parameter ?? ''}`.trim()),
  );
}

/** Lets sqlmap try every parameter of an address; gives whether it got in. */
export async function sqlmap({ url, cookie, folder }: Target, path: string): Promise<boolean> {
  const words = [
    ...['-u', `${url}${path}`, '--batch', '--flush-session', '--output-dir', folder],
    ...['--level', '2', '--risk', '2', '--dbms', 'sqlite', '--technique', 'BEU'],
    ...['--ignore-code', '400,404,409', '--disable-coloring'],
    ...(cookie === null ? [] : ['--cookie', cookie]),
  ];
  const { stdout } = await run('sqlmap', words, OPTIONS);
  const isIn = stdout.includes('sqlmap identified the following injection point');
  const isOut = /do(?:es)? not (?:appear|seem) to be injectable/.test(stdout);
  if (isIn === isOut) throw new Error(`sqlmap came to no end:\n${stdout.slice(-2_000)}`);
  return isIn;
}
