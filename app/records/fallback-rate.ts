/** The rate where neither the client nor the work type has one, and of a new work type, in pence an hour. */
export const FALLBACK_RATE_PENCE = 6_000;
