import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRandom, type Random } from '../exactly-once/random.ts';
import { createDisk } from './disk-model.ts';
import { readTreeState, type FolderState } from './folder-state.ts';
import { readSaid, type Call } from './journal.ts';
import { CUTS, cutPower, type Cut, type Tree } from './power-cut.ts';
import type { Lived } from './workload.ts';

/** One disk that a power cut could have left. */
type Point = { after: number; cut: Cut };

/** What was found. */
export type Proof = {
  points: number;
  /** How often an acknowledged fact was looked for in a rebuilt folder. */
  looked: number;
  /** Facts that the answers acknowledged. */
  facts: number;
  /** Commits that were told apart. */
  states: number;
  /** How often the database was synced: after each copy of SQLite's log. */
  copies: number;
  /** What was lost, by kind. */
  losses: { lost: number; malformed: number; half: number; untold: number };
  /** The first of them, in words. */
  examples: string[];
};

type Timeline = {
  /** What the database held after each commit, and the number of the call since which it did. */
  states: { since: number; digest: string }[];
  /** The facts that hold from the call with this number on. */
  promises: { since: number; fact: string }[];
  /**
   * For each answer the number of the call after which it was sent, and that of the last time before it that SQLite's log was
   * synced: all that was committed by then it may speak of. What a job commits while the answer is being written
   * comes later; what the answer's own request has committed is among the promises.
   */
  answers: { at: number; speaksOf: number }[];
  copies: number;
};

/** A thorough check of SQLite's takes longer: one point in so many gets it. */
const THOROUGH = 20;

const COMMIT_HEADER = 24;

/** Where folders are rebuilt: in memory, where there is a folder for that. */
export type Place = { rootPath: string; rootInode: number; scratch: string };

/**
 * Reads through a journal and notes what every commit made of the database, and what every answer has
 * promised. Throws when the journal does not lead to the very files that are there.
 */
export function readTimeline(calls: Call[], lived: Lived, place: Place): Timeline {
  const { root, play } = createDisk(place.rootPath, place.rootInode);
  const everything = () => cutPower(root, 'all', createRandom(0));
  const states: Timeline['states'] = [];
  const timeline: Timeline = { states, promises: [], answers: [], copies: 0 };
  let isChanged = true;
  const look = (since: number) => {
    if (!isChanged) return;
    isChanged = false;
    const state = readTreeState(everything(), place.scratch, false);
    if ('damage' in state) throw new Error(`Damaged without a power cut: ${state.damage}`);
    if (states.at(-1)?.digest !== state.digest) states.push({ since, digest: state.digest });
  };
  look(0);
  // The file whose next write ends a commit; another thread may write in between.
  let committing: number | null = null;
  const logs = new Set<number>();
  let database: number | null = null;
  let syncedAt = -1;
  for (const [at, call] of calls.entries()) {
    if (call.kind === 'say') {
      look(at);
      noteSaid(timeline, call, { at, syncedAt, lived });
    }
    play(call, at);
    if (call.kind === 'create') {
      const name = basename(call.bytes.toString());
      if (name === 'database.sqlite-wal') logs.add(call.inode);
      if (name === 'database.sqlite') database = call.inode;
    }
    if (call.kind === 'sync' && call.inode === database) timeline.copies += 1;
    if (call.kind === 'sync' && logs.has(call.inode)) syncedAt = at;
    if (call.kind !== 'write') continue;
    isChanged = true;
    const isHeader = call.bytes.length === COMMIT_HEADER;
    // The header of a frame says how large the database is after a commit; then comes the page.
    if (isHeader && call.bytes.readUInt32BE(4) !== 0) committing = call.inode;
    else if (committing === call.inode) {
      committing = null;
      look(at);
    }
  }
  look(calls.length);
  compareWithDisk(everything(), place.rootPath);
  return timeline;
}

type Circumstances = { at: number; syncedAt: number; lived: Lived };

