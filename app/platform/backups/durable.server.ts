import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { sync } from '#db/own-files.server.ts';

export { sync };

/** Renames so that a power cut leaves the old name or the new one. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  sync(dirname(to));
  if (dirname(from) !== dirname(to)) sync(dirname(from));
}
