import { join } from 'node:path';
import { removePersonCommand } from '#app/users/person/person-commands.server.ts';

process.exitCode = await removePersonCommand({
  words: process.argv.slice(2),
  environment: process.env,
  root: join(import.meta.dirname, '..'),
  print: (text) => process.stdout.write(`${text}\n`),
});
