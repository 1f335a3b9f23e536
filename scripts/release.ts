import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * What a tag such as `v0.1.0` is released with:
 * `release.ts notes TAG` prints its notes, from CHANGELOG.md;
 * `release.ts archive TAG FOLDER` makes the installation folder for machines like this one, with the files of `deploy/`,
 * and packs it with its checksum. `TALLYHOUR_IMAGE` is the image that its compose files pull.
 */
const ROOT = resolve(import.meta.dirname, '..');
const readText = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** The version of a tag. Throws where package.json has another one. */
function versionOf(tag: string): string {
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  if (tag !== `v${version}`) throw new Error(`package.json has version ${version}, not ${tag}.`);
  return version;
}

/** What CHANGELOG.md says of a version. Throws where it has no date yet. */
function notesOf(version: string): string {
  const sections = readText('CHANGELOG.md').split(/^## /m);
  const notes = sections.find((section) => section.startsWith(`${version}, `)) ?? '';
  const [title = '', ...rest] = notes.split('\n');
  if (!/, \d{1,2} \w+ \d{4}$/.test(title))
    throw new Error(`CHANGELOG.md has no “## ${version}, ” with its date.`);
  return rest.join('\n').trim();
}

function makeArchive(version: string, into: string): void {
  const name = `tallyhour-${version}-${process.platform}-${process.arch}`;
  const folder = join(into, name);
  execFileSync('npm', ['run', '--silent', 'package', '--', folder], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const deploy = join(folder, 'deploy');
  cpSync(join(ROOT, 'deploy'), deploy, { recursive: true });
  const image = process.env.TALLYHOUR_IMAGE?.toLowerCase();
  for (const file of image ? readdirSync(deploy).filter((one) => one.endsWith('.yaml')) : []) {
    const text = readFileSync(join(deploy, file), 'utf8');
    writeFileSync(
      join(deploy, file),
      text.replace('${TALLYHOUR_IMAGE:-tallyhour}', `\${TALLYHOUR_IMAGE:-${image}:${version}}`),
    );
  }
  const archive = `${name}.tar.gz`;
  execFileSync('tar', ['--owner=0', '--group=0', '-czf', archive, name], { cwd: into });
  const sum = createHash('sha256')
    .update(readFileSync(join(into, archive)))
    .digest('hex');
  writeFileSync(join(into, `${archive}.sha256`), `${sum}  ${archive}\n`);
}

const [what, tag = '', into = 'dist'] = process.argv.slice(2);
const version = versionOf(tag);
if (what === 'notes') process.stdout.write(`${notesOf(version)}\n`);
else if (what === 'archive') makeArchive(version, resolve(into));
else throw new Error('Say “notes TAG” or “archive TAG FOLDER”.');
