import { join } from 'node:path';
import { openCopy } from '#db/connection.server.ts';
import { verifyChain, type Noted } from '#db/history/chain.server.ts';
import { compareSchema, databaseSchema, programSchema } from '#db/schema-version.server.ts';
import type { Command, CommandCall } from '../platform/command.ts';
import { readConfig } from '../platform/env.server.ts';
import {
  refuseWithoutDatabase,
  sentenceForStart,
} from '../platform/data-folder/open-data-folder.server.ts';

/** Why nothing could be verified; its message is one sentence for the operator. */
class Refusal extends Error {}

/**
 * `history:verify [ENTRY HASH]`: says whether the history is as it was written, and where not. With an
 * entry and the hash that was printed of it before, also whether it still is that one.
 */
export const verifyHistory: Command = (call) => {
  try {
    return verify(call);
  } catch (error) {
    const sentence = error instanceof Refusal ? error.message : sentenceForStart(error);
    process.stderr.write(`${sentence ?? `The history could not be read: ${String(error)}`}\n`);
    return 1;
  }
};

function verify({ words, environment, root, print }: CommandCall): number {
  const noted = readNoted(words);
  const config = readConfig(environment);
  refuseWithoutDatabase(config);
  const { $client } = openCopy(config.databaseFile);
  try {
    const schema = databaseSchema($client) ?? [];
    if (compareSchema(schema, programSchema(join(root, 'db/migrations'))) !== 'same') {
      throw new Refusal(
        'The database is of another version than this program. Start the server once, which brings it up to date, then verify again.',
      );
    }
    // One moment, whatever a server writes meanwhile.
    const verdict = $client.transaction(() => verifyChain($client, noted))();
    if (!verdict.isWhole) {
      process.stderr.write(`The history is broken at entry ${verdict.at}. ${verdict.why}\n`);
      return 1;
    }
    const { entries, first, last, dropped } = verdict;
    const which = first === null ? '' : `, ${first} to ${last.id}`;
    print(
      `The history is ${dropped === 0 ? 'whole' : 'unbroken'}: ${entries} ${entries === 1 ? 'entry' : 'entries'}${which}.`,
    );
    if (dropped > 0) {
      print(
        `It is not all that was written: entries up to ${dropped} were dropped for their age (HISTORY_DAYS).`,
      );
    }
    print(
      'Note the next line elsewhere: with it this command tells later that nothing is missing.',
    );
    print(`${last.id} ${last.hash}`);
    return 0;
  } finally {
    $client.close();
  }
}

function readNoted([id, hash, ...surplus]: string[]): Noted | null {
  if (id === undefined) return null;
  const isNoted = /^\d{1,15}$/.test(id) && hash !== undefined && /^[\w-]{43}$/.test(hash);
  if (isNoted && surplus.length === 0) return { id: Number(id), hash };
  throw new Refusal(
    'Say which entry and hash were noted: tallyhour history:verify ENTRY HASH, as it was printed.',
  );
}
