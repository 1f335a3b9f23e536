/** What stands in the token's field when there is a token: it is never shown. */
export const MASKED_TOKEN = '•'.repeat(16);

/** How often completed tasks are imported without anybody asking. */
export const SCHEDULES = ['off', 'hourly', 'daily'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** Whether this stands for the token that is kept: bullets, however many. */
export function isMaskedToken(text: string): boolean {
  return /^•+$/.test(text);
}
