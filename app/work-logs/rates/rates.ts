import { FALLBACK_RATE_PENCE } from '../../work-types/fallback-rate.ts';

/** A client's rates that a log's rate may come from by itself, in pence an hour. */
export type ClientRates = { standardRatePence: number; discountedRatePence: number | null };
/** A work type's rate, in pence an hour. */
export type WorkTypeRate = { hourlyRatePence: number };

/** A rate that applies, in pence an hour, and whose it is. */
type Sourced = { ratePence: number; from: 'standard' | 'discounted' | 'work type' | 'fallback' };

/** The first rate above 0, else the fallback. */
function firstAboveZero(...rates: [ratePence: number | null, from: Sourced['from']][]): Sourced {
  for (const [ratePence, from] of rates) if (ratePence && ratePence > 0) return { ratePence, from };
  return { ratePence: FALLBACK_RATE_PENCE, from: 'fallback' };
}

/**
 * The rate of a new log when none was typed or chosen: the client's standard rate, else the work
 * type's, else £60 (docs/specification.md, "Rates").
 */
export function sourceForNewLog(
  client: Pick<ClientRates, 'standardRatePence'>,
  workType: WorkTypeRate,
): Sourced {
  return firstAboveZero(
    [client.standardRatePence, 'standard'],
    [workType.hourlyRatePence, 'work type'],
  );
}

/**
 * The rate of an edited log whose client or work type was changed: the client's discounted
 * rate if above 0, else the work type's, else £60 (docs/specification.md, "Rates"). An imported
 * task may have no client yet.
 */
export function sourceForEditedLog(
  client: Pick<ClientRates, 'discountedRatePence'> | null,
  workType: WorkTypeRate,
): Sourced {
  return firstAboveZero(
    [client?.discountedRatePence ?? null, 'discounted'],
    [workType.hourlyRatePence, 'work type'],
  );
}

/** {@link sourceForNewLog} as pence an hour. */
export function rateForNewLog(...given: Parameters<typeof sourceForNewLog>): number {
  return sourceForNewLog(...given).ratePence;
}

/** {@link sourceForEditedLog} as pence an hour. */
export function rateForEditedLog(...given: Parameters<typeof sourceForEditedLog>): number {
  return sourceForEditedLog(...given).ratePence;
}
