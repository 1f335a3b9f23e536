import { invalid } from '../../lib/errors.ts';
import { formatPounds, parsePounds, toDecimalString } from '../../lib/money.ts';
import {
  chosenIn,
  describeWorth,
  editedLogRate,
  NAMED_RATES,
  namedRate,
  needNamedRate,
  newLogRate,
  TWO_RATES,
  TYPE_IT,
  type NamedRate,
  type RateChoice,
  type RatedClient,
  type RatedWorkType,
  type RateOptions,
} from './rates.ts';

/**
 * The rate in the edit form of a log or an imported task ("entry" here). A rate that the person
 * typed is always kept. A rate that was filled in for them follows the chosen client, work type and job:
 * the entry's own ones give its own rate, any others the rate for edited logs. A
 * person may also choose a named rate, which then follows the client or the work type.
 */

/** The chosen ids and rate as the form's fields hold them; empty when nothing is chosen. */
export type Choice = {
  clientId: string;
  workTypeId: string;
  /** The job, where it has a rate of its own ({@link ratedJob}). */
  jobId?: string;
  rateChoice?: string;
};

/** The stored choice and rate of the entry, and the rate's name: "this log's rate". Null for hardware. */
export type OwnRate = { choice: Choice; ratePence: number | null; name: string };

/** The fields that go with the rate in every such form. */
export type RateValues = {
  /** The named rate that is chosen, or `typed`; empty: the one that applies by itself. */
  rateChoice?: string;
  /** The text that was filled in. If the rate field holds another text, somebody typed it. */
  rateFilled?: string;
  /** The choice that the rate was filled in for, as {@link pairOf} writes it. */
  rateFor?: string;
};

const FILLED = 'rateFilled' satisfies keyof RateValues;
const PAIR = 'rateFor' satisfies keyof RateValues;
/** Another name for the choice `typed`, from before there was one. */
const KEPT = 'rateKept';
const CHOICE = 'rateChoice' satisfies keyof RateValues;

const kindOf = ({ rateChoice }: Choice) => NAMED_RATES.find((kind) => kind === rateChoice) ?? null;

/** The id of a chosen job, if it has a rate of its own: no other one changes a rate. */
export function ratedJob({ jobs = [] }: RateOptions, jobId: unknown): string {
  const job = jobs.find(({ id }) => String(id) === jobId);
  return job?.hourlyRatePence ? String(job.id) : '';
}

/** A client, a work type, a job with a rate and a chosen rate as one text: `7:3`, `7:3/2`, `7:3:premium`. */
export function pairOf(choice: Choice): string {
  const kind = kindOf(choice);
  const job = choice.jobId ? `/${choice.jobId}` : '';
  return `${choice.clientId}:${choice.workTypeId}${job}${kind === null ? '' : `:${kind}`}`;
}

/** The initial texts of the two hidden fields. */
export function rateValues({ choice, ratePence }: OwnRate): RateValues {
  return {
    rateFilled: ratePence === null ? '' : toDecimalString(ratePence),
    rateFor: pairOf(choice),
  };
}

/** The rate that applies when none was typed; null when the choice has none. `own` is null for a new log. */
export function filledRate(
  options: RateOptions,
  choice: Choice,
  own: OwnRate | null,
): NamedRate | null {
  const kind = kindOf(choice);
  const isUnchanged =
    own && (pairOf(choice) === pairOf(own.choice) || choice.workTypeId === '') && kind === null;
  if (own?.ratePence === null) return null;
  if (isUnchanged) return { ratePence: own.ratePence, name: own.name };
  const { client, workType, job } = chosenIn(options, choice);
  if (workType?.isHardware) return null;
  if (kind !== null) return namedRate(kind, client, workType);
  if (!workType) return null;
  if (!own) return client && newLogRate(client, workType, job);
  return client || choice.clientId === '' ? editedLogRate(client, workType, job) : null;
}

/** The texts of a form's fields that decide its rate; `rate` is the figure. */
export type RateTexts = Choice & { rate: string; rateFilled?: string; rateFor?: string };

/** The rate that saving a form would charge; null where it is not known, or would be refused. */
export function chargedRate(options: RateOptions, texts: RateTexts, own: OwnRate | null) {
  const typed = (text = '') => parsePounds(text);
  if (texts.rateChoice === TYPED) return named(typed(texts.rate), TYPED);
  const filled = filledRate(options, texts, own);
  // What was shown for this choice is charged, though the rate is another by now.
  const isAsShown = own && filled && texts.rateFor === pairOf(texts);
  return isAsShown ? named(typed(texts.rateFilled), filled.name) : filled;
}

const TYPED = 'typed';

const named = (ratePence: number | null, name: string) =>
  ratePence === null ? null : { ratePence, name };

