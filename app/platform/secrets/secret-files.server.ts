import { readFileSync } from 'node:fs';
import { StartRefusal } from '../command.ts';

type Given = Record<string, string | undefined>;

/**
 * The variables, with the secrets that stand in files: the variable with `_FILE` names one. Throws StartRefusal with the
 * file's name, and nothing that is in it.
 */
export function withSecretFiles(given: Given, names: readonly string[]): Given {
  const all = { ...given };
  for (const name of names) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      throw new StartRefusal(`${name} and ${name}_FILE are both set: keep one of them.`);
    }
    const secret = readSecret(file);
    if (typeof secret !== 'string' || secret === '') {
      throw new StartRefusal(
        `${name}_FILE should name a file that the server can read, with the secret in it, but ${JSON.stringify(file)} ${secret === '' ? 'is empty' : `cannot be read (${secret.code})`}.`,
      );
    }
    all[name] = secret;
  }
  return all;
}

/** What a file holds, without the end of its line; or the code of the error why it cannot be read. */
function readSecret(file: string): string | { code: string } {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' };
  }
}
