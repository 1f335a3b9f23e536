import { globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

/** How many bytes the files of a folder hold. */
export function folderSize(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}
