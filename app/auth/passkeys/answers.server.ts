import { z } from 'zod';

/** More than any authenticator sends, in characters. */
const MOST = 20_000;

const Bytes = z
  .string()
  .max(MOST)
  .regex(/^[\w-]+$/);
const common = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** A browser's answer that made a passkey; what is not named here is left out. */
const Registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    // Words that are not known yet are kept: a later browser may know them.
    transports: z
      .array(z.string().regex(/^[\w-]{1,50}$/))
      .max(20)
      .default([]),
  }),
});

/** A browser's answer that a passkey has signed. */
const Assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
});

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads what a browser sends of a new passkey; null for what none sends. */
export const readRegistration = (text: string) => read(Registration, text);

/** Reads what a browser sends of a passkey that signs in; null for what none sends. */
export const readAssertion = (text: string) => read(Assertion, text);
