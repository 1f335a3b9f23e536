import { existsSync, writeFileSync } from 'node:fs';
import type { Database } from '#db/connection.server.ts';
import {
  checkWords,
  StartRefusal,
  type Command,
  type CommandCall,
} from '../../platform/command.ts';
import { readConfig, type Config } from '../../platform/env.server.ts';
import {
  sentenceForStart,
  withDatabase,
} from '../../platform/data-folder/open-data-folder.server.ts';
import { normaliseEmail } from '../../users/approved-emails.ts';
import { findPerson, type Found, type KnownPerson } from './find-person.server.ts';
import { exportPerson } from './export-person.server.ts';
import { removePerson, sweep } from './remove-person.server.ts';

const EXPORT = 'person:export';
const REMOVE = 'person:remove';

/** What stands after each, and how many words it is at most. */
const WORDS = {
  [EXPORT]: { most: 2, usage: `tallyhour ${EXPORT} you@example.com [FILE]` },
  [REMOVE]: { most: 1, usage: `tallyhour ${REMOVE} you@example.com` },
};

type Asked = { db: Database; config: Config; person: KnownPerson; call: CommandCall };

/**
 * `person:export EMAIL [FILE]`: all that is kept about a person, as JSON, printed or in a new file. Instead of
 * the email a user's number will do, as `user:3`.
 */
export const exportPersonCommand: Command = (call) =>
  withPerson(EXPORT, call, ({ db, person }) => {
    const text = JSON.stringify(exportPerson(db, person), null, 2);
    const [, file] = call.words;
    if (file === undefined) {
      call.print(text);
      // Beside the JSON, which may go on to another program.
      for (const line of sayOthers(EXPORT, person)) process.stderr.write(`${line}\n`);
      return;
    }
    if (existsSync(file))
      throw new StartRefusal(`The file ${file} already exists. Choose another name.`);
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    call.print(`All that is kept about ${person.email} is in ${file}.`);
    for (const line of sayOthers(EXPORT, person)) call.print(line);
  });

/** `person:remove EMAIL`, or `user:3`: takes a person out of everything but the firm's records. */
export const removePersonCommand: Command = (call) =>
  withPerson(REMOVE, call, ({ db, config, person }) => {
    const { erased, isSwept } = removePerson(db, person);
    call.print(sayRemoved(person, erased));
    for (const line of sayOthers(REMOVE, person)) call.print(line);
    call.print(
      'Backups made before still have this person: delete those in the folder backups that you need not keep, and any export.',
    );
    if (!isSwept) {
      call.print(
        'Unused bytes of the database may still hold it: they go when this is run again with the server stopped.',
      );
    }
    const seeds = person.emails.filter((email) => config.approvedEmails.includes(email));
    if (seeds.length > 0) {
      const these = seeds.join(' and ');
      call.print(
        `Take ${these} out of APPROVED_EMAILS as well, which fills an empty approved list.`,
      );
    }
  });

function sayRemoved({ email, emails, ids }: KnownPerson, erased: number): string {
  const entries = `${erased} ${erased === 1 ? 'entry' : 'entries'}`;
  const history = `${entries} of the history no longer say who it was`;
  const former = emails.filter((one) => one !== email);
  const also = former.length === 0 ? 'it' : `it, nor with ${former.join(' and ')} from before`;
  if (emails.includes(email)) {
    return `${email} is removed: nobody can sign in with ${also}, and ${history}.`;
  }
  const cannot = former.length === 0 ? '' : ` Nobody can sign in with ${former.join(' and ')}.`;
  return `${namesOf(ids)} is removed: ${history}.${cannot} ${email} is somebody else’s by now and stays.`;
}

/** That the email has been other people's too, whom the identity provider knows by other names. */
function sayOthers(command: string, { email, others }: KnownPerson): string[] {
  if (others.length === 0) return [];
  const [first = 0] = others;
  return [
    `${email} has also been the email of somebody else, ${namesOf(others)}, who is not part of this: tallyhour ${command} user:${first} is for them.`,
  ];
}

const namesOf = (ids: number[]) => ids.map((id) => `user:${id}`).join(' and ');

function withPerson(
  name: keyof typeof WORDS,
  call: CommandCall,
  run: (asked: Asked) => void,
): number {
  const { most, usage } = WORDS[name];
  try {
    checkWords(call, most, usage);
    const who = normaliseEmail(call.words[0] ?? '');
    if (who === '') throw new StartRefusal(`Say who it is: ${usage}`);
    const config = readConfig(call.environment);
    withDatabase(config, call.root, refuseOther, (db) => {
      const found = findPerson(db, who);
      // Removed already, maybe while others read what is in unused bytes since.
      const isSwept = found === null && name === REMOVE && sweep(db);
      run({ db, config, person: personOf(found, who, isSwept), call });
    });
    return 0;
  } catch (error) {
    process.stderr.write(`${sentenceForStart(error) ?? `Stopped: ${String(error)}`}\n`);
    return 1;
  }
}

const refuseOther = (schema: string | null) =>
  schema === 'same'
    ? null
    : 'The database is of another version than this program. No changes were made: start the server once, which brings it up to date.';

function personOf(found: Found | null, who: string, isSwept: boolean): KnownPerson {
  if (found === null) {
    const also = isSwept ? ' Unused bytes of the database were overwritten all the same.' : '';
    throw new StartRefusal(`Nobody here is, or was, known as ${who}.${also}`);
  }
  if ('person' in found) return found.person;
  throw new StartRefusal(
    `${who} is how somebody was known who has the email ${found.present} now. No changes were made: use that one if you mean them.`,
  );
}
