import { FALLBACK_RATE_PENCE } from '../../work-types/fallback-rate.ts';
import { invalid } from '../../lib/errors.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds, timeTotal } from '../../lib/money.ts';

/** The rates of a client that a person may choose from where they log. */
export const CLIENT_RATES = ['standard', 'premium', 'discounted'] as const;
type ClientRateKind = (typeof CLIENT_RATES)[number];

/** What the field Rate holds; null: the rate that applies by itself. */
export type RateChoice = ClientRateKind | 'typed' | null;

/** A client's name and all its rates, in pence an hour. */
export type RatedClient = {
  name: string;
  standardRatePence: number;
  premiumRatePence: number;
  discountedRatePence: number | null;
};
type RatedWorkType = { name: string; hourlyRatePence: number };

/** The clients and work types that can be chosen in a form. */
export type RateOptions = {
  clients: (RatedClient & { id: number })[];
  workTypes: (RatedWorkType & { id: number; isHardware: boolean })[];
};

/** The client and the work type that a form's fields hold; null for one that is not chosen. */
export function chosenIn(
  { clients, workTypes }: RateOptions,
  { clientId, workTypeId }: { clientId: string; workTypeId: string },
) {
  return {
    client: clients.find(({ id }) => String(id) === clientId) ?? null,
    workType: workTypes.find(({ id }) => String(id) === workTypeId) ?? null,
  };
}

/** A rate in pence an hour, and where it comes from: "Acme's standard rate". */
export type NamedRate = { ratePence: number; name: string };

type TypeRate = { name?: string; hourlyRatePence: number };

const nameOf = (client: { name?: string } | null, kind: ClientRateKind) =>
  `${client?.name ?? 'the client'}'s ${kind} rate`;

/** The client's rate if above 0, else the work type's, else £60 (docs/specification.md, "Rates"). */
function firstAboveZero(
  ofClient: NamedRate,
  { hourlyRatePence, name = 'the work type' }: TypeRate,
): NamedRate {
  if (ofClient.ratePence > 0) return ofClient;
  if (hourlyRatePence > 0) return { ratePence: hourlyRatePence, name: `the rate of ${name}` };
  return { ratePence: FALLBACK_RATE_PENCE, name: 'the usual rate' };
}

/** The rate that applies to a new log by itself: the client's standard rate comes first. */
export function newLogRate(
  client: { name?: string; standardRatePence: number },
  workType: TypeRate,
): NamedRate {
  const ratePence = client.standardRatePence;
  return firstAboveZero({ ratePence, name: nameOf(client, 'standard') }, workType);
}

/**
 * The rate that applies by itself to a log whose client or work type was changed: the client's discounted rate comes
 * first. An imported task may have no client yet.
 */
export function editedLogRate(
  client: { name?: string; discountedRatePence: number | null } | null,
  workType: TypeRate,
): NamedRate {
  const ratePence = client?.discountedRatePence ?? 0;
  return firstAboveZero({ ratePence, name: nameOf(client, 'discounted') }, workType);
}

/** {@link newLogRate} without its name. */
export function rateForNewLog(...given: Parameters<typeof newLogRate>): number {
  return newLogRate(...given).ratePence;
}

/** {@link editedLogRate} without its name. */
export function rateForEditedLog(...given: Parameters<typeof editedLogRate>): number {
  return editedLogRate(...given).ratePence;
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

/** The rate of a new log: typed, chosen, or by itself. Throws 400 when the choice names no rate, or two. */
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
