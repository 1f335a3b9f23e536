import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../exactly-once/random.ts';
import {
  apply,
  applyNames,
  type Change,
  type File,
  type Folder,
  type NameChange,
  type Node,
} from './disk-model.ts';

/**
 * What a power cut leaves of what was not synced: all, nothing, what came before a moment, any part of it,
 * any sectors of it, only the newest, names without contents, contents without names, and lengths
 * without contents (zeros).
 */
export const CUTS = [
  'all',
  'nothing',
  'before',
  'any',
  'sectors',
  'newest',
  'names',
  'contents',
  'zeros',
] as const;
export type Cut = (typeof CUTS)[number];

const SECTORS = [512, 4096] as const;

/** Which changes come through. */
type Keeps = {
  name: (change: NameChange) => boolean;
  /** What is left of a change: pieces of it. */
  contents: (change: Change) => Change[];
};

/** The contents of a folder's files, by their paths below it; folders have null. */
export type Tree = Map<string, Buffer | null>;

/** The tree that a power cut leaves. Whatever is drawn comes from `random`. */
export function cutPower(root: Folder, cut: Cut, random: Random): Tree {
  const { names, files } = pendingBelow(root);
  const keeps = choose(cut, random, [
    ...[...names].map(({ at }) => at),
    ...[...files].flatMap(({ pending }) => pending.map(({ at }) => at)),
  ]);
  const left = new Map<Folder, Map<string, Node>>();
  const namesOf = (folder: Folder) => {
    const known = left.get(folder) ?? new Map(folder.synced);
    left.set(folder, known);
    return known;
  };
  // The later changes of a name build on the earlier ones, so that they are lost together.
  const broken = new Map<Folder, Set<string>>();
  for (const change of [...names].sort((one, other) => one.at - other.at)) {
    const places = [change.from, change.to].filter((place) => place !== null);
    const isBroken = places.some(({ folder, name }) => broken.get(folder)?.has(name));
    if (!isBroken && keeps.name(change)) {
      applyNames(change, namesOf);
      continue;
    }
    for (const { folder, name } of places) {
      broken.set(folder, (broken.get(folder) ?? new Set()).add(name));
    }
  }
  const tree: Tree = new Map();
  const contentsOf = new Map<File, Buffer>();
  const add = (folder: Folder, path: string) => {
    for (const [name, node] of namesOf(folder)) {
      const below = join(path, name);
      if (node.kind === 'folder') {
        tree.set(below, null);
        add(node, below);
      } else {
        const known = contentsOf.get(node) ?? contentsAfter(node, keeps);
        contentsOf.set(node, known);
        tree.set(below, known);
      }
    }
  };
  add(root, '');
  return tree;
}

function contentsAfter({ synced, pending }: File, keeps: Keeps): Buffer {
  const contents = {
    bytes: Buffer.from(synced.bytes.subarray(0, synced.length)),
    length: synced.length,
  };
  for (const change of pending) for (const piece of keeps.contents(change)) apply(contents, piece);
  return contents.bytes.subarray(0, contents.length);
}

/** All that is not on the disk yet, in a folder and below. */
function pendingBelow(root: Folder): { names: Set<NameChange>; files: Set<File> } {
  const names = new Set<NameChange>();
  const files = new Set<File>();
  const seen = new Set<Node>();
  const visit = (node: Node) => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === 'file') {
      files.add(node);
      return;
    }
    for (const change of node.pending) {
      names.add(change);
      if (change.to) visit(change.to.node);
    }
    for (const below of [...node.synced.values(), ...node.seen.values()]) visit(below);
  };
  visit(root);
  return { names, files };
}

function choose(cut: Cut, random: Random, moments: number[]): Keeps {
  const whole = (change: Change) => [change];
  const nothing = () => [];
  const coin = () => random.oneIn(2);
  switch (cut) {
    case 'all':
      return { name: () => true, contents: whole };
    case 'nothing':
      return { name: () => false, contents: nothing };
    case 'names':
      return { name: () => true, contents: nothing };
    case 'contents':
      return { name: () => false, contents: whole };
    case 'before': {
      const last = moments.length === 0 ? 0 : random.pick(moments as [number, ...number[]]);
      return {
        name: ({ at }) => at <= last,
        contents: (change) => (change.at <= last ? [change] : []),
      };
    }
    case 'newest': {
      const first = moments.length === 0 ? 0 : random.pick(moments as [number, ...number[]]);
      return { name: () => true, contents: (change) => (change.at >= first ? [change] : []) };
    }
    case 'any':
      return { name: coin, contents: (change) => (coin() ? [change] : []) };
    case 'sectors': {
      const size = random.pick(SECTORS);
      return { name: coin, contents: (change) => sectorsOf(change, size, coin) };
    }
    case 'zeros':
      return {
        name: () => true,
        contents: (change) => {
          if (coin() || !('bytes' in change)) return [change];
          return change.isGrowth ? [{ ...change, bytes: Buffer.alloc(change.bytes.length) }] : [];
        },
      };
  }
}

/** The sectors of a change that came through. */
function sectorsOf(change: Change, size: number, coin: () => boolean): Change[] {
  if (!('bytes' in change)) return coin() ? [change] : [];
  const pieces: Change[] = [];
  const { offset, bytes } = change;
  for (let begin = 0; begin < bytes.length;) {
    const end = Math.min(bytes.length, (Math.floor((offset + begin) / size) + 1) * size - offset);
    if (coin())
      pieces.push({ ...change, offset: offset + begin, bytes: bytes.subarray(begin, end) });
    begin = end;
  }
  return pieces;
}

/** Writes a tree into an empty folder. */
export function writeTree(tree: Tree, folder: string): void {
  for (const [path, contents] of tree) {
    if (contents === null) mkdirSync(join(folder, path), { mode: 0o700 });
    else writeFileSync(join(folder, path), contents, { mode: 0o600 });
  }
}
