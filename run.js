import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs the built product, or one of its commands: `node run.js [start | login-link | …] [words]`.
 * It lies in an installation folder, too. In plain JavaScript, since Node takes 20 MiB to read
 * TypeScript, which a server would keep for good.
 */

const ROOT = import.meta.dirname;
const BUILD = join(ROOT, 'build/server/index.js');

/** @returns {Promise<import('./server.ts').ProductBuild>} */
async function loadBuild() {
  return await import(pathToFileURL(BUILD).href);
}

/** @param {unknown} error */
function explain(error) {
  const isMissing =
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(BUILD);
  if (isMissing) return 'The product is not built yet: run "npm run build" first.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.env.NODE_ENV ??= 'production';
// The end of a build fills it: what is compiled already takes less time and memory.
enableCompileCache({ directory: join(ROOT, 'build/compiled'), portable: true });
try {
  const build = await loadBuild();
  process.exitCode = await build.entry.module.run(build, {
    words: process.argv.slice(2),
    environment: process.env,
    root: ROOT,
    print: (text) => process.stdout.write(`${text}\n`),
  });
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
