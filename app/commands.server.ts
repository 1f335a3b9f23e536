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

/** What an operator can run besides the server, by name. */
const COMMANDS: Record<string, Command> = {
  'login-link': loginLink,
  backup: (call) => runBackupCommand('backup', call),
  'backup:verify': (call) => runBackupCommand('backup:verify', call),
  'history:verify': verifyHistory,
  'person:export': exportPersonCommand,
  'person:remove': removePersonCommand,
  restore: (call) => runBackupCommand('restore', call),
};

/**
 * Runs the command that the first word names, or else the server, which then runs on. Gives the
 * exit code.
 */
export async function run(build: ServerBuild, call: CommandCall): Promise<number> {
  const [name = 'start', ...words] = call.words;
  const { environment, root } = call;
  if (name === 'start' && words.length === 0) return serveUntilSignal({ environment, root, build });
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command({ ...call, words });
  process.stderr.write(
    `There is no command “${call.words.join(' ')}”. There are: ${['start', ...Object.keys(COMMANDS)].join(', ')}.\n`,
  );
  return 1;
}
