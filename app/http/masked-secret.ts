/** What stands in a secret's field when there is one: the secret itself is never shown. */
export const MASKED_SECRET = '•'.repeat(16);

/** Whether this stands for the secret that is kept: bullets, however many. */
export function isMasked(text: string): boolean {
  return /^•+$/.test(text);
}
