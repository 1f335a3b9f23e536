import { join } from 'node:path';
import { loginLink } from '#app/auth/sign-in/login-link.server.ts';

process.exitCode = await loginLink({
  words: process.argv.slice(2),
  environment: process.env,
  root: join(import.meta.dirname, '..'),
  print: (text) => process.stdout.write(`${text}\n`),
});
