import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';

/** The files of a folder that its .dockerignore lets into a build: the last rule that fits counts. */
function filesOf(root: string): string[] {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const fits = (file: string, rule: string) => {
    const parts = file.split('/');
    return parts.some((_part, at) => matchesGlob(parts.slice(0, at + 1).join('/'), rule));
  };
  const isLetIn = (file: string) =>
    rules.findLast((rule) => fits(file, rule.replace(/^!/, '')))?.startsWith('!') ?? true;
  const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return all.split('\n').filter((file) => file !== '' && isLetIn(file));
}

/** What a build of the image would miss: what the Dockerfile copies, or a file imports, that is not let in. */
export function missingInContext(root: string, dockerfile: string): string[] {
  const files = filesOf(root);
  const has = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, words = '']) => words.split(' '))
    .filter((path) => path !== '.' && !has(path));
  const imported = files
    .filter((file) => /\.(ts|tsx|js)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '([#.][^'?]*)/g)]
        .map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path)))
        .filter((path) => !has(path))
        .map((path) => `${path}, which ${file} imports`),
    );
  return [...copied, ...imported];
}
