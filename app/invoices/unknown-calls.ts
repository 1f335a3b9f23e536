const MINUTE = 60_000;

/**
 * For this many milliseconds after the first call, a repetition under the same key cannot make
 * anything a second time: the ledger remembers keys for six minutes.
 */
export const KEY_SAFE_FOR = 4 * MINUTE;

/**
 * After this many milliseconds, a call can no longer arrive: what is missing from the ledger then
 * stays missing.
 */
export const CALL_OVER_AFTER = 10 * MINUTE;
