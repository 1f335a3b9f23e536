import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { programSchema, type Schema } from '#db/schema-version.server.ts';
import { asCalled, checkWords, type CommandCall } from '../command.ts';
import {
  lockDataFolder,
  makeDataFolder,
  sentenceForStart,
} from '../data-folder/open-data-folder.server.ts';
import { readConfig, type Config } from '../env.server.ts';
import { BackupError, backupFolder, backupName } from './backup-files.server.ts';
import { checkFile } from './check.server.ts';
import { describeContents } from './contents.server.ts';
import { sayEndedSince, sayMadeSince } from './since-backup.server.ts';
import { makeBackup } from './make-backup.server.ts';
import { refuseUnfinishedRestore, restoreBackup } from './restore.server.ts';

type Command = (call: CommandCall) => Promise<void> | void;

const BACKUP = asCalled('backup');
const VERIFY = asCalled('backup:verify', 'FILE');
const RESTORE = asCalled('restore', 'FILE');

/** `backup [FILE]`: prints the path of the finished file as its last line. */
const backup: Command = async ({ words: [given], environment, print }) => {
  const config = readConfig(environment);
  refuseUnfinishedRestore(config.dataDir);
  const madeAt = new Date();
  const inFolder = join(backupFolder(config.dataDir), backupName('manual', madeAt));
  const file = resolve(given ?? inFolder);
  if (given !== undefined) checkMayReplace(file);
  const { databaseFile } = config;
  const order = { databaseFile, file, kind: 'manual', madeAt, isThorough: false } as const;
  const { size, contents } = await makeBackup(order);
  print(`Backed up and checked: ${describeContents(contents)}, ${megabytes(size)}.`);
  print(`Not in it is the secret key, which has to be kept apart from it: ${whereKeyIs(config)}.`);
  print(file);
};

/** `backup:verify FILE`. */
const verify: Command = ({ words: [given], root, print }) => {
  if (given === undefined) throw new BackupError(`Say which backup: ${VERIFY}`);
  const { manifest, contents } = checkFile(resolve(given), schemaOf(root));
  if (manifest === null) {
    throw new BackupError(
      `${given} is a database of this product, but not one that "${BACKUP}" made: what it should hold is not known.`,
    );
  }
  print(`Whole: ${describeContents(contents)}, as backed up at ${manifest.madeAt}.`);
};

/** `restore FILE`. */
const restore: Command = ({ words: [given], environment, root, print }) => {
  if (given === undefined) throw new BackupError(`Say which backup: ${RESTORE}`);
  const config = readConfig(environment);
  makeDataFolder(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  try {
    const { dataDir } = config;
    const order = { dataDir, file: resolve(given), schema: schemaOf(root), now: new Date() };
    const { contents, manifest, kept, since, isEndedKnown } = restoreBackup(order);
    print(
      `Restored and checked: ${describeContents(contents)}${manifest ? `, as of ${manifest.madeAt}` : ''}.`,
    );
    if (manifest === null) {
      print(`It is not from "${BACKUP}", so nothing says what it should hold.`);
    }
    print(sayMadeSince(since));
    print(sayEndedSince(isEndedKnown));
    if (kept !== null) print(`What was there before is kept in ${kept}.`);
    if (!hasKey(config)) {
      print(
        `There is no secret key: before you start the server, put the file app-secret into ${dataDir} or set APP_SECRET. With a new key, everybody has to sign in again, and the connections have to be made again.`,
      );
    }
    print(
      'What was done after the backup is not known here. No invoice is made before Xero was asked what was invoiced since: every screen says how that stands.',
    );
    print(
      'It has the same connections as the installation that was backed up, such as the one to Xero: if that one still runs, stop it before you start this one, or both make the same invoices.',
    );
  } finally {
    lock.release();
  }
};

const COMMANDS = {
  backup: { run: backup, usage: asCalled('backup', '[FILE]'), failure: 'The backup failed' },
  'backup:verify': { run: verify, usage: VERIFY, failure: 'The file could not be checked' },
  restore: { run: restore, usage: RESTORE, failure: 'The restore failed' },
};

/** The commands for backups, by the names that npm knows them by. */
export type BackupCommand = keyof typeof COMMANDS;

/** Runs a command for backups; gives its exit code, 0 only when all went well. */
export async function runBackupCommand(name: BackupCommand, call: CommandCall): Promise<number> {
  const { run, usage, failure } = COMMANDS[name];
  try {
    checkWords(call, 1, usage);
    await run(call);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = error instanceof BackupError ? message : sentenceForStart(error);
    process.stderr.write(`${reason ?? `${failure}: ${message}`}\n`);
    return 1;
  }
}

function schemaOf(root: string): Schema {
  return programSchema(join(root, 'db', 'migrations'));
}

/** A named file is replaced only by a better one of its kind, never anything else. */
function checkMayReplace(file: string): void {
  if (!existsSync(file)) return;
  let isBackup = false;
  try {
    isBackup = checkFile(file, null).manifest !== null;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
  }
  if (isBackup) return;
  throw new BackupError(
    `${file} is there already and is no whole backup, so it was left alone. Name another file.`,
  );
}

function hasKey({ appSecret, dataDir }: Config): boolean {
  return appSecret !== null || existsSync(join(dataDir, 'app-secret'));
}

function whereKeyIs({ appSecret, dataDir }: Config): string {
  return appSecret === null ? resolve(dataDir, 'app-secret') : 'APP_SECRET';
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
