import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

/**
 * `npm run check`: types, lint, the floors of the house and format, as many at a time as there are processors, since each
 * of them uses one. Prints what each found once it has ended, and fails where one does.
 */
const CHECKS = [
  ['eslint', '.'],
  ['tsc', '--noEmit'],
  ['prettier', '--check', '--log-level', 'warn', '.'],
  [
    'depcruise',
    '--output-type',
    'err-long',
    ...'app db sandbox scripts tests server.ts'.split(' '),
  ],
] as const;

const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

/** Whether the check found nothing. npm has put the tools on the PATH. */
async function passes([tool, ...options]: (typeof CHECKS)[number]): Promise<boolean> {
  const child = spawn(tool, options, { env: { ...process.env, ...colour } });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  process.stdout.write(output);
  process.stderr.write(errors);
  if (code !== 0) process.stderr.write(`${tool} found something.\n`);
  return code === 0;
}

const waiting = [...CHECKS];

async function checkInTurn(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (!(await passes(next))) process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, checkInTurn));
