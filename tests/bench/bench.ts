import { measureDrawnSearches } from './drawn-searches.ts';
import { fillDatabase, fillPending } from './fill.ts';
import { conclude, IS_SHORT, report, type Figure } from './figures.ts';
import { filledFile } from './filled.ts';
import { load, signIn, startProcess, stopProcess, type Round } from './load.ts';
import { measureQueries } from './queries.ts';
import { measureReports } from './reports.ts';
import { measureSearches, measureWrites } from './searches.ts';
import { measureWholeList } from './whole-list.ts';

/**
 * `npm run bench`: prints every figure of docs/performance.md that belongs to the server, with its
 * limit, and fails when one is missed. `ONLY=queries`, `ONLY=screens` or `ONLY=stalls` measures one part,
 * `SHORT=yes` all of them on tiny data.
 */
const FEW = IS_SHORT ? 200 : 100_000;
const MANY = 10 * FEW;
const FEW_IN_REVIEW = 50;
const MANY_IN_REVIEW = IS_SHORT ? 500 : 50_000;

/** Limits: the answers a second, as a share of those of the server that is compared. */
const SCREEN_BESIDE_BARE_SERVER = 0.12;
const API_BESIDE_BARE_SERVER = 0.15;
const BESIDE_ITSELF_WITH_FEW = 0.7;

const ROUNDS = IS_SHORT ? 1 : 5;
const ROUND = { milliseconds: IS_SHORT ? 100 : 2_000, connections: 8 };

type Target = { module: string; file: string };

/** Measures each target's answers a second, in turn, so that a noisy machine disturbs all alike. */
async function measureServers(path: string, targets: Target[]): Promise<number[]> {
  const servers = await Promise.all(
    targets.map(async ({ module, file }) => {
      const server = await startProcess(module, file);
      const cookie = server.signInLink === undefined ? undefined : await signIn(server);
      return { server, cookie, rounds: [] as Round[] };
    }),
  );
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { server, cookie, rounds } of servers) {
        const answered = await load(server, path, { ...ROUND, cookie });
        // The first round warms up.
        if (round > 0) rounds.push(answered);
      }
    }
  } finally {
    for (const { server } of servers) await stopProcess(server);
  }
  return servers.map(({ rounds }) => {
    const answers = rounds.reduce((sum, round) => sum + round.answers, 0);
    return (answers / rounds.reduce((sum, round) => sum + round.elapsed, 0)) * 1_000;
  });
}

async function measureScreen(name: string, path: string, atLeast: number): Promise<Figure[]> {
  const few = filledFile(`${FEW} logs`, (file) => fillDatabase(file, FEW));
  const many = filledFile(`${MANY} logs`, (file) => fillDatabase(file, MANY));
  const [ours = NaN, bare = NaN, withFew = NaN] = await measureServers(path, [
    { module: 'product-server.ts', file: many },
    { module: 'bare-server.ts', file: many },
    { module: 'product-server.ts', file: few },
  ]);
  return [
    {
      name: `${name}, beside a bare server`,
      value: ours / bare,
      unit: '×',
      atLeast,
    },
    {
      name: `${name}, beside itself with ${count(FEW)}`,
      value: ours / withFew,
      unit: '×',
      atLeast: BESIDE_ITSELF_WITH_FEW,
    },
  ];
}

async function measurePending(): Promise<Figure[]> {
  const [many = NaN, few = NaN] = await measureServers(
    '/pending-work-logs',
    [MANY_IN_REVIEW, FEW_IN_REVIEW].map((tasks) => ({
      module: 'product-server.ts',
      file: filledFile(`${tasks} tasks`, (file) => fillPending(file, tasks)),
    })),
  );
  const name = `Todoist Import with ${count(MANY_IN_REVIEW)} in review, beside ${FEW_IN_REVIEW}`;
  return [{ name, value: many / few, unit: '×', atLeast: BESIDE_ITSELF_WITH_FEW }];
}

function count(number: number): string {
  return number.toLocaleString('en-GB');
}

const only = process.env.ONLY ?? '';
const measures = (part: string) => only === '' || only === part;
if (measures('queries')) {
  const { times, growth } = measureQueries(
    filledFile(`${FEW} logs`, (file) => fillDatabase(file, FEW)),
    filledFile(`${MANY} logs`, (file) => fillDatabase(file, MANY)),
  );
  report(`Queries with ${count(MANY)} logs`, times);
  const many = filledFile(`${MANY} logs`, (file) => fillDatabase(file, MANY));
  report(`Searches with ${count(MANY)} logs`, [
    ...measureSearches(many),
    ...measureDrawnSearches(many),
  ]);
  report(`Reports with ${count(MANY)} logs`, measureReports(many));
  report(
    `Writes with ${count(MANY)} logs`,
    measureWrites(filledFile(`${MANY} logs`, (file) => fillDatabase(file, MANY))),
  );
  report(`Queries with ${count(MANY)} logs, beside the same with ${count(FEW)}`, growth);
}
if (measures('screens')) {
  report(`Answers a second, with ${count(MANY)} logs`, [
    ...(await measureScreen('Work Logs', '/work-logs', SCREEN_BESIDE_BARE_SERVER)),
    ...(await measureScreen('the API, 50 logs', '/api/work-logs?limit=50', API_BESIDE_BARE_SERVER)),
    ...(await measurePending()),
  ]);
}
if (measures('stalls')) {
  report('The longest that others wait, while one reads', await measureWholeList());
}
conclude();
