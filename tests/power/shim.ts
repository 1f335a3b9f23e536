import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'disk.c');

/** What a program does to its disk (disk.c counts the same). */
export const KINDS = {
  create: 1,
  write: 2,
  truncate: 3,
  sync: 4,
  rename: 5,
  unlink: 6,
  mkdir: 7,
  rmdir: 8,
  say: 9,
  map: 10,
  other: 11,
} as const;
export type Kind = keyof typeof KINDS;

/** The kind that disk.c knows by a number. */
export const KIND_OF = new Map<number, Kind>(
  Object.entries(KINDS).map(([name, number]) => [number, name as Kind]),
);

/** Whether what stands between a program and its disk can be built here: it needs a C compiler. */
export function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Builds disk.c, once for each of its versions; gives the library's path. */
function buildShim(): string {
  const version = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 12);
  const library = join(tmpdir(), `tallyhour-power-${version}.so`);
  if (existsSync(library)) return library;
  const unfinished = `${library}.${process.pid}`;
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', unfinished, SOURCE], { stdio: 'inherit' });
  renameSync(unfinished, library);
  return library;
}

/** The places of disk.c's switches, each of 8 bytes. */
const SWITCHES = [
  'calls',
  'killKinds',
  'killIn',
  'killHow',
  'failKinds',
  'failErrno',
  'failSkip',
  'failTimes',
  'failed',
  'room',
  'lastKind',
] as const;
type Switch = (typeof SWITCHES)[number];

const NO_LIMIT = 2n ** 64n - 1n;

/** The numbers of errors, as Linux counts them. */
const ERRORS = { EIO: 5n, ENOSPC: 28n } as const;

/** When a program dies at a call: before it, after it, or with half of what it writes written. */
export const DEATHS = ['before', 'after', 'half'] as const;
export type Death = (typeof DEATHS)[number];

const bitsOf = (kinds: readonly Kind[]) =>
  BigInt(kinds.reduce((bits, kind) => bits | (1 << KINDS[kind]), 0));

/** What stands between a program and its disk. */
export type Shim = {
  /** The environment of the program. */
  environment: Record<string, string>;
  /** The file that its calls are written down in. */
  journal: string;
  /** How many calls changed or synced the folder so far. */
  calls: () => number;
  /** How many calls have failed by order. */
  failed: () => number;
  /** What the last call was; null before the first. */
  lastKind: () => Kind | null;
  /** Has the program die at one of its next calls of these kinds, the first of which is 1. */
  killAt: (kinds: readonly Kind[], call: number, how: Death) => void;
  /** Has calls of these kinds fail: so many of them, after so many that do not. */
  fail: (kinds: Kind[], error: keyof typeof ERRORS, times?: number, after?: number) => void;
  /** Leaves room for so many bytes; null: as many as there are. */
  leaveRoom: (bytes: number | null) => void;
  /** Ends every order. */
  heal: () => void;
  close: () => void;
};

/**
 * Prepares what stands between a program and its folder; its files lie in `beside`, which must be another
 * folder. Without `isWritten` nothing is written down, only counted.
 */
export function createShim(folder: string, beside: string, isWritten: boolean): Shim {
  const journal = join(beside, 'journal');
  const control = join(beside, 'control');
  const descriptor = openSync(control, 'w+', 0o600);
  const cell = Buffer.alloc(8);
  const set = (name: Switch, value: bigint) => {
    cell.writeBigUInt64LE(value);
    writeSync(descriptor, cell, 0, 8, SWITCHES.indexOf(name) * 8);
  };
  const get = (name: Switch) => {
    readSync(descriptor, cell, 0, 8, SWITCHES.indexOf(name) * 8);
    return Number(cell.readBigUInt64LE());
  };
  const heal = () => {
    set('killIn', 0n);
    set('failKinds', 0n);
    set('failTimes', 0n);
    set('failSkip', 0n);
    set('room', NO_LIMIT);
  };
  set('calls', 0n);
  set('lastKind', 0n);
  set('killHow', 0n);
  set('killKinds', 0n);
  set('failErrno', 0n);
  set('failed', 0n);
  heal();
  return {
    environment: {
      LD_PRELOAD: buildShim(),
      POWER_FOLDER: folder,
      POWER_CONTROL: control,
      ...(isWritten ? { POWER_JOURNAL: journal } : {}),
    },
    journal,
    calls: () => get('calls'),
    failed: () => get('failed'),
    lastKind: () => KIND_OF.get(get('lastKind')) ?? null,
    killAt: (kinds, call, how) => {
      set('killHow', BigInt(DEATHS.indexOf(how)));
      set('killKinds', bitsOf(kinds));
      set('killIn', BigInt(call));
    },
    fail: (kinds, error, times = 1, after = 0) => {
      set('failErrno', ERRORS[error]);
      set('failSkip', BigInt(after));
      set('failTimes', BigInt(times));
      set('failKinds', bitsOf(kinds));
    },
    leaveRoom: (bytes) => {
      set('room', bytes === null ? NO_LIMIT : BigInt(bytes));
    },
    heal,
    close: () => {
      closeSync(descriptor);
    },
  };
}
