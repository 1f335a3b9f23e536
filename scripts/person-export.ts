import { join } from 'node:path';
import { exportPersonCommand } from '#app/users/person/person-commands.server.ts';

process.exitCode = await exportPersonCommand({
  words: process.argv.slice(2),
  environment: process.env,
  root: join(import.meta.dirname, '..'),
  print: (text) => process.stdout.write(`${text}\n`),
});
