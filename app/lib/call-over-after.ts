const MINUTE = 60_000;

/**
 * After this many milliseconds, a call can no longer arrive: what is missing from the ledger then
 * stays missing.
 */
export const CALL_OVER_AFTER = 10 * MINUTE;
