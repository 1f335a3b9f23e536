import { join } from 'node:path';
import { verifyHistory } from '#app/history/verify-history.server.ts';

process.exitCode = await verifyHistory({
  words: process.argv.slice(2),
  environment: process.env,
  root: join(import.meta.dirname, '..'),
  print: (text) => process.stdout.write(`${text}\n`),
});
