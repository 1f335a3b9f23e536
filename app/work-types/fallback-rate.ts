/**
 * The rate when neither the client nor the work type has one, and the default rate of a new work
 * type, in pence an hour (docs/specification.md, "Rates").
 */
export const FALLBACK_RATE_PENCE = 6_000;