/** What will be charged and why, and from what to what a choice has changed it. */
export function sayCharged({ ratePence, name }: NamedRate, own: OwnRate | null, hasJobs = false) {
  const said = `Charged at ${formatPounds(ratePence)}/hr, ${name}`;
  const before = own?.ratePence ?? ratePence;
  if (before !== ratePence) return `${said}, instead of ${formatPounds(before)}`;
  const causes = hasJobs ? 'client, job and work type' : 'client and work type';
  return own?.name === name ? `${said}. Changes with ${causes}` : said;
}

/**
 * Checks which rate was chosen in a form that `followChoice` has seen. Throws 400 where there is none such, or another
 * was typed.
 */
export function checkChosenRate(
  sent: Record<string, unknown>,
  rateName: string,
  chosen: RateChoice | undefined,
  ...of: [client: RatedClient | null, workType: RatedWorkType | null]
): void {
  const rate = sent[rateName] ?? '';
  if (chosen === TYPED && rate === '') throw invalid(rateName, TYPE_IT);
  if (!chosen || chosen === TYPED) return;
  if (rate !== '' && rate !== sent[FILLED]) throw invalid(CHOICE, TWO_RATES);
  needNamedRate(chosen, ...of);
}

/** The two hidden fields of a form that comes back after a conflict; `sent` is the form as it was posted. */
export function rateBeside(
  sent: Record<string, unknown>,
  shown: { rate: string; choice: Choice; options: RateOptions; own: OwnRate },
): Record<string, string> {
  const { rate, options, own } = shown;
  const { rateChoice } = choiceOf(sent, options);
  const choice = { ...shown.choice, jobId: ratedJob(options, shown.choice.jobId), rateChoice };
  const usual = filledRate(options, choice, own);
  const filled = choice.rateChoice === TYPED ? textOf(usual) : rate;
  return { [FILLED]: filled, [PAIR]: pairOf(choice) };
}

/** The choice in a form as it was posted. */
export function choiceOf(sent: Record<string, unknown>, options: RateOptions) {
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '');
  return {
    clientId: text('clientId'),
    workTypeId: text('workTypeId'),
    jobId: ratedJob(options, sent.jobId),
    rateChoice: text(CHOICE),
  };
}

/** The rate that a saved form came to: typed, or filled in by its choice. */
export function rateOfForm(
  sent: Record<string, unknown>,
  saved: { ratePence: number; options: RateOptions; own: OwnRate },
): NamedRate {
  const { ratePence, options, own } = saved;
  const choice = choiceOf(sent, options);
  if (choice.rateChoice === TYPED) return { ratePence, name: TYPED };
  const filled = filledRate(options, choice, own);
  return { ratePence, name: filled?.name ?? own.name };
}

/** What an edit comes to, and from what to what it changed the rate, for its toast. */
export function describeEdit(minutes: number, rate: NamedRate, own: OwnRate, isBillable: boolean) {
  const worth = describeWorth(minutes, rate, isBillable);
  if (own.ratePence === null || own.ratePence === rate.ratePence) return worth;
  return `${worth}. The rate changed from ${formatPounds(own.ratePence)} to ${formatPounds(rate.ratePence)}.`;
}

/**
 * Brings the rate of a posted form up to date before the form is read. A filled-in rate is set to
 * the one for the chosen client and work type, since without scripts nothing in the browser did
 * that. The form is changed in place: the result is stored, or shown if the form comes back.
 */
export function followChoice(
  form: FormData,
  { rateName, options, own }: { rateName: string; options: RateOptions; own: OwnRate },
): void {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const choice = choiceOf(Object.fromEntries(form), options);
  const filled = filledRate(options, choice, own);
  const rate = text(rateName)?.trim() ?? '';
  const shown = text(FILLED);
  const isTyped = rate !== '' && (rate !== shown || text(KEPT) === 'on');
  const isOther = choice.rateChoice === TYPED || (isTyped && kindOf(choice) === null);
  if (isOther) form.set(CHOICE, TYPED);
  form.delete(KEPT);
  if (filled === null) return;
  // The person saw the filled-in rate for this choice and sent it, so it stays, even if the
  // client's or the work type's rate has changed in the meantime.
  const isAsShown =
    pairOf(choice) !== pairOf(own.choice) && Boolean(shown) && text(PAIR) === pairOf(choice);
  const now = isAsShown && shown ? shown : textOf(filled);
  if (!isTyped && !isOther) form.set(rateName, now);
  form.set(FILLED, now);
  form.set(PAIR, pairOf(choice));
}

const textOf = (rate: NamedRate | null) => (rate ? toDecimalString(rate.ratePence) : '');
