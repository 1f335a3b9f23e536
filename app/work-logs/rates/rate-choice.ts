import { invalid } from '../../lib/errors.ts';
import { formatPounds, parsePounds, toDecimalString } from '../../lib/money.ts';
import {
  CLIENT_RATES,
  chosenIn,
  clientRate,
  describeWorth,
  editedLogRate,
  needClientRate,
  type NamedRate,
  type RateChoice,
  type RatedClient,
  type RateOptions,
} from './rates.ts';

/**
 * The rate in the edit form of a log or an imported task ("entry" here). A rate that the person
 * typed is always kept. A rate that was filled in for them follows the chosen client and work type:
 * the entry's own client and work type give its own rate, any others the rate for edited logs. A
 * person may also choose one of the client's rates, which then follows the client.
 */

/** The chosen ids and rate as the form's fields hold them; empty when nothing is chosen. */
export type Choice = { clientId: string; workTypeId: string; rateChoice?: string };

/** The stored choice and rate of the entry, and the rate's name: "this log's rate". Null for hardware. */
export type OwnRate = { choice: Choice; ratePence: number | null; name: string };

/** A rate that is filled in, as the text of its field, and where it comes from: "Acme's discounted rate". */
export type FilledRate = { rate: string; name: string };

/** The fields that go with the rate in every such form. */
export type RateValues = {
  /** Which of the client's rates is chosen; empty: the one that applies by itself. */
  rateChoice?: string;
  /** The text that was filled in. If the rate field holds another text, somebody typed it. */
  rateFilled?: string;
  /** The choice that the rate was filled in for, as {@link pairOf} writes it. */
  rateFor?: string;
  /** Ticked: the rate counts as typed, even if it equals the one filled in. */
  rateKept?: string;
};

const FILLED = 'rateFilled' satisfies keyof RateValues;
const PAIR = 'rateFor' satisfies keyof RateValues;
const KEPT = 'rateKept' satisfies keyof RateValues;
const CHOICE = 'rateChoice' satisfies keyof RateValues;

const kindOf = ({ rateChoice }: Choice) => CLIENT_RATES.find((kind) => kind === rateChoice) ?? null;

/** A client, a work type and a chosen rate as one text: `7:3`, `7:3:premium`. */
export function pairOf(choice: Choice): string {
  const kind = kindOf(choice);
  return `${choice.clientId}:${choice.workTypeId}${kind === null ? '' : `:${kind}`}`;
}

/** The initial texts of the two hidden fields. */
export function rateValues({ choice, ratePence }: OwnRate): RateValues {
  return {
    rateFilled: ratePence === null ? '' : toDecimalString(ratePence),
    rateFor: pairOf(choice),
  };
}

/** The rate that applies when none was typed; null when the choice has none. */
export function filledRate(options: RateOptions, choice: Choice, own: OwnRate): FilledRate | null {
  const kind = kindOf(choice);
  const isUnchanged = pairOf(choice) === pairOf(own.choice) || choice.workTypeId === '';
  if (isUnchanged && kind === null) {
    return own.ratePence === null ? null : { rate: toDecimalString(own.ratePence), name: own.name };
  }
  const { client, workType } = chosenIn(options, choice);
  if (workType?.isHardware || own.ratePence === null) return null;
  if (kind !== null) {
    const chosen = client && clientRate(client, kind);
    return chosen && { rate: toDecimalString(chosen.ratePence), name: chosen.name };
  }
  if (!workType || (client === null && choice.clientId !== '')) return null;
  const { ratePence, name } = editedLogRate(client, workType);
  return { rate: toDecimalString(ratePence), name };
}

/** The hint below the rate: typed or filled in, how to get the other, and what a choice has changed. */
export function describeRate(
  { rate, name }: FilledRate,
  isTyped: boolean,
  ownRatePence: number | null,
): string {
  const ratePence = parsePounds(rate) ?? 0;
  if (isTyped) return `Typed. Empty it for ${name}, ${formatPounds(ratePence)}.`;
  const sentence = `${name.charAt(0).toUpperCase()}${name.slice(1)}.`;
  if (ownRatePence !== null && ratePence !== ownRatePence) {
    return `${sentence} The rate changes from ${formatPounds(ownRatePence)} to ${formatPounds(ratePence)}. Type ${toDecimalString(ownRatePence)} to leave it as it was.`;
  }
  return `${sentence} Choosing another client or work type changes it, unless you type a rate or keep this one.`;
}

/** Whether the person typed the rate in a form, rather than the form filling it in. */
export function isTypedRate(form: { rate: string; filled: string | null; isKept: boolean }) {
  return form.rate !== '' && (form.isKept || form.rate !== form.filled);
}

/** Checks which of the client's rates was chosen. Throws 400 where there is none such, or another was typed or kept. */
export function checkChosenRate(
  sent: Record<string, unknown>,
  chosen: RateChoice | undefined,
  client: RatedClient | null,
): void {
  if (!chosen || chosen === 'typed') return;
  if (sent[KEPT] === 'on') throw invalid(CHOICE, TWO_RATES);
  needClientRate(client, chosen);
}

const TWO_RATES =
  'Another rate is typed or kept below. Empty that field and untick its box, or leave this as it was.';

/** The two hidden fields of a form that comes back after a conflict; `sent` is the form as it was posted. */
export function rateBeside(
  sent: Record<string, unknown>,
  shown: { rate: string; choice: Choice; options: RateOptions; own: OwnRate },
): Record<string, string> {
  const { rate, options, own } = shown;
  const choice = { ...shown.choice, rateChoice: choiceOf(sent).rateChoice };
  const isTyped = sent[KEPT] === 'on';
  const filled = isTyped ? (filledRate(options, choice, own)?.rate ?? '') : rate;
  return { [FILLED]: filled, [PAIR]: pairOf(choice) };
}

/** The choice in a form as it was posted. */
export function choiceOf(sent: Record<string, unknown>) {
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '');
  return {
    clientId: text('clientId'),
    workTypeId: text('workTypeId'),
    rateChoice: text(CHOICE),
  };
}

/** The rate that a saved form came to: typed, or filled in by its choice. */
export function rateOfForm(
  sent: Record<string, unknown>,
  saved: { ratePence: number; options: RateOptions; own: OwnRate },
): NamedRate {
  const { ratePence, options, own } = saved;
  if (sent[KEPT] === 'on') return { ratePence, name: 'typed' };
  const filled = filledRate(options, choiceOf(sent), own);
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
  const choice = choiceOf(Object.fromEntries(form));
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
