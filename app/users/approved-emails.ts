import { z } from 'zod';

/** One spelling for an email, whoever wrote it: it is compared, never sent to. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

const EMAIL_RULE = 'Enter an email address such as name@example.com.';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
// ASCII alone: lower case makes some other letters into ASCII ones.
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+${LABEL}$`);

/** What is sent to approve an email. */
export const ApprovedEmailInput = z.object({
  email: z.preprocess(
    (value) => value ?? '',
    z
      .string(EMAIL_RULE)
      .trim()
      .max(254, EMAIL_RULE)
      .regex(EMAIL, EMAIL_RULE)
      .transform(normaliseEmail),
  ),
});
export type ApprovedEmailInput = z.output<typeof ApprovedEmailInput>;
