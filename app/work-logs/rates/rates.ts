import { FALLBACK_RATE_PENCE } from '../../work-types/fallback-rate.ts';

/** A client's rates that a log's rate may come from, in pence an hour. */
export type ClientRates = { standardRatePence: number; discountedRatePence: number | null };
/** A work type's rate, in pence an hour. */
export type WorkTypeRate = { hourlyRatePence: number };

/** The first rate above 0, else the fallback. */
function firstAboveZero(...rates: (number | null)[]): number {
  return rates.find((rate) => rate !== null && rate > 0) ?? FALLBACK_RATE_PENCE;
}

/**
 * The rate of a new log when none was typed: the client's standard rate, else the work
 * type's, else £60 (docs/specification.md, "Rates"). In pence an hour.
 */
export function rateForNewLog(client: ClientRates, workType: WorkTypeRate): number {
  return firstAboveZero(client.standardRatePence, workType.hourlyRatePence);
}

/**
 * The rate of an edited log whose client or work type was changed: the client's discounted
 * rate if above 0, else the work type's, else £60 (docs/specification.md, "Rates"). An imported
 * task may have no client yet. In pence an hour.
 */
export function rateForEditedLog(
  client: Pick<ClientRates, 'discountedRatePence'> | null,
  workType: WorkTypeRate,
): number {
  return firstAboveZero(client?.discountedRatePence ?? null, workType.hourlyRatePence);
}
