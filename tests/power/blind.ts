import fs, { type PathLike, type StatSyncOptions } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the product, this is a control: whatever becomes of the files of the database, the product is told what
 * they were like when it first asked, so that it must be seen to lose what is saved after that.
 */
const known = new Map<string, fs.Stats | fs.BigIntStats | undefined>();
const usual = fs.statSync;

function blind(path: PathLike, options?: StatSyncOptions) {
  const name = String(path);
  if (!/database\.sqlite(?:-wal|-shm)?$/.test(name)) return usual(path, options);
  const found = known.get(name) ?? usual(path, options);
  known.set(name, found);
  return found;
}

Object.assign(fs, { statSync: blind });
syncBuiltinESMExports();
