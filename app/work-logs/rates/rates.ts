import { FALLBACK_RATE_PENCE } from '../../records/fallback-rate.ts';
import { invalid } from '../../lib/errors.ts';
import { formatDuration, MAX_DURATION_MINUTES, readDuration } from '../../lib/duration.ts';
import { formatPounds, timeTotal } from '../../lib/money.ts';

type ClientRateKind = 'standard' | 'premium' | 'discounted';

/** The rates that a person may choose from: the client's, and the work type's. */
export const NAMED_RATES = ['standard', 'premium', 'discounted', 'work-type'] as const;
type NamedRateKind = (typeof NAMED_RATES)[number];

/** What the field Rate holds; null: the rate that applies by itself. */
export type RateChoice = NamedRateKind | 'typed' | null;

/** A client's name and all its rates, in pence an hour. */
export type RatedClient = {
  name: string;
  standardRatePence: number;
  premiumRatePence: number;
  discountedRatePence: number | null;
};
export type RatedWorkType = { name: string; hourlyRatePence: number };

export type RatedJob = { name: string; hourlyRatePence: number | null };

/** The clients, work types and jobs that can be chosen in a form. */
export type RateOptions = {
  clients: (RatedClient & { id: number })[];
  workTypes: (RatedWorkType & { id: number; isHardware: boolean })[];
  jobs?: (RatedJob & { id: number; clientId: number })[];
};

/** The client, the work type and the job of this client that a form's fields hold; null for one that is not chosen. */
export function chosenIn(
  { clients, workTypes, jobs = [] }: RateOptions,
  { clientId, workTypeId, jobId }: { clientId: string; workTypeId: string; jobId?: string },
) {
  return {
    client: clients.find(({ id }) => String(id) === clientId) ?? null,
    workType: workTypes.find(({ id }) => String(id) === workTypeId) ?? null,
    job: jobs.find((job) => String(job.id) === jobId && String(job.clientId) === clientId) ?? null,
  };
}

/** A rate in pence an hour, and where it comes from: "Acme's standard rate". */
export type NamedRate = { ratePence: number; name: string };

type TypeRate = { name?: string; hourlyRatePence: number };

const nameOf = (client: { name?: string } | null, kind: ClientRateKind) =>
  `${client?.name ?? 'the client'}'s ${kind} rate`;

/** The job's rate, else the client's if above 0, else the work type's, else £60 (docs/specification.md, "Rates"). */
function firstAboveZero(
  job: RatedJob | null,
  ofClient: NamedRate,
  { hourlyRatePence, name = 'the work type' }: TypeRate,
): NamedRate {
  if (job?.hourlyRatePence)
    return { ratePence: job.hourlyRatePence, name: `the rate of job ${job.name}` };
  if (ofClient.ratePence > 0) return ofClient;
  if (hourlyRatePence > 0) return { ratePence: hourlyRatePence, name: `the rate of ${name}` };
  return { ratePence: FALLBACK_RATE_PENCE, name: 'the usual rate' };
}

/** Whether one job for another changes what work costs: only where one of the two has a rate of its own. */
export function isOtherPrice(
  before: (RatedJob & { id: number }) | null,
  after: (RatedJob & { id: number }) | null,
): boolean {
  return before?.id !== after?.id && [before, after].some((job) => job?.hourlyRatePence);
}

/** The rate that applies to a new log by itself: the job's comes first, then the client's standard rate. */
export function newLogRate(
  client: { name?: string; standardRatePence: number },
  workType: TypeRate,
  job: RatedJob | null = null,
): NamedRate {
  const ratePence = client.standardRatePence;
  return firstAboveZero(job, { ratePence, name: nameOf(client, 'standard') }, workType);
}

/** The same for a log whose client, work type or job was changed: after the job's comes the client's discounted rate. */
export function editedLogRate(
  client: { name?: string; discountedRatePence: number | null } | null,
  workType: TypeRate,
  job: RatedJob | null = null,
): NamedRate {
  const ratePence = client?.discountedRatePence ?? 0;
  return firstAboveZero(job, { ratePence, name: nameOf(client, 'discounted') }, workType);
}

/** {@link newLogRate} without its name. */
export function rateForNewLog(...given: Parameters<typeof newLogRate>): number {
  return newLogRate(...given).ratePence;
}

/** {@link editedLogRate} without its name. */
export function rateForEditedLog(...given: Parameters<typeof editedLogRate>): number {
  return editedLogRate(...given).ratePence;
}

