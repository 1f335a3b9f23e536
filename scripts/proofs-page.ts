import { cpus, totalmem } from 'node:os';

/** How a proof ended that ran whole. */
export type Run = {
  /** The day, as `2026-11-30`. */
  day: string;
  /** The commit it ran on, and whether files were changed since. */
  commit: string;
  machine: string;
  /** Whole minutes, at least 1. */
  minutes: number;
  isKept: boolean;
  /** The line that it concluded with. */
  said: string;
};

/** The last whole run of each proof, by its name. */
export type Runs = Readonly<Record<string, Run>>;

const HEAD = `# Proofs

Written by \`npm run prove\`: each proof that ran whole, the last time that it did, and what it concluded with.

| Proof | What it shows | Day | Commit | Machine | Minutes | Result | Its last words |
| --- | --- | --- | --- | --- | --- | --- | --- |
`;
const NEVER = 'not yet';
const KEPT = 'kept';

/** The page of all proofs, `docs/proofs.md`. */
export function proofsPage(shows: Readonly<Record<string, string>>, runs: Runs): string {
  const rows = Object.entries(shows).map(([name, text]) => {
    const run = runs[name];
    const told = run
      ? [
          run.day,
          run.commit,
          run.machine,
          String(run.minutes),
          run.isKept ? KEPT : '**not kept**',
          run.said,
        ]
      : [NEVER, '', '', '', '', ''];
    return `| ${[name, text, ...told].map(inCell).join(' | ')} |\n`;
  });
  return HEAD + rows.join('');
}

const inCell = (text: string) => text.replaceAll('|', '¦');

/** The runs that such a page tells of. */
export function runsOf(page: string): Runs {
  const runs: Record<string, Run> = {};
  for (const line of page.split('\n')) {
    const [name, , day, commit, machine, minutes, result, said] = line
      .replace(/^\| | \|$/g, '')
      .split(' | ');
    if (!name || !day || !/^\d{4}-\d\d-\d\d$/.test(day)) continue;
    runs[name] = {
      day,
      commit: commit ?? '',
      machine: machine ?? '',
      minutes: Number(minutes),
      isKept: result === KEPT,
      said: said ?? '',
    };
  }
  return runs;
}

/** The line that a command's output concludes with: of the test runner how many tests passed, else the last one. */
export function lastWords(output: string): string {
  // eslint-disable-next-line no-control-regex -- Colours begin with this sign.
  const lines = output.replace(/\x1b\[[0-9;]*m/g, '').split('\n');
  const said = lines.map((line) => line.trim().replace(/\s+/g, ' ')).filter(Boolean);
  const tests = said.findLast((line) => /^Tests \d/.test(line));
  return (tests ?? said.at(-1) ?? 'nothing').slice(0, 160);
}

/** This machine in a few words, such as `2 × x64, 24 GiB, Node 24.21.0`. */
export function thisMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${process.arch}, ${memory} GiB, Node ${process.versions.node}`;
}
