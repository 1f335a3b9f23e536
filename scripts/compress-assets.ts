import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Run after a build: puts a Brotli copy beside each script and style sheet, for the server to send.
 */
const FOLDER = join('build', 'client', 'assets');

for (const name of readdirSync(FOLDER)) {
  if (!/\.(?:js|css)$/.test(name)) continue;
  const text = readFileSync(join(FOLDER, name));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(join(FOLDER, `${name}.br`), brotliCompressSync(text, { params }));
}