/** One of the named rates; null where client or work type is not chosen, or has none of this kind. */
export function namedRate(
  kind: NamedRateKind,
  client: RatedClient | null,
  workType: RatedWorkType | null,
): NamedRate | null {
  const rates = {
    standard: client?.standardRatePence,
    premium: client?.premiumRatePence,
    discounted: client?.discountedRatePence,
    'work-type': workType?.hourlyRatePence,
  };
  const ratePence = rates[kind] ?? 0;
  const name =
    kind === 'work-type'
      ? `the rate of ${workType?.name ?? 'the work type'}`
      : nameOf(client, kind);
  return ratePence > 0 ? { ratePence, name } : null;
}

/** The rate of a new log: typed, chosen, or by itself. Throws 400 when the choice names no rate, or two. */
export function rateOfNewLog(
  { rateChoice = null, hourlyRate }: { rateChoice?: RateChoice; hourlyRate: number | null },
  client: RatedClient,
  workType: RatedWorkType,
  job: RatedJob | null = null,
): NamedRate {
  if (rateChoice === 'typed' && hourlyRate === null) throw invalid('hourlyRate', TYPE_IT);
  if (rateChoice === null || rateChoice === 'typed') {
    return hourlyRate === null
      ? newLogRate(client, workType, job)
      : { ratePence: hourlyRate, name: 'typed' };
  }
  if (hourlyRate !== null) throw invalid('hourlyRate', TWO_RATES);
  return needNamedRate(rateChoice, client, workType);
}

export const TYPE_IT = 'Type the rate, or choose another above.';
export const TWO_RATES =
  'A rate is chosen and another one typed. Choose “Other…”, or empty the figure.';

/** One of the named rates. Throws 400 when there is none of this kind. */
export function needNamedRate(...given: Parameters<typeof namedRate>): NamedRate {
  const rate = namedRate(...given);
  if (rate) return rate;
  const [kind, client, workType] = given;
  const of = kind === 'work-type' ? workType : client;
  const message = of
    ? `${of.name} has no ${kind === 'work-type' ? '' : `${kind} `}rate. Choose another, or set it first.`
    : `Choose the ${kind === 'work-type' ? 'work type' : 'client'} whose rate this is to be.`;
  throw invalid('rateChoice', message);
}

/** What work comes to: `1h 30m · £90.00 at £60.00, Acme's standard rate`. */
export function describeWorth(minutes: number, { ratePence, name }: NamedRate, isBillable = true) {
  const amount = formatPounds(timeTotal(minutes, ratePence));
  const worth = `${amount} at ${formatPounds(ratePence)}, ${name}`;
  return `${formatDuration(minutes)} · ${isBillable ? worth : `not billable, ${worth}`}`;
}

/** What the typed time means and comes to; an example while there is none. */
export function readBack(
  time: ReadTime,
  rate: NamedRate | null,
  { isBillable = true, example = `Such as ${DURATION_EXAMPLES}` } = {},
): string {
  if ('sentence' in time) return time.sentence;
  const { minutes, isLongBare } = time;
  if (minutes === 0) return example;
  if (minutes > MAX_DURATION_MINUTES)
    return `${formatDuration(minutes)}: more than one log may have`;
  const worth = rate ? [formatPounds(timeTotal(minutes, rate.ratePence))] : [];
  const said = [formatDuration(minutes), ...(isBillable ? [] : ['not billable']), ...worth];
  return `${said.join(' · ')}${isLongBare ? '. For minutes, write 90m.' : ''}`;
}

/** What may be typed into a field for a duration; its hint while it is empty. */
export const DURATION_EXAMPLES = '1.5, 1:30, 1h 30m or 90m';

/** The minutes that the fields for time come to, or a sentence about why they do not. */
export type ReadTime = { minutes: number; isLongBare?: boolean } | { sentence: string };

/** Adds up texts of fields of hours. */
export function readHourFields(texts: string[]): ReadTime {
  const readings = texts
    .filter((text) => text.trim() !== '')
    .map((text) => readDuration(text, 'hours'));
  let minutes = 0;
  let isLongBare = false;
  for (const reading of readings) {
    if (reading.problem !== undefined) {
      return { sentence: `Not understood. Write it like ${DURATION_EXAMPLES}.` };
    }
    minutes += reading.minutes;
    isLongBare ||= reading.isBare && reading.minutes > 24 * 60;
  }
  return { minutes, isLongBare };
}
