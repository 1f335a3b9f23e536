import { dirname, basename } from 'node:path';
import type { Call } from './journal.ts';

/** A change of a file's contents that may not be on the disk yet. */
export type Change =
  { at: number; offset: number; bytes: Buffer; isGrowth: boolean } | { at: number; length: number };

/** A change of names that may not be on the disk yet; both names of a rename change together. */
export type NameChange = {
  at: number;
  /** The name that goes. */
  from: { folder: Folder; name: string } | null;
  /** The name that comes, and what it names. */
  to: { folder: Folder; name: string; node: Node } | null;
};

export type File = {
  kind: 'file';
  /** What is on the disk for certain. */
  synced: Contents;
  pending: Change[];
  /** As the running program sees it. */
  length: number;
};
export type Folder = {
  kind: 'folder';
  synced: Map<string, Node>;
  pending: NameChange[];
  /** As the running program sees it. */
  seen: Map<string, Node>;
};
export type Node = File | Folder;

/** Bytes that can grow. */
export type Contents = { bytes: Buffer; length: number };

const newFolder = (): Folder => ({
  kind: 'folder',
  synced: new Map(),
  pending: [],
  seen: new Map(),
});

const newFile = (): File => ({
  kind: 'file',
  synced: { bytes: Buffer.alloc(0), length: 0 },
  pending: [],
  length: 0,
});

/**
 * Plays calls one after another on a disk that promises nothing but what it was asked to sync: of a file
 * its contents, of a folder the names in it. Making a new file durable takes both.
 */
export function createDisk(rootPath: string, rootInode: number) {
  const root = newFolder();
  const nodes = new Map<number, Node>([[rootInode, root]]);

  function folderOf(path: string): Folder {
    const above = dirname(path);
    let folder: Folder = root;
    for (const name of above.slice(rootPath.length).split('/').filter(Boolean)) {
      const next = folder.seen.get(name);
      if (next?.kind !== 'folder') throw new Error(`${above} is no folder.`);
      folder = next;
    }
    return folder;
  }

  function placeOf(path: string) {
    return { folder: folderOf(path), name: basename(path) };
  }

  function changeNames(change: NameChange): void {
    for (const place of [change.from, change.to]) {
      if (place && !place.folder.pending.includes(change)) place.folder.pending.push(change);
    }
    applyNames(change, (folder) => folder.seen);
  }

  function fileOf({ inode }: Call): File {
    const node = nodes.get(inode);
    if (node?.kind !== 'file') throw new Error(`A call about a file that nobody made: ${inode}`);
    return node;
  }

  function sync(node: Node): void {
    if (node.kind === 'file') {
      for (const change of node.pending.splice(0)) apply(node.synced, change);
      return;
    }
    for (const change of node.pending.splice(0)) {
      applyNames(change, (folder) => folder.synced);
      for (const place of [change.from, change.to]) {
        const others = place?.folder.pending ?? [];
        if (others.includes(change)) others.splice(others.indexOf(change), 1);
      }
    }
  }

  /** Plays a call; `at` is its number. */
  function play(call: Call, at: number): void {
    switch (call.kind) {
      case 'create':
      case 'mkdir': {
        const node = call.kind === 'mkdir' ? newFolder() : newFile();
        nodes.set(call.inode, node);
        changeNames({ at, from: null, to: { ...placeOf(call.bytes.toString()), node } });
        return;
      }
      case 'write': {
        const file = fileOf(call);
        const { offset, bytes } = call;
        file.pending.push({ at, offset, bytes, isGrowth: offset >= file.length });
        file.length = Math.max(file.length, offset + bytes.length);
        return;
      }
      case 'truncate': {
        const file = fileOf(call);
        file.pending.push({ at, length: call.offset });
        file.length = call.offset;
        return;
      }
      case 'sync': {
        const node = nodes.get(call.inode);
        if (!node) throw new Error(`Something unknown was synced: ${call.inode}`);
        sync(node);
        return;
      }
      case 'rename': {
        const from = placeOf(call.bytes.toString());
        const node = from.folder.seen.get(from.name);
        if (!node) throw new Error(`${call.bytes.toString()} was renamed, but is not there.`);
        changeNames({ at, from, to: { ...placeOf(call.to), node } });
        return;
      }
      case 'unlink':
      case 'rmdir':
        changeNames({ at, from: placeOf(call.bytes.toString()), to: null });
        return;
      case 'say':
        return;
      case 'map':
        throw new Error(
          `${call.bytes.toString()} is written through memory, which is not seen here.`,
        );
      case 'other':
        throw new Error(`A call that is not modelled: ${call.bytes.toString()}`);
    }
  }

  return { root, play };
}

/** Makes names as a change says. */
export function applyNames(
  { from, to }: NameChange,
  namesOf: (folder: Folder) => Map<string, Node>,
): void {
  if (from) namesOf(from.folder).delete(from.name);
  if (to) namesOf(to.folder).set(to.name, to.node);
}

/** Makes contents as a change says; what lies between is zeros. */
export function apply(contents: Contents, change: Change): void {
  const isWrite = 'bytes' in change;
  const end = isWrite ? change.offset + change.bytes.length : change.length;
  if (end > contents.bytes.length) {
    const larger = Buffer.alloc(Math.max(end, contents.bytes.length * 2));
    contents.bytes.copy(larger, 0, 0, contents.length);
    contents.bytes = larger;
  }
  if (isWrite) {
    change.bytes.copy(contents.bytes, change.offset);
    contents.length = Math.max(contents.length, end);
    return;
  }
  // What is cut off must be zeros should the file grow again.
  if (change.length < contents.length) contents.bytes.fill(0, change.length, contents.length);
  contents.length = change.length;
}
