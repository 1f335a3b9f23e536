import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Run after a build: puts a Brotli copy beside each script and style sheet, for the server to send. Remix's list of all
 * routes loses what it says that they have not: to a browser, that is as if it said nothing.
 */
const FOLDER = join('build', 'client', 'assets');

for (const name of readdirSync(FOLDER)) {
  if (!/\.(?:js|css)$/.test(name)) continue;
  let text = readFileSync(join(FOLDER, name), 'utf8');
  if (name.startsWith('manifest-')) {
    text = text.replace(/"has[A-Z]\w+":false,/g, '');
    writeFileSync(join(FOLDER, name), text);
  }
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  };
  writeFileSync(join(FOLDER, `${name}.br`), brotliCompressSync(text, { params }));
}