function noteSaid(
  { promises, answers }: Timeline,
  call: Call,
  { at, syncedAt, lived }: Circumstances,
): void {
  const said = readSaid(call);
  if (said?.kind === 'answer') {
    answers.push({ at, speaksOf: syncedAt });
    if (answers.length === 1) promises.push({ since: at, fact: `app-secret ${lived.appSecret}` });
    for (const fact of lived.acknowledged.get(said.requestId) ?? []) {
      promises.push({ since: at, fact });
    }
  }
  if (said?.kind === 'call' && said.method === 'PUT' && said.path.includes('/Invoices')) {
    const key = /\r\nIdempotency-Key: ([^\r\n]+)/i.exec(said.head)?.[1];
    if (key === undefined) throw new Error('A call to Xero without a key.');
    promises.push({ since: at, fact: `told ${key}` });
  }
}

/** The control of the tracing: what was written down must lead to what is there. */
function compareWithDisk(tree: Tree, folder: string): void {
  const there = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.endsWith('-shm'),
    ),
  );
  for (const [path, contents] of tree) {
    if (!there.delete(path)) throw new Error(`${path} was written down, but is not there.`);
    if (contents === null || statSync(join(folder, path)).isDirectory()) continue;
    if (!contents.equals(readFileSync(join(folder, path)))) {
      throw new Error(`${path} is not what was written down.`);
    }
  }
  if (there.size > 0) throw new Error(`Not written down: ${[...there].join(', ')}`);
}

/** Draws where the power is cut: evenly over all calls, each time in another way. */
function drawPoints(calls: number, count: number, random: Random): Point[] {
  const points = Array.from({ length: count }, (_, index) => ({
    after: Math.min(calls, Math.floor(((index + random.below(1000) / 1000) * (calls + 1)) / count)),
    cut: CUTS[(index + random.below(2)) % CUTS.length] ?? 'all',
  }));
  return points.sort((one, other) => one.after - other.after);
}

/** Cuts the power so many times, and looks each time for all that was acknowledged before. */
export function prove(
  calls: Call[],
  timeline: Timeline,
  place: Place,
  { points: count, seed }: { points: number; seed: number },
): Proof {
  const random = createRandom(seed);
  const { root, play } = createDisk(place.rootPath, place.rootInode);
  const points = drawPoints(calls.length, count, random);
  const proof: Proof = {
    points: points.length,
    looked: 0,
    facts: timeline.promises.length,
    states: timeline.states.length,
    copies: timeline.copies,
    losses: { lost: 0, malformed: 0, half: 0, untold: 0 },
    examples: [],
  };
  let played = 0;
  for (const [index, { after, cut }] of points.entries()) {
    for (; played < after; played += 1) {
      const call = calls[played];
      if (call) play(call, played);
    }
    const state = readTreeState(cutPower(root, cut, random), place.scratch, index % THOROUGH === 0);
    const fault = judge(state, after, timeline, proof);
    if (fault === null) continue;
    proof.losses[fault.kind] += 1;
    if (proof.examples.length < 10)
      proof.examples.push(`after call ${after}, ${cut}: ${fault.text}`);
  }
  return proof;
}

type Fault = { kind: keyof Proof['losses']; text: string };

function judge(
  state: FolderState | { damage: string },
  after: number,
  { states, promises, answers }: Timeline,
  proof: Proof,
): Fault | null {
  if ('damage' in state) return { kind: 'malformed', text: state.damage };
  const due = promises.filter(({ since }) => since < after);
  proof.looked += due.length;
  const missing = due.find(({ fact }) => !state.facts.has(fact));
  if (missing?.fact.startsWith('told')) return { kind: 'untold', text: missing.fact };
  if (missing) return { kind: 'lost', text: missing.fact };
  // Whatever an answer could speak of must be there, and nothing may be there in part.
  const { speaksOf } = answers.findLast(({ at }) => at < after) ?? { speaksOf: -1 };
  const oldest = states.findLastIndex(({ since }) => since <= speaksOf);
  const next = states.findIndex(({ since }) => since >= after);
  const newest = next < 0 ? states.length - 1 : next;
  const digests = states.map(({ digest }) => digest);
  const found = digests.lastIndexOf(state.digest, newest);
  if (found < 0) return { kind: 'half', text: 'a state that no commit has left' };
  if (found < oldest) return { kind: 'lost', text: `${oldest - found} commits before an answer` };
  return null;
}
