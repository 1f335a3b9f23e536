import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { compareSchema, databaseSchema, programSchema } from '#db/schema-version.server.ts';
import type { Command, CommandCall } from '../platform/command.ts';
import { readConfig, type Config } from '../platform/env.server.ts';
import { sentenceForStart } from '../platform/data-folder/open-data-folder.server.ts';
import { normaliseEmail } from './approved-emails.ts';
import { exportPerson, findPerson, removePerson, type KnownPerson } from './person.server.ts';

/** The reason why nothing was done; its message is one sentence for the operator. */
class Refusal extends Error {}

type Asked = { db: Database; config: Config; person: KnownPerson; call: CommandCall };

/** `person:export EMAIL [FILE]`: all that is kept about a person, as JSON, printed or in a new file. */
export const exportPersonCommand: Command = (call) =>
  withPerson('person:export', call, ({ db, person }) => {
    const text = JSON.stringify(exportPerson(db, person), null, 2);
    const [, file] = call.words;
    if (file === undefined) {
      call.print(text);
      return;
    }
    if (existsSync(file))
      throw new Refusal(`There is a file ${file} already. Nothing was written.`);
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    call.print(`All that is kept about ${person.email} is in ${file}.`);
  });

/** `person:remove EMAIL`: takes a person out of everything but the firm's records. */
export const removePersonCommand: Command = (call) =>
  withPerson('person:remove', call, ({ db, config, person }) => {
    const { email } = person;
    const { erased, isSwept } = removePerson(db, person);
    call.print(
      `${email} is removed: nobody can sign in with it, and ${erased} ${erased === 1 ? 'entry' : 'entries'} of the history no longer say who it was.`,
    );
    call.print(
      'Backups made before still have this person: delete those in the folder backups that you need not keep, and any export.',
    );
    if (!isSwept) {
      call.print(
        'Unused bytes of the database may still hold it: they go when this is run again with the server stopped.',
      );
    }
    if (config.approvedEmails.includes(email)) {
      call.print(
        `Take ${email} out of APPROVED_EMAILS as well, which fills an empty approved list.`,
      );
    }
  });

function withPerson(name: string, call: CommandCall, run: (asked: Asked) => void): number {
  try {
    const email = normaliseEmail(call.words[0] ?? '');
    if (email === '') throw new Refusal(`Say who it is: npm run ${name} -- you@example.com`);
    const config = readConfig(call.environment);
    if (!existsSync(config.databaseFile)) {
      throw new Refusal(`There is no database at ${config.databaseFile}.`);
    }
    const db = openDatabase(config.databaseFile);
    try {
      const migrations = join(call.root, 'db/migrations');
      if (compareSchema(databaseSchema(db.$client) ?? [], programSchema(migrations)) !== 'same') {
        throw new Refusal(
          'The database is of another version than this program. Nothing was changed: start the server once, which brings it up to date.',
        );
      }
      migrateDatabase(db, migrations);
      const person = findPerson(db, email);
      if (person === null) throw new Refusal(`Nobody here has, or had, the email ${email}.`);
      run({ db, config, person, call });
    } finally {
      db.$client.close();
    }
    return 0;
  } catch (error) {
    const sentence = error instanceof Refusal ? error.message : sentenceForStart(error);
    process.stderr.write(`${sentence ?? `Nothing more was done: ${String(error)}`}\n`);
    return 1;
  }
}
