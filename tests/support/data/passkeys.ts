import { z } from 'zod';
import { createAuthenticator, type Authenticator, type Wrong } from '../browser/authenticator.ts';
import type { Answer, Visitor } from '../server/visitor.ts';

const Options = z
  .object({ challenge: z.string(), user: z.object({ id: z.string() }).optional() })
  .loose();

/** Asks what to make, and sends the form with a new passkey. */
export async function addPasskey(
  visitor: Visitor,
  origin: string,
  {
    name = 'My laptop',
    wrong = {},
    more = {},
  }: { name?: string; wrong?: Wrong; more?: Record<string, string> } = {},
): Promise<{ answer: Answer; authenticator: Authenticator; sent: Record<string, string> }> {
  const authenticator = createAuthenticator(origin);
  const asked = await visitor.api('POST', '/api/passkeys?for=me');
  const options = Options.parse(asked.json());
  const sent = { name, answer: authenticator.create(options, wrong), ...more };
  return { answer: await visitor.post('/settings/passkeys/new', sent), authenticator, sent };
}

/** Asks what to sign, as the page's script does. */
export async function askToSign(visitor: Visitor): Promise<z.output<typeof Options>> {
  return Options.parse((await visitor.api('POST', '/api/passkeys')).json());
}

/** Signs in with a passkey; gives the answer to the form. */
export async function signInWithPasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  wrong: Wrong = {},
): Promise<Answer> {
  const options = await askToSign(visitor);
  return visitor.post('/api/login/passkey', { answer: authenticator.get(options, wrong) });
}
