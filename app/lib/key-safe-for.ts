const MINUTE = 60_000;

/**
 * For this many milliseconds after the first call, a repetition under the same key cannot make
 * anything a second time: the ledger remembers keys for six minutes.
 */
export const KEY_SAFE_FOR = 4 * MINUTE;
