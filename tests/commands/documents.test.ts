import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PROOFS } from '../../scripts/prove.ts';

const ROOT = join(import.meta.dirname, '../..');

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

test('every command that a document names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const others = ['Dockerfile', 'deploy/tallyhour.service', '.env.example'].map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
  const whole = [...DOCUMENTS.map(({ text }) => text), ...others].join('\n');
  const named = (start: string) =>
    [...whole.matchAll(new RegExp(`${start} ([a-z][a-z:-]*)`, 'g'))].map(([, name = '']) => name);
  expect(named('npm run(?: --silent)?').filter((name) => !(name in scripts))).toEqual([]);
  expect(named('npm run prove --').filter((name) => name !== 'all' && !(name in PROOFS))).toEqual(
    [],
  );
});

test('every link from a document to another file leads to one', () => {
  const broken = DOCUMENTS.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !existsSync(join(ROOT, dirname(file), to)))
      .map((to) => `${file}: ${to}`),
  );
  expect(broken).toEqual([]);
});

test('every test that holds a rule of a service is there', () => {
  const text = readFileSync(join(ROOT, 'docs/services.md'), 'utf8');
  const named = Array.from(text.matchAll(/`([\w/-]+\.test\.ts)`/g), ([, file = '']) => file);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('every image that another one begins from, or that runs beside it, has a digest', () => {
  const images = ['Dockerfile', 'deploy/compose.caddy.yaml'].flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), 'utf8').matchAll(
        /^(?:ARG \w+_BASE=|\s+image: \$\{(?!TALLYHOUR_IMAGE)\w+:-)([^\s}]+)/gm,
      ),
      ([, image = '']) => image,
    ),
  );
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

test('a decision has at most 400 words', () => {
  const long = DOCUMENTS.filter(({ file }) => file.startsWith('docs/decisions/'))
    .map(({ file, text }) => ({ file, words: text.split(/\s+/).filter(Boolean).length }))
    .filter(({ words }) => words > 400);
  expect(long).toEqual([]);
});

test('the plan of the house is read in some minutes', () => {
  const plan = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  expect(plan.split(/\s+/).length).toBeLessThanOrEqual(1_200);
  expect(plan.split('\n').filter((line) => line.length > 120)).toEqual([]);
});
