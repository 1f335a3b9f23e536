import { join } from 'node:path';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { compareSchema, databaseSchema, programSchema } from '#db/schema-version.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { checkWords, type Command, type CommandCall } from '../../platform/command.ts';
import { refuseWithoutDatabase } from '../../platform/data-folder/present-database.server.ts';
import { readConfig } from '../../platform/env.server.ts';
import { sentenceForStart } from '../../platform/data-folder/open-data-folder.server.ts';
import { seedApprovedEmails } from '../../users/approved-emails.server.ts';
import { createSignInLink } from './sign-in-links.server.ts';

/** The reason why no link is printed; its message is one sentence for the operator. */
class Refusal extends Error {}

const USAGE = 'npm run login-link -- you@example.com';

/** `npm run login-link -- you@example.com`: prints a link that signs in once. */
export const loginLink: Command = (call) => {
  try {
    printLink(call);
    return 0;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
};

function printLink(call: CommandCall): void {
  const { words, environment, root, print } = call;
  checkWords(call, 1, USAGE);
  const email = words[0]?.trim();
  if (!email) {
    throw new Refusal(`Say who the link is for: ${USAGE}`);
  }
  const config = readConfig(environment);
  if (config.identityProvider) {
    throw new Refusal(
      'Sign-in links are off, because an identity provider is configured (OAUTH2_ISSUER).',
    );
  }
  refuseWithoutDatabase(config);
  const db = openDatabase(config.databaseFile);
  try {
    const migrations = join(root, 'db/migrations');
    refuseOlder(db, migrations);
    migrateDatabase(db, migrations);
    const services = { db, config, clock: () => new Date() };
    seedApprovedEmails(services, config.approvedEmails);
    const link = createSignInLink(services, email);
    print(`This link signs ${email} in, once, within ten minutes:\n${link}`);
  } finally {
    db.$client.close();
  }
}

/** Only a start of the server brings a database up to date, since it backs it up before. */
function refuseOlder(db: Database, migrations: string): void {
  const schema = databaseSchema(db.$client);
  if (schema === null || compareSchema(schema, programSchema(migrations)) !== 'older') return;
  throw new Refusal(
    'The database is of an earlier version. Nothing was changed: start the server once, which backs it up and brings it up to date, then ask for the link again.',
  );
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal || error instanceof ProductError) return error.message;
  return sentenceForStart(error) ?? `No link could be made: ${error.message}`;
}
