import type { ImportNameKind } from '#db/words.ts';
import { conflict, ProductError } from '../../../lib/errors.ts';
import { shorten } from '../../../lib/shorten.ts';
import type { UserView } from '../../../users/users.ts';
import { answersIn, type Choices } from '../choices.ts';
import { waitBriefly, type ImportServices } from '../import-file.server.ts';
import { findImport, getImport, setImport } from '../import-row.server.ts';
import { beginWriting, chooseColumns, chooseForImport, dropImport } from '../imports.server.ts';
import { matchNames, optionsOf, typedIn } from '../names.server.ts';
import { WORK_FIELDS, type WorkColumns } from '../reading/products.ts';
import { CONFIRM_FILE, countStaged, listMendable } from '../staged.server.ts';
import { lookAgain, lookOf, seenOf, unseenChoices, type SentName } from '../unseen.server.ts';

/** What a press of a button of the page came to: the id of the import; null: it was forgotten. */
export type Pressed = { id: number | null; ended: string | null; choosesColumns?: boolean };

/**
 * Does what the form of an import's page says, in at most two seconds. Throws 404, 400, and 409, also where an import
 * would use what this page did not show: then nothing is imported, and what it says is kept beside it, to be looked at.
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
  await waitBriefly(begin(services, user, { ...sent, press: isHeld ? 'look' : press }));
  if (unknown.length > 0) throw conflict(unknown.join(' '));
  if (unseen.length > 0) throw conflict(lookAgain(UNSEEN, unseen));
  const ended = findImport(services, id)?.status ?? null;
  return { id, ended, choosesColumns: press === 'columns-anew' };
}

type SentForm = { id: number; form: FormData; names: SentName[] };

const UNSEEN = 'Another window changed the choices for this file.';

function unseenIn(services: ImportServices, { id, form, names }: SentForm): string[] {
  const { db } = services;
  const seen = form.get('seen');
  const problems = textOf(form, 'problemsSeen');
  const look = lookOf(services, id, {
    names,
    seen: typeof seen === 'string' ? seen : null,
    problems: /^\d{1,9}$/.test(problems) ? Number(problems) : null,
  });
  if (matchNames(db, id, getImport(services, id).choices)) {
    setImport(services, id, countStaged(db, id));
  }
  return unseenChoices(services, id, look);
}

async function begin(
  services: ImportServices,
  user: UserView,
  { press, ...sent }: SentForm & { press: string },
): Promise<void> {
  const { id, form, names } = sent;
  if (press === 'columns' || press === 'clients') {
    return chooseColumns(services, user, { id, columns: columnsOf(form) });
  }
  const { choices: stored, survey, problemCount } = getImport(services, id);
  const changed = changedChoices(services, sent, stored);
  const isSame = (choices: Choices) => JSON.stringify(choices) === JSON.stringify(stored);
  const chosen = { id, change: changed };
  switch (press) {
    case 'look':
      return chooseForImport(services, user, chosen);
    case 'columns-anew':
      // So that what the page changed is not lost on the way to another page.
      return isSame(changed) ? undefined : chooseForImport(services, user, chosen);
    case 'import': {
      // These say only what is done with the lines, so the file need not be read again for them.
      const { skips, confirms, edits } = stored;
      if (isSame({ ...changed, skips, confirms, edits })) {
        return beginWriting(services, user, { ...changed, id });
      }
      // What was changed on the page counts for the import, too; then the file is read again first.
      return chooseForImport(services, user, {
        ...chosen,
        look: lookOf(services, id, {
          names: names.map(({ key, is }) => ({ key, was: is, is })),
          seen: seenOf({ choices: changed, survey }),
          problems: problemCount,
        }),
      });
    }
    default:
      throw new ProductError(400, 'This button is not known. Reload the page.');
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function columnsOf(form: FormData): WorkColumns {
  const columns: WorkColumns = {};
  const names = textOf(form, 'client');
  if (textOf(form, 'press') === 'clients') {
    return /^\d{1,3}$/.test(names) ? { clientsIn: Number(names) } : {};
  }
  for (const field of Object.keys(WORK_FIELDS) as (keyof typeof WORK_FIELDS)[]) {
    const value = textOf(form, field);
    if (/^\d{1,3}$/.test(value)) columns[field] = Number(value);
  }
  return columns;
}

function changedChoices(services: ImportServices, sent: SentForm, choices: Choices): Choices {
  const { form, names } = sent;
  const changed = names.filter(({ was, is }) => is !== was && /^\d{1,15}$/.test(is));
  const meant = changed.map(({ key, is }) => [key, Number(is)] as const);
  return {
    ...choices,
    ...answersIn((name) => form.get(name)),
    skips: form.get('skip') === '1',
    confirms: form.get('confirm') === CONFIRM_FILE,
    // The boxes of the edits that were shown; `all` would be those that were not, too.
    edits: form.getAll('edits').filter(isOfEdits).join(' ') || null,
    names: { ...choices.names, ...Object.fromEntries(meant) },
    mends: mendsOf(services, sent, choices),
  };
}

const isOfEdits = (box: unknown): box is string =>
  typeof box === 'string' && /^(?:[\w-]{43}|\d+(?::\d+){3})$/.test(box);

/** What the page says of names, and a sentence for each that was typed and is not known. */
function sentNames(services: ImportServices, form: FormData) {
  const [keys = [], shown = [], chosen = []] = ['nameKey', 'nameWas', 'nameIs'].map((name) =>
    form.getAll(name).map(String),
  );
  const unknown: string[] = [];
  const read = typedIn(optionsOf(services));
  const names = keys.map((key, at): SentName => {
    const [was = '', is = ''] = [shown[at], chosen[at]];
    const typed = form.get(`nameTyped:${at}`);
    if (typeof typed !== 'string' || (typed === '' && was === '')) return { key, was, is };
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

function mendsOf(
  services: ImportServices,
  { id, form }: SentForm,
  choices: Choices,
): Choices['mends'] {
  const mends = { ...choices.mends };
  for (const [name, text] of form) {
    const [, line = '', column = ''] = /^mend:(\d{1,9}):(\d{1,3})$/.exec(name) ?? [];
    if (line === '' || typeof text !== 'string') continue;
    const [problem] = listMendable(services.db, id, Number(line) - 1, 1);
    if (problem?.line !== Number(line) || problem.cells === null) continue;
    const cells = JSON.parse(problem.cells) as string[];
    const plain = (written: string) => written.replace(/\r\n?/g, '\n');
    if (plain(cells[Number(column)] ?? '') === plain(text)) continue;
    mends[problem.line] = { ...mends[problem.line], [column]: plain(text) };
  }
  return mends;
}
