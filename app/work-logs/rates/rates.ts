import { FALLBACK_RATE_PENCE } from '../../work-types/fallback-rate.ts';
import { invalid } from '../../lib/errors.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds, timeTotal } from '../../lib/money.ts';

/** A client's rates that a log's rate may come from by itself, in pence an hour. */
type ClientRates = { standardRatePence: number; discountedRatePence: number | null };
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
function sourceForNewLog(
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
function sourceForEditedLog(
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

/** The rates of a client that a person may choose from where they log. */
export const CLIENT_RATES = ['standard', 'premium', 'discounted'] as const;
/** One of a client's rates. */
type ClientRateKind = (typeof CLIENT_RATES)[number];

/** What the field Rate holds; null: the rate that applies by itself. */
export type RateChoice = ClientRateKind | 'typed' | null;

/** A client's name and all its rates, in pence an hour. */
export type RatedClient = ClientRates & { name: string; premiumRatePence: number };
type RatedWorkType = WorkTypeRate & { name: string };

/** A rate in pence an hour, and where it comes from: "Acme's standard rate". */
export type NamedRate = { ratePence: number; name: string };

const nameOf = (client: { name: string } | null, kind: ClientRateKind) =>
  `${client?.name ?? 'the client'}'s ${kind} rate`;

function withName(
  { ratePence, from }: ReturnType<typeof sourceForNewLog>,
  client: { name: string } | null,
  workType: RatedWorkType,
): NamedRate {
  switch (from) {
    case 'standard':
    case 'discounted':
      return { ratePence, name: nameOf(client, from) };
    case 'work type':
      return { ratePence, name: `the rate of ${workType.name}` };
    case 'fallback':
      return { ratePence, name: 'the usual rate' };
  }
}

/** The rate that applies to a new log by itself, with its name. */
export function newLogRate(client: RatedClient, workType: RatedWorkType): NamedRate {
  return withName(sourceForNewLog(client, workType), client, workType);
}

/** The rate that applies by itself to a log whose client or work type was changed, with its name. */
export function editedLogRate(client: RatedClient | null, workType: RatedWorkType): NamedRate {
  return withName(sourceForEditedLog(client, workType), client, workType);
}

/** One of a client's rates; null when the client has none of this kind. */
export function clientRate(client: RatedClient, kind: ClientRateKind): NamedRate | null {
  const rates = {
    standard: client.standardRatePence,
    premium: client.premiumRatePence,
    discounted: client.discountedRatePence ?? 0,
  };
  return rates[kind] > 0 ? { ratePence: rates[kind], name: nameOf(client, kind) } : null;
}

const TYPE_IT = 'Type the rate, or choose another above.';
const TWO_RATES = 'A rate is chosen and another one typed. Empty this, or choose “Typed”.';

/**
 * The rate of a new log: the typed one, the chosen one of the client's, or the one that applies by
 * itself. Throws 400 when the choice names no rate, or two.
 */
export function rateOfNewLog(
  { rateChoice = null, hourlyRate }: { rateChoice?: RateChoice; hourlyRate: number | null },
  client: RatedClient,
  workType: RatedWorkType,
): NamedRate {
  if (rateChoice === 'typed' && hourlyRate === null) throw invalid('hourlyRate', TYPE_IT);
  if (rateChoice === null || rateChoice === 'typed') {
    return hourlyRate === null
      ? newLogRate(client, workType)
      : { ratePence: hourlyRate, name: 'typed' };
  }
  if (hourlyRate !== null) throw invalid('hourlyRate', TWO_RATES);
  return needClientRate(client, rateChoice);
}

/** One of a client's rates. Throws 400 when there is no client, or none of this kind. */
export function needClientRate(client: RatedClient | null, kind: ClientRateKind): NamedRate {
  if (!client) throw invalid('rateChoice', 'Choose the client whose rate this is to be.');
  const rate = clientRate(client, kind);
  if (rate) return rate;
  const message = `${client.name} has no ${kind} rate. Choose another, or set it on the Clients screen.`;
  throw invalid('rateChoice', message);
}

/** A rate in a few words: `£60.00, Acme's standard rate`. */
export function sayRate({ ratePence, name }: NamedRate): string {
  return `${formatPounds(ratePence)}, ${name}`;
}

/** What work comes to: `1h 30m · £90.00 at £60.00, Acme's standard rate`. */
export function describeWorth(
  minutes: number,
  { ratePence, name }: NamedRate,
  isBillable = true,
): string {
  const amount = formatPounds(timeTotal(minutes, ratePence));
  const worth = `${amount} at ${formatPounds(ratePence)}, ${name}`;
  return `${formatDuration(minutes)} · ${isBillable ? worth : `not billable, ${worth}`}`;
}
