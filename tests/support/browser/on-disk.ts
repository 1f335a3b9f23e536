import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The files below a folder that hold a text, as UTF-8 or as UTF-16; those that vanish meanwhile do not. */
export async function filesHolding(folder: string, text: string): Promise<string[]> {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const contents = await readFile(path).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => contents.includes(needle))) found.push(relative(folder, path));
  }
  return found.sort();
}
