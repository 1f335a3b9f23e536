import { join } from 'node:path';
import { runBackupCommand } from '#app/platform/backups/commands.server.ts';

process.exitCode = await runBackupCommand('restore', {
  words: process.argv.slice(2),
  environment: process.env,
  root: join(import.meta.dirname, '..'),
  print: (text) => process.stdout.write(`${text}\n`),
});
