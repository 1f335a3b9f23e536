import type { ServerBuild } from '@remix-run/node';
import { loginLink } from './auth/sign-in/login-link.server.ts';
import { verifyHistory } from './history/verify-history.server.ts';
import { serveUntilSignal } from './serve.server.ts';
import { runBackupCommand } from './platform/backups/commands.server.ts';
import type { Command, CommandCall } from './platform/command.ts';
import {
  exportPersonCommand,
  removePersonCommand,
} from './people/person/person-commands.server.ts';

/** What an operator can run besides the server, by name, with the words that each takes and what it does. */
const COMMANDS: Record<string, [command: Command, words: string, does: string]> = {
  'login-link': [
    loginLink,
    'EMAIL [--despite-provider]',
    'prints a link that signs somebody in once',
  ],
  backup: [(call) => runBackupCommand('backup', call), '[FILE]', 'makes a backup'],
  'backup:verify': [
    (call) => runBackupCommand('backup:verify', call),
    'FILE',
    'checks a backup that was made',
  ],
  'history:verify': [verifyHistory, '[ENTRY HASH]', 'checks that the history is as it was written'],
  'person:export': [exportPersonCommand, 'EMAIL [FILE]', 'writes all that is kept about a person'],
  'person:remove': [removePersonCommand, 'EMAIL', 'takes a person out of what is kept'],
  restore: [
    (call) => runBackupCommand('restore', call),
    'FILE',
    'puts a backup in the place of the database; stop the server first',
  ],
};

const HELP = ['help', '--help', '-h'];

function help(): string {
  const all = Object.entries(COMMANDS).map(([name, [, words, does]]) => [`${name} ${words}`, does]);
  const lines = [['start', 'starts the server'], ...all, ['help', 'prints this']];
  return [
    'Commands:',
    ...lines.map(([call = '', does = '']) => `  ${call.padEnd(39)}${does}`),
    'Settings come from the environment; .env.example lists them.',
  ].join('\n');
}

/**
 * Runs the command that the first word names, or else the server, which then runs on. Gives the
 * exit code.
 */
export async function run(build: ServerBuild, call: CommandCall): Promise<number> {
  const [name = 'start', ...words] = call.words;
  const { environment, root } = call;
  if (name === 'start' && words.length === 0) return serveUntilSignal({ environment, root, build });
  if (HELP.includes(name)) {
    call.print(help());
    return 0;
  }
  const [command] = (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined) ?? [];
  if (command) return command({ ...call, words });
  process.stderr.write(
    `There is no command “${call.words.join(' ')}”. There are: ${['start', ...Object.keys(COMMANDS), 'help'].join(', ')}.\n`,
  );
  return 1;
}
