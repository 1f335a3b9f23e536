/** The rate where nothing else gives one, in pence an hour (docs/specification.md, "Rates"). */
export const FALLBACK_RATE_PENCE = 6_000;
