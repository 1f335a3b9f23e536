import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { users } from '#db/schema.ts';
import { programOf } from '../../support/data/tokens.ts';
import { openApi } from '../../support/openapi.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { testRoot } from '../../support/server/test-root.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn } from '../../support/server/visitor.ts';
import { HARBOUR } from '../../support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '../../support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const ROOT = join(import.meta.dirname, '../../..');
const BIN = join(ROOT, 'node_modules/.bin');

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', module: 'nodenext', types: ['node'], skipLibCheck: false },
    ...{ noEmit: true, allowImportingTsExtensions: true, lib: ['es2023', 'dom'] },
  },
  files: ['round-trip.ts'],
};

/** Runs a program in a folder. Throws with all that it wrote where it fails. */
async function run(folder: string, program: string, args: string[], env = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} failed: ${stdout}${stderr}`, { cause: error });
  }
}

test('a client that openapi-typescript makes compiles, and makes a round trip of every kind of record', async () => {
  const { services, url } = server();
  await visitSignedIn(server());
  await activate(services, await connectToXero(services, xero()));
  const user = services.db.select().from(users).get();
  const { token } = programOf(server(), user?.id ?? 0, { name: 'A round trip' });
  const folder = await mkdtemp(join(testRoot(), 'generated-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApi));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await copyFile(join(import.meta.dirname, 'round-trip.txt'), join(folder, 'round-trip.ts'));
  // Checks the document by the rules of OpenAPI 3.1 as well.
  await run(folder, join(BIN, 'openapi-typescript'), ['openapi.json', '-o', 'api.d.ts']);
  await run(folder, join(BIN, 'tsc'), []);
  const said = await run(folder, process.execPath, ['round-trip.ts'], { URL: url, TOKEN: token });
  expect(said).toBe('whole');
});
