import { conflict, ProductError } from '../../../lib/errors.ts';
import type { UserView } from '../../../users/users.ts';
import { after } from '../../../lib/after.ts';
import { readChoices, type Choices } from '../choices.ts';
import { CONFIRM_FILE } from '../doubtful.server.ts';
import { WORK_FIELDS, type WorkColumns } from '../reading/fields.ts';
import type { ImportServices } from '../import-file.server.ts';
import { findImport, getImport, setImport } from '../import-row.server.ts';
import { beginWriting, chooseColumns, chooseForImport, dropImport } from '../imports.server.ts';
import { matchNames } from '../names.server.ts';
import { countStaged, listProblems } from '../staged.server.ts';
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
 * Does what the form of an import's page says. Waits at most two seconds for what goes on in the
 * background. Throws 404, 400 and 409, the latter too when an import would use what another page chose, or
 * what names mean by now, and this one did not show: then nothing is imported, and what this page says is kept beside it, to be looked at.
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
  const unseen = press === 'import' ? unseenIn(services, id, form) : [];
  const begun = begin(services, user, { id, form, press: unseen.length > 0 ? 'look' : press });
  await Promise.race([begun, after(PATIENCE)]);
  if (unseen.length > 0) throw conflict([UNSEEN, ...unseen, LOOK_AGAIN].join(' '));
  const ended = findImport(services, id)?.status ?? null;
  return { id, ended, choosesColumns: press === 'columns-anew' };
}

const UNSEEN = 'Another window changed what this file means.';

function unseenIn(services: ImportServices, id: number, form: FormData): string[] {
  const { db } = services;
  const changed = matchNames(db, id, readChoices(getImport(services, id).choices));
  if (changed.length > 0) setImport(services, id, countStaged(db, id));
  const seen = form.get(SEEN);
  const problems = textOf(form, PROBLEMS_SEEN);
  const look = {
    names: sentNames(form),
    seen: typeof seen === 'string' ? seen : null,
    problems: /^\d{1,9}$/.test(problems) ? Number(problems) : null,
  };
  return unseenChoices(services, { id, look, changed });
}

function begin(
  services: ImportServices,
  user: UserView,
  { id, form, press }: { id: number; form: FormData; press: string },
): Promise<void> {
  switch (press) {
    case 'columns':
      return chooseColumns(services, user, { id, columns: columnsOf(form) });
    case 'look':
      return chooseForImport(services, user, {
        id,
        change: (choices) => changedChoices(services, { id, form, choices }),
      });
    case 'columns-anew':
      return keepChanged(services, user, { id, form });
    case 'import':
      return importOrLook(services, user, { id, form });
    default:
      throw new ProductError(400, 'This button is not known. Open the page anew.');
  }
}

/** What was changed on the page counts for the import, too; then the file is read again first. */
function importOrLook(
  services: ImportServices,
  user: UserView,
  { id, form }: { id: number; form: FormData },
): Promise<void> {
  const stored = readChoices(getImport(services, id).choices);
  const changed = changedChoices(services, { id, form, choices: stored });
  const { skips, confirms, edits } = changed;
  // These say only what is done with the lines, so the file need not be read again for them.
  const others = { skips: stored.skips, confirms: stored.confirms, edits: stored.edits };
  const isSame = JSON.stringify({ ...changed, ...others }) === JSON.stringify(stored);
  if (isSame) return beginWriting(services, user, { id, skips, confirms, edits });
  return chooseForImport(services, user, {
    id,
    change: () => ({ ...changed, writesIfWhole: true }),
    look: lookOf(services, { id, choices: changed, names: sentNames(form) }),
  });
}

/** Reads the file again where the page changed something, so that it is not lost on the way to another page. */
async function keepChanged(
  services: ImportServices,
  user: UserView,
  { id, form }: { id: number; form: FormData },
): Promise<void> {
  const stored = readChoices(getImport(services, id).choices);
  const changed = changedChoices(services, { id, form, choices: stored });
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

type Changing = { id: number; form: FormData; choices: Choices };

function changedChoices(services: ImportServices, changing: Changing): Choices {
  const { form, choices } = changing;
  const order = textOf(form, 'dayOrder');
  const money = textOf(form, 'foreignMoney');
  const zeroRates = textOf(form, 'zeroRates');
  return {
    ...choices,
    dayOrder: order === 'day-first' || order === 'month-first' ? order : choices.dayOrder,
    foreignMoney:
      money === 'pounds' || money === 'rules' || money === 'ask' ? money : choices.foreignMoney,
    zeroRates:
      zeroRates === 'ours' || zeroRates === 'keep' || zeroRates === 'ask'
        ? zeroRates
        : choices.zeroRates,
    skips: form.get('skip') === '1',
    confirms: form.get('confirm') === CONFIRM_FILE,
    // The box of the edits that were shown; `all` would be those that were not, too.
    edits: /^[\w-]{43}$/.exec(textOf(form, 'edits'))?.[0] ?? null,
    names: { ...choices.names, ...namesOf(form) },
    mends: mendsOf(services, changing),
  };
}

/** Names whose meaning was changed on the page. */
function namesOf(form: FormData): Record<string, number> {
  const changed = sentNames(form).filter(({ was, is }) => is !== was && /^\d{1,15}$/.test(is));
  return Object.fromEntries(changed.map(({ key, is }) => [key, Number(is)]));
}

function sentNames(form: FormData): SentName[] {
  const [keys = [], shown = [], chosen = []] = ['nameKey', 'nameWas', 'nameIs'].map((name) =>
    form.getAll(name).map(String),
  );
  return keys.map((key, at) => ({ key, was: shown[at] ?? '', is: chosen[at] ?? '' }));
}

/** Cells that were changed on the page. */
function mendsOf(services: ImportServices, { id, form, choices }: Changing): Choices['mends'] {
  const typed = [...form].flatMap(([name, text]) => {
    const [, line, column] = /^mend:(\d{1,9}):(\d{1,3})$/.exec(name) ?? [];
    return line !== undefined && column !== undefined && typeof text === 'string'
      ? [{ line: Number(line), column, text }]
      : [];
  });
  const mends = { ...choices.mends };
  for (const { line, column, text } of typed) {
    const [problem] = listProblems(services.db, id, { after: line - 1, most: 1 });
    if (problem?.line !== line || problem.cells === null) continue;
    const cells = JSON.parse(problem.cells) as string[];
    const plain = (written: string) => written.replace(/\r\n?/g, '\n');
    if (plain(cells[Number(column)] ?? '') === plain(text)) continue;
    mends[line] = { ...mends[line], [column]: plain(text) };
  }
  return mends;
}
