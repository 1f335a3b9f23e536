import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The two commands of the README that lead to a running container, in words. */
export type Commands = { build: string[]; run: { volumes: string[]; environment: string[] } };

/** Reads the two commands out of the README. Throws when it has others. */
export function commandsOf(root: string): Commands {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/^docker (?:.*\\\n)*.*$/gm)].map(([text]) =>
    text.replaceAll('\\\n', ' ').split(/\s+/).slice(1),
  );
  const [build, run, ...more] = commands;
  if (build?.[0] !== 'build' || run?.[0] !== 'run' || more.length > 0) {
    throw new Error('The README should have two commands: docker build …, then docker run ….');
  }
  return {
    build: build.slice(1),
    run: { volumes: valuesOf(run, '--volume'), environment: valuesOf(run, '--env') },
  };
}

function valuesOf(words: string[], option: string): string[] {
  return words.filter((_word, index) => words[index - 1] === option);
}
