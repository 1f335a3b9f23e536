import { ProductError } from '../../lib/errors.ts';
import {
  asCalled,
  checkWords,
  StartRefusal,
  type Command,
  type CommandCall,
} from '../../platform/command.ts';
import { readConfig } from '../../platform/env.server.ts';
import {
  sentenceForStart,
  withDatabase,
} from '../../platform/data-folder/open-data-folder.server.ts';
import { servedOrigin } from '../../platform/settings-store.server.ts';
import { listApprovedEmails, seedApprovedEmails } from '../../users/approved-emails.server.ts';
import { nobodyApproved } from '../../users/approved-emails.ts';
import { createSignInLink } from './sign-in-links.server.ts';

const USAGE = asCalled('login-link', 'you@example.com');

/** The way in for an operator while the identity provider lets nobody in: who can write to the data folder may anyway. */
const DESPITE = '--despite-provider';

/** `login-link you@example.com`: prints a link that signs in once. */
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
  const { environment, root, print } = call;
  const words = call.words.filter((word) => word !== DESPITE);
  checkWords({ words }, 1, USAGE);
  const email = words[0]?.trim();
  if (!email) {
    throw new StartRefusal(`Say who the link is for: ${USAGE}`);
  }
  const config = readConfig(environment);
  if (config.identityProvider && words.length === call.words.length) {
    throw new StartRefusal(
      `People sign in at the identity provider (OAUTH2_ISSUER), so no link was made. Where it lets nobody in, add ${DESPITE}: ${USAGE} ${DESPITE}`,
    );
  }
  withDatabase(config, root, refuseOlder, (db) => {
    const origin = environment.APP_ORIGIN ? config.origin : (servedOrigin({ db }) ?? config.origin);
    const services = { db, config: { ...config, origin }, clock: () => new Date() };
    seedApprovedEmails(services, config.approvedEmails);
    if (listApprovedEmails(services).length === 0) throw new StartRefusal(nobodyApproved(email));
    const link = createSignInLink(services, email);
    print(`This link signs ${email} in, once, within ten minutes:\n${link}`);
  });
}

/** Only a start of the server brings a database up to date, since it backs it up before. */
const refuseOlder = (schema: string | null) =>
  schema === 'older'
    ? 'The database is of an earlier version. No changes were made: start the server once, which backs it up and brings it up to date, then ask for the link again.'
    : null;

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ProductError) return error.message;
  return sentenceForStart(error) ?? `No link could be made: ${error.message}`;
}
