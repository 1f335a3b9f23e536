import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, transformWithEsbuild, type BuildEnvironmentOptions, type Plugin } from 'vite';

/** What makes scripts smallest for browsers. */
export const SMALL = {
  target: 'es2022',
  minify: 'terser',
  terserOptions: { ecma: 2020, toplevel: true, compress: { passes: 3 } },
} as const satisfies BuildEnvironmentOptions;

/** The code of threads, each a file of its own beside the server's. */
const THREADS = {
  'backup-thread.js': 'app/platform/backups/backup-thread.server.ts',
  'export-thread.js': 'app/transfer/export/export-thread.server.ts',
  'import-thread.js': 'app/transfer/in/import-thread.server.ts',
};

/** Builds the threads with the server. */
export const threads: Plugin = {
  name: 'threads',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  buildStart() {
    for (const [fileName, id] of Object.entries(THREADS)) {
      this.emitFile({ type: 'chunk', id, fileName });
    }
  },
};

/** What threads need is one file, whatever each of them shares with the server and with the others. */
export function sharedWithThreads(id: string, { getModuleInfo }: Modules): string | undefined {
  if (needed.size === 0) {
    const entries = Object.values(THREADS).map((path) => join(import.meta.dirname, '..', path));
    const open = entries.flatMap((entry) => getModuleInfo(entry)?.importedIds ?? []);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (needed.has(next)) continue;
      needed.add(next);
      open.push(...(getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return needed.has(id) ? 'threads' : undefined;
}

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };
const needed = new Set<string>();

/**
 * Writes signs beyond ASCII as `\u2019` in the server's files. esbuild leaves them in regular expressions, and for a
 * single one V8 keeps all of a file's code with two bytes a letter: 5 MiB of the idle server's memory. Throws where a
 * backslash stands before such a sign, since it would take that of `\u` away.
 */
export const plainLetters: Plugin = {
  name: 'plain-letters',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  generateBundle(_options, files) {
    const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      const [unsafe] = /.{0,40}\\[\u0080-\uffff]/.exec(file.code) ?? [];
      if (unsafe !== undefined) throw new Error(`${file.fileName}: no backslash there: ${unsafe}`);
      file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
    }
  },
};

/** The script that stands in every page (`start.js?raw`), as short as the others. It stays ES5. */
export const shortStart: Plugin = {
  name: 'short-start',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?');
    if (query !== 'raw' || !file.endsWith('/ui/scripts/start.js')) return null;
    const { code } = await transformWithEsbuild(await readFile(file, 'utf8'), file, {
      minify: true,
      target: 'es5',
    });
    return `export default ${JSON.stringify(code.trim())}`;
  },
};

/** Scripts whose names stay, beside the browser's other files: what works without a line. */
const OFFLINE = {
  'service-worker.js': 'app/offline/worker/worker.ts',
  'offline.js': 'app/offline/page-script.ts',
};

/** Builds them with the browser's files. */
export const offline: Plugin = {
  name: 'offline',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  async generateBundle() {
    for (const [fileName, input] of Object.entries(OFFLINE)) {
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: { ...SMALL, write: false, rollupOptions: { input, output: { format: 'iife' } } },
      });
      if (Array.isArray(built) || !('output' in built))
        throw new Error(`No ${fileName} was built.`);
      this.emitFile({ type: 'asset', fileName, source: built.output[0].code });
    }
  },
};
