import { formatPounds, parsePounds, toDecimalString } from '../../lib/money.ts';
import { rateForEditedLog, type ClientRates, type WorkTypeRate } from './rates.ts';

/**
 * The rate in the form of an entry that exists. What a person typed is taken, always. What was
 * filled in for them follows the chosen client and work type: to the rule for edited logs, and
 * back to the entry's own rate with its own client and work type.
 */

type Client = { id: number; name: string; discountedRatePence: ClientRates['discountedRatePence'] };
type WorkType = WorkTypeRate & { id: number; name: string; isHardware: boolean };

/** What can be chosen in the form. */
export type RateOptions = { clients: Client[]; workTypes: WorkType[] };

/** The ids that are chosen, as the form has them: empty where nothing is. */
export type Choice = { clientId: string; workTypeId: string };

/** The entry as it is stored, and what its rate is called: "this log's rate". Null: it has none. */
export type OwnRate = { choice: Choice; ratePence: number | null; name: string };

/** A rate that is filled in, as the text of its field. */
export type FilledRate = {
  rate: string;
  /** Whose it is: "Acme's discounted rate". */ name: string;
};

/** What stands beside the rate in every such form: two hidden fields and a box. */
export type RateValues = {
  /** The text that was filled in: a field that holds another was typed into. */
  rateFilled?: string;
  /** The client and work type that it was filled in for, as {@link pairOf} has them. */
  rateFor?: string;
  /** Ticked: the rate was typed, even if it is the very number that was filled in. */
  rateKept?: string;
};

const FILLED = 'rateFilled' satisfies keyof RateValues;
const PAIR = 'rateFor' satisfies keyof RateValues;
const KEPT = 'rateKept' satisfies keyof RateValues;

/** A client and a work type as one text: `7:3`. */
export function pairOf({ clientId, workTypeId }: Choice): string {
  return `${clientId}:${workTypeId}`;
}

/** What the fields beside the rate start with. */
export function rateValues({ choice, ratePence }: OwnRate): RateValues {
  return {
    rateFilled: ratePence === null ? '' : toDecimalString(ratePence),
    rateFor: pairOf(choice),
  };
}

/** The rate that applies where none was typed; null while the choice is none that has a rate. */
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

/** What the form says below the field: which of the two it shows, and how to come to the other. */
export function describeRate({ rate, name }: FilledRate, isTyped: boolean): string {
  const amount = formatPounds(parsePounds(rate) ?? 0);
  if (isTyped) return `Typed. Empty it for ${name}, ${amount}.`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}. With another client or work type, theirs applies, unless you type one or keep this one.`;
}

/** Whether a rate in a form was typed, and not filled in for whoever sends it. */
export function isTypedRate(form: {
  rate: string;
  filled: string | null;
  isKept: boolean;
}): boolean {
  return form.rate !== '' && (form.isKept || form.rate !== form.filled);
}

/** What stands beside a rate in a form that shows it anew, with this choice: typed, or filled in. */
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
 * Brings the rate of a posted form up to date, before anything is made of the form: a filled-in
 * one follows the choice that came with it, which without scripts nothing did before. What the
 * form then says is what is stored, and what it shows should it come back.
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
  // What was shown for this very choice is what was agreed to, whatever the rate is by now.
  const isOwn = pairOf(choice) === pairOf(own.choice);
  const isAsShown = !isOwn && rate !== '' && text(PAIR) === pairOf(choice);
  if (!isTyped && !isAsShown) form.set(rateName, filled.rate);
  form.set(FILLED, !isTyped && isAsShown ? rate : filled.rate);
  form.set(PAIR, pairOf(choice));
}
