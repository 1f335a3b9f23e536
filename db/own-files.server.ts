import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
  writeFileSync,
  renameSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

/**
 * Makes a folder, and those above it, for its owner alone, and waits until it is on the disk; one that is
 * there is left as it is. Node's own way of making folders above never ends below `/proc`.
 */
export function makeOwnFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(resolve(folder));
  if (above !== resolve(folder)) makeOwnFolder(above);
  mkdirSync(folder, { mode: OWNER_FOLDER });
  try {
    sync(above);
  } catch (error) {
    // Of a folder above that is another user's, or on a file system that cannot.
    if (!['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP'].some((code) => hasCode(error, code))) throw error;
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes an empty file that only its owner can read, or takes everybody else's rights to one that is
 * there. It never opens a file that is there: closing it would drop SQLite's locks on it. Gives whether it made one.
 */
export function makeOwnFile(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: OWNER_FILE });
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    ownFile(file);
    return false;
  }
}

/** Takes everybody else's rights to a file; a file of another owner, or none, stays as it is. */
export function ownFile(file: string): void {
  try {
    chmodSync(file, OWNER_FILE);
  } catch (error) {
    // A file system without rights, a read-only one, or a file that root has put there.
    if (!['EPERM', 'ENOENT', 'EROFS', 'ENOTSUP'].some((code) => hasCode(error, code))) throw error;
  }
}

/** Whether an error of the operating system or of SQLite has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Renames so that a power cut leaves the old name or the new one. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  sync(dirname(to));
  if (dirname(from) !== dirname(to)) sync(dirname(from));
}
