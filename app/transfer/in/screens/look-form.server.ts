import type { ImportNameKind } from '#db/words.ts';
import { conflict, ProductError } from '../../../lib/errors.ts';
import { shorten } from '../../../lib/shorten.ts';
import type { UserView } from '../../../users/users.ts';
import { after } from '../../../lib/after.ts';
import { ANSWERS, readChoices, type Choices } from '../choices.ts';
import {
  CONFIRM_FILE,
  findImport,
  getImport,
  setImport,
  countStaged,
  listMendable,
} from '../staged.server.ts';
import { WORK_FIELDS, type WorkColumns } from '../reading/products.ts';
import type { ImportServices } from '../import-file.server.ts';
import { beginWriting, chooseColumns, chooseForImport, dropImport } from '../imports.server.ts';
import { matchNames, optionsOf, typedIn } from '../names.server.ts';
import {
  LOOK_AGAIN,
  lookOf,
  PROBLEMS_SEEN,
  SEEN,
  unseenChoices,
  type SentName,
} from '../unseen.server.ts';

/** What a press of a button of the page came to: the id of the import; null: it was forgotten. */
export type Pressed = { id: number | null; ended: string | null; choosesColumns?: boolean };

const PATIENCE = 2_000;

/**
 * Does what the form of an import's page says, in at most two seconds. Throws 404, 400, and 409, also where an import
 * would use what this page did not show: then nothing is imported, and what it says is kept beside it, to be looked
 * at.
 */
export async function pressLook(
  services: ImportServices,
  user: UserView,
  { id, form }: { id: number; form: FormData },
): Promise<Pressed> {
  const press = textOf(form, 'press');
  if (press === 'forget') {
    await dropImport(services, id);
    return { id: null, ended: null };
  }
  // Import writes what names mean by now before it compares.
  if (press === 'import') await services.longWrites.over();
  const { status } = getImport(services, id);
  // A second press of the same button.
  if (press === 'import' && status !== 'waiting') return { id, ended: status };
  const { names, unknown } = sentNames(services, form);
  const sent: SentForm = { id, form, names };
  const unseen = press === 'import' ? unseenIn(services, sent) : [];
  const isHeld = unseen.length > 0 || (press === 'import' && unknown.length > 0);
  const begun = begin(services, user, { ...sent, press: isHeld ? 'look' : press });
  await Promise.race([begun, after(PATIENCE)]);
  if (unknown.length > 0) throw conflict(unknown.join(' '));
  if (unseen.length > 0) throw conflict([UNSEEN, ...unseen, LOOK_AGAIN].join(' '));
  const ended = findImport(services, id)?.status ?? null;
  return { id, ended, choosesColumns: press === 'columns-anew' };
}

/** A form of the page, and what it says of names. */
type SentForm = { id: number; form: FormData; names: SentName[] };

const UNSEEN = 'Another window changed the choices for this file.';

function unseenIn(services: ImportServices, { id, form, names }: SentForm): string[] {
  const { db } = services;
  const changed = matchNames(db, id, readChoices(getImport(services, id).choices));
  if (changed.length > 0) setImport(services, id, countStaged(db, id));
  const seen = form.get(SEEN);
  const problems = textOf(form, PROBLEMS_SEEN);
  const look = {
    names,
    seen: typeof seen === 'string' ? seen : null,
    problems: /^\d{1,9}$/.test(problems) ? Number(problems) : null,
  };
  return unseenChoices(services, { id, look, changed });
}

function begin(
  services: ImportServices,
  user: UserView,
  { press, ...sent }: SentForm & { press: string },
): Promise<void> {
  const { id, form } = sent;
  switch (press) {
    case 'columns':
      return chooseColumns(services, user, { id, columns: columnsOf(form) });
    case 'look':
      return chooseForImport(services, user, {
        id,
        change: (choices) => changedChoices(services, sent, choices),
      });
    case 'columns-anew':
      return keepChanged(services, user, sent);
    case 'import':
      return importOrLook(services, user, sent);
    default:
      throw new ProductError(400, 'This button is not known. Reload the page.');
  }
}

/** What was changed on the page counts for the import, too; then the file is read again first. */
function importOrLook(services: ImportServices, user: UserView, sent: SentForm): Promise<void> {
  const { id, names } = sent;
  const stored = readChoices(getImport(services, id).choices);
  const changed = changedChoices(services, sent, stored);
  const { skips, confirms, edits } = changed;
  // These say only what is done with the lines, so the file need not be read again for them.
  const others = { skips: stored.skips, confirms: stored.confirms, edits: stored.edits };
  const isSame = JSON.stringify({ ...changed, ...others }) === JSON.stringify(stored);
  if (isSame) return beginWriting(services, user, { id, skips, confirms, edits });
  return chooseForImport(services, user, {
    id,
    change: () => ({ ...changed, writesIfWhole: true }),
    look: lookOf(services, { id, choices: changed, names }),
  });
}

