import { formatPounds, parsePounds, toDecimalString } from '../../lib/money.ts';
import { rateForEditedLog, type ClientRates, type WorkTypeRate } from './rates.ts';

/**
 * The rate in the edit form of a log or an imported task ("entry" here). A rate that the person
 * typed is always kept. A rate that was filled in for them follows the chosen client and work type:
 * the entry's own client and work type give its own rate, any others the rate for edited logs.
 */

type Client = { id: number; name: string; discountedRatePence: ClientRates['discountedRatePence'] };
type WorkType = WorkTypeRate & { id: number; name: string; isHardware: boolean };

/** The clients and work types that can be chosen in the form. */
export type RateOptions = { clients: Client[]; workTypes: WorkType[] };

/** The chosen ids as the form's fields hold them; empty when nothing is chosen. */
export type Choice = { clientId: string; workTypeId: string };

/**
 * The stored client, work type and rate of the entry, and what to call the rate: "this log's rate".
 * The rate is null for hardware, which has none.
 */
export type OwnRate = { choice: Choice; ratePence: number | null; name: string };

/** A rate that is filled in, as the text of its field. */
export type FilledRate = {
  rate: string;
  /** Where the rate comes from: "Acme's discounted rate". */
  name: string;
};

/** The fields that go with the rate in every such form: two hidden fields and a checkbox. */
export type RateValues = {
  /** The text that was filled in. If the rate field holds another text, somebody typed it. */
  rateFilled?: string;
  /** The client and work type that the rate was filled in for, as {@link pairOf} writes them. */
  rateFor?: string;
  /** Ticked: the rate counts as typed, even if it equals the one filled in. */
  rateKept?: string;
};

const FILLED = 'rateFilled' satisfies keyof RateValues;
const PAIR = 'rateFor' satisfies keyof RateValues;
const KEPT = 'rateKept' satisfies keyof RateValues;

/** A client and a work type as one text: `7:3`. */
export function pairOf({ clientId, workTypeId }: Choice): string {
  return `${clientId}:${workTypeId}`;
}

/** The initial texts of the two hidden fields. */
export function rateValues({ choice, ratePence }: OwnRate): RateValues {
  return {
    rateFilled: ratePence === null ? '' : toDecimalString(ratePence),
    rateFor: pairOf(choice),
  };
}

/**
 * The rate that applies when none was typed. Null when the choice has no rate: hardware, or a
 * client or work type that is not offered.
 */
export function filledRate(options: RateOptions, choice: Choice, own: OwnRate): FilledRate | null {
  if (pairOf(choice) === pairOf(own.choice) || choice.workTypeId === '') {
    return own.ratePence === null ? null : { rate: toDecimalString(own.ratePence), name: own.name };
  }
  const workType = options.workTypes.find(({ id }) => String(id) === choice.workTypeId);
  const client = options.clients.find(({ id }) => String(id) === choice.clientId) ?? null;
  if (!workType || workType.isHardware || (client === null && choice.clientId !== '')) return null;
  const ratePence = rateForEditedLog(client, workType);
  return { rate: toDecimalString(ratePence), name: nameOf(client, workType) };
}

function nameOf(client: Client | null, workType: WorkType): string {
  if (client && (client.discountedRatePence ?? 0) > 0) return `${client.name}'s discounted rate`;
  return workType.hourlyRatePence > 0 ? `the rate of ${workType.name}` : 'the usual rate';
}

/** The hint below the rate: whether it was typed or filled in, and how to get the other. */
export function describeRate({ rate, name }: FilledRate, isTyped: boolean): string {
  const amount = formatPounds(parsePounds(rate) ?? 0);
  if (isTyped) return `Typed. Empty it for ${name}, ${amount}.`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}. Choosing another client or work type changes it, unless you type a rate or keep this one.`;
}

/** Whether the person typed the rate in a form, rather than the form filling it in. */
export function isTypedRate(form: {
  rate: string;
  filled: string | null;
  isKept: boolean;
}): boolean {
  return form.rate !== '' && (form.isKept || form.rate !== form.filled);
}

/**
 * The two hidden fields for a form that is shown again after a conflict, with this rate and choice.
 * `sent` is the form as it was posted, which says whether the rate was typed.
 */
export function rateBeside(
  sent: Record<string, unknown>,
  shown: { rate: string; choice: Choice; options: RateOptions; own: OwnRate },
): Record<string, string> {
  const { rate, choice, options, own } = shown;
  const isTyped = sent[KEPT] === 'on';
  const filled = isTyped ? (filledRate(options, choice, own)?.rate ?? '') : rate;
  return { [FILLED]: filled, [PAIR]: pairOf(choice) };
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
  const choice = { clientId: text('clientId') ?? '', workTypeId: text('workTypeId') ?? '' };
  const filled = filledRate(options, choice, own);
  const rate = text(rateName)?.trim() ?? '';
  const isKept = text(KEPT) === 'on';
  const isTyped = isTypedRate({ rate, filled: text(FILLED), isKept });
  if (isTyped) form.set(KEPT, 'on');
  else form.delete(KEPT);
  if (filled === null) return;
  // The person saw the filled-in rate for this choice and sent it, so it stays, even if the
  // client's or the work type's rate has changed in the meantime.
  const isOwn = pairOf(choice) === pairOf(own.choice);
  const isAsShown = !isOwn && rate !== '' && text(PAIR) === pairOf(choice);
  if (!isTyped && !isAsShown) form.set(rateName, filled.rate);
  form.set(FILLED, !isTyped && isAsShown ? rate : filled.rate);
  form.set(PAIR, pairOf(choice));
}
