/** Shown in a secret's field in place of a stored secret, which is never shown itself. */
export const MASKED_SECRET = '•'.repeat(16);

/** Whether a text is only bullets, and so means: keep the stored secret. */
export function isMasked(text: string): boolean {
  return /^•+$/.test(text);
}

/** A secret as somebody typed it, without the bullets that were left in its field; only bullets stay as they are. */
export const withoutMask = (text: string) => (isMasked(text) ? text : text.replaceAll('•', ''));
