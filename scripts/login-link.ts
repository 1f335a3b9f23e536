import { createSignInLink } from '#app/auth/sign-in-links.server.ts';
import { ConfigError, readConfig } from '#app/platform/env.server.ts';
import { ProductError } from '#app/lib/errors.ts';
import { seedApprovedEmails } from '#app/users/approved-emails.server.ts';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';

/** The reason why no link is printed; its message is one sentence for the operator. */
class Refusal extends Error {}

function main(): void {
  const email = process.argv[2]?.trim();
  if (!email) {
    throw new Refusal('Say who the link is for: npm run login-link -- you@example.com');
  }
  const config = readConfig(process.env);
  if (config.identityProvider) {
    throw new Refusal(
      'Sign-in links are off, because an identity provider is configured (OAUTH2_ISSUER).',
    );
  }
  const db = openDatabase(config.databaseFile);
  try {
    migrateDatabase(db);
    const services = { db, config, clock: () => new Date() };
    seedApprovedEmails(services, config.approvedEmails);
    const link = createSignInLink(services, email);
    process.stdout.write(`This link signs ${email} in, once, within ten minutes:\n${link}\n`);
  } finally {
    db.$client.close();
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForPeople = [Refusal, ConfigError, ProductError].some((kind) => error instanceof kind);
  return isForPeople ? error.message : `No link could be made: ${error.message}`;
}

try {
  main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
