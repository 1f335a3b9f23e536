import { z } from 'zod';
import { inPlainSigns } from '../lib/looks.ts';

/**
 * The one spelling in which emails are stored and compared; nothing is ever sent to them. Only plain capitals
 * are made small: of some other letters, such as the Kelvin sign, that would make another person's email.
 */
export function normaliseEmail(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** For the operator of an installation that nobody can sign in to yet. */
export const nobodyApproved = (email = 'you@example.com') =>
  `Nobody can sign in yet: the approved list is empty. Set APPROVED_EMAILS=${email} where the server gets its settings, and start it again.`;

const EMAIL_RULE = 'Enter an email address such as name@example.com.';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
// Only ASCII: two people must not have emails that look alike.
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+${LABEL}$`);

/** The input to approve an email. */
export const ApprovedEmailInput = z.object({
  email: z
    .preprocess(
      (value) => value ?? '',
      z
        .string(EMAIL_RULE)
        .transform(inPlainSigns)
        .pipe(z.string().max(254, EMAIL_RULE).regex(EMAIL, EMAIL_RULE).transform(normaliseEmail)),
    )
    .meta({ format: 'email', minLength: 3, maxLength: 254 }),
});

export type ApprovedEmailInput = z.output<typeof ApprovedEmailInput>;