/** Reads the file again where the page changed something, so that it is not lost on the way to another page. */
async function keepChanged(
  services: ImportServices,
  user: UserView,
  sent: SentForm,
): Promise<void> {
  const { id } = sent;
  const stored = readChoices(getImport(services, id).choices);
  const changed = changedChoices(services, sent, stored);
  if (JSON.stringify(changed) === JSON.stringify(stored)) return;
  await chooseForImport(services, user, { id, change: () => changed });
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function columnsOf(form: FormData): WorkColumns {
  const columns: WorkColumns = {};
  for (const field of Object.keys(WORK_FIELDS) as (keyof typeof WORK_FIELDS)[]) {
    const value = textOf(form, field);
    if (/^\d{1,3}$/.test(value)) columns[field] = Number(value);
  }
  return columns;
}

function answerOf<Name extends keyof typeof ANSWERS>(form: FormData, name: Name) {
  const text = textOf(form, name);
  return Object.hasOwn(ANSWERS[name], text) ? (text as keyof (typeof ANSWERS)[Name]) : null;
}

function changedChoices(services: ImportServices, sent: SentForm, choices: Choices): Choices {
  const { form, names } = sent;
  return {
    ...choices,
    dayOrder: answerOf(form, 'dayOrder') ?? choices.dayOrder,
    foreignMoney: answerOf(form, 'foreignMoney') ?? choices.foreignMoney,
    zeroRates: answerOf(form, 'zeroRates') ?? choices.zeroRates,
    skips: form.get('skip') === '1',
    confirms: form.get('confirm') === CONFIRM_FILE,
    // The box of the edits that were shown; `all` would be those that were not, too.
    edits: /^[\w-]{43}$/.exec(textOf(form, 'edits'))?.[0] ?? null,
    names: { ...choices.names, ...changedNames(names) },
    mends: mendsOf(services, sent, choices),
  };
}

/** Names whose meaning was changed on the page. */
function changedNames(names: SentName[]): Record<string, number> {
  const changed = names.filter(({ was, is }) => is !== was && /^\d{1,15}$/.test(is));
  return Object.fromEntries(changed.map(({ key, is }) => [key, Number(is)]));
}

/** What the page says of names, and a sentence for each that was typed and is not known. */
function sentNames(
  services: ImportServices,
  form: FormData,
): { names: SentName[]; unknown: string[] } {
  const [keys = [], shown = [], chosen = []] = ['nameKey', 'nameWas', 'nameIs'].map((name) =>
    form.getAll(name).map(String),
  );
  const unknown: string[] = [];
  let read: ReturnType<typeof typedIn> | undefined;
  const names = keys.map((key, at) => {
    const [was = '', is = ''] = [shown[at], chosen[at]];
    const typed = form.get(`nameTyped:${at}`);
    if (typeof typed !== 'string' || (typed === '' && was === '')) return { key, was, is };
    read ??= typedIn(optionsOf(services));
    const value = read(kindOf(key), typed);
    if (value === null) unknown.push(sayUnknown(key, typed));
    return { key, was, is: value ?? was };
  });
  return { names, unknown };
}

const kindOf = (key: string): ImportNameKind =>
  key.startsWith('person:') ? 'person' : key.startsWith('client:') ? 'client' : 'work-type';

const sayUnknown = (key: string, typed: string) =>
  `“${shorten(typed, 200)}” is no ${kindOf(key).replace('-', ' ')} here. Choose one from the list, or leave the field empty.`;

/** Cells that were changed on the page. */
function mendsOf(
  services: ImportServices,
  { id, form }: SentForm,
  choices: Choices,
): Choices['mends'] {
  const typed = [...form].flatMap(([name, text]) => {
    const [, line, column] = /^mend:(\d{1,9}):(\d{1,3})$/.exec(name) ?? [];
    return line !== undefined && column !== undefined && typeof text === 'string'
      ? [{ line: Number(line), column, text }]
      : [];
  });
  const mends = { ...choices.mends };
  for (const { line, column, text } of typed) {
    const [problem] = listMendable(services.db, id, { after: line - 1, most: 1 });
    if (problem?.line !== line || problem.cells === null) continue;
    const cells = JSON.parse(problem.cells) as string[];
    const plain = (written: string) => written.replace(/\r\n?/g, '\n');
    if (plain(cells[Number(column)] ?? '') === plain(text)) continue;
    mends[line] = { ...mends[line], [column]: plain(text) };
  }
  return mends;
}
