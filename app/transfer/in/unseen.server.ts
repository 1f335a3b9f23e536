import { createHash } from 'node:crypto';
import type { ImportNameKind } from '#db/words.ts';
import type { Services } from '../../context.server.ts';
import { formatCount } from '../../lib/count.ts';
import {
  nameKey,
  readChoices,
  readSurvey,
  type Choices,
  type FileName,
  type Survey,
} from './choices.ts';
import { getImport, setImport, countStaged, listNamesMeant } from './staged.server.ts';
import { type ChangedName, optionOf, optionsOf, valueOf, type Options } from './names.server.ts';
import { editsOf } from './own-rows.server.ts';

/** The hidden field that says which columns, dates and mended lines a look was made from. */
export const SEEN = 'seen';

/** The hidden field that says how many lines with a problem a look showed. */
export const PROBLEMS_SEEN = 'problemsSeen';

/** What stands in {@link SEEN}. */
export function seenOf({ dayOrder, mends }: Choices, survey: Survey | null): string {
  return createHash('sha256')
    .update(JSON.stringify([dayOrder, mends, survey?.columns]))
    .digest('base64url');
}

/** What a page said of a name: what it showed at first, and what stands there when it is sent. */
export type SentName = { key: string; was: string; is: string };

/**
 * A page that was sent: its names, what else it was made from, and how many problems it showed; null: it does not
 * say.
 */
export type SentLook = { names: SentName[]; seen: string | null; problems: number | null };

type Reading = Pick<Services, 'db'>;

/**
 * What counts for an import and was not shown by the page that was sent, a sentence each. `changed`: what names mean
 * since a moment ago, also those for which the page had no room.
 */
export function unseenChoices(
  services: Reading,
  { id, look, changed = [] }: { id: number; look: SentLook; changed?: ChangedName[] },
): string[] {
  const row = getImport(services, id);
  const choices = readChoices(row.choices);
  const sent = new Set(look.names.map(({ key }) => key));
  return [
    ...unseenNames(services, { id, choices, names: look.names }),
    ...sayChanged(
      services,
      changed.filter((name) => !sent.has(nameKey(name))),
    ),
    ...(look.seen === null || look.seen === seenOf(choices, readSurvey(row.survey))
      ? []
      : [MENDED]),
    ...(look.problems === null || look.problems >= row.problemCount
      ? []
      : [sayProblems(look.problems, row.problemCount)]),
  ];
}

function unseenNames(
  services: Reading,
  { id, choices, names }: { id: number; choices: Choices; names: SentName[] },
): string[] {
  const options = optionsOf(services);
  const now = new Map(listNamesMeant(services.db, id).map((name) => [nameKey(name), name]));
  return names.flatMap(({ key, was, is }) => {
    const name = now.get(key);
    if (name === undefined) return [];
    const value = valueOf(name, choices.names[key]);
    const isMine = is !== was;
    if (isMine && Number(is) > 0 && !optionOf(options[name.kind], is)) {
      return [`${sayName(name)}: what you chose was deleted.`];
    }
    // What this page says itself, also when it is sent again, was shown by it.
    if (value === was || value === is) return [];
    if (!isMine) return [sayOther(name, was, value, options)];
    const say = (of: string) => sayValue(name.kind, of, options);
    return [`${sayName(name)}: ${say(is)} is chosen here, and ${say(value)} was chosen elsewhere.`];
  });
}

/** The most names of which a sentence each is said. */
const MOST_SAID = 100;

function sayChanged(services: Reading, changed: ChangedName[]): string[] {
  if (changed.length === 0) return [];
  const options = optionsOf(services);
  const said = changed
    .slice(0, MOST_SAID)
    .map(({ was, is, ...name }) =>
      sayOther({ ...name, problem: is.problem }, valueOf(was), valueOf(is), options),
    );
  const left = changed.length - said.length;
  return left === 0 ? said : [...said, `And ${formatCount(left)} more names.`];
}

/** How a look was made: what each name meant, and what else counted. */
export function lookOf(
  services: Reading,
  { id, choices, names }: { id: number; choices: Choices; names: SentName[] },
): SentLook {
  const shown = new Map(names.map(({ key, is }) => [key, is]));
  const all = listNamesMeant(services.db, id).map((name) => {
    const key = nameKey(name);
    const is = shown.get(key) ?? valueOf(name, choices.names[key]);
    return { key, was: is, is };
  });
  const { problemCount, survey } = getImport(services, id);
  return { names: all, seen: seenOf(choices, readSurvey(survey)), problems: problemCount };
}

/** Why a file that was to be imported is to be looked at again; null: nothing is unseen. */
export function sayUnseen(unseen: string[]): string | null {
  return unseen.length === 0 ? null : [CHANGED, ...unseen, LOOK_AGAIN].join(' ');
}

/**
 * Has people look again at a file whose names mean something else than they saw. Gives whether it is so: never of a
 * file that nobody looks at first.
 */
export function lookAgainIfChanged(
  services: Reading,
  { id, choices, changed }: { id: number; choices: Choices; changed: ChangedName[] },
): boolean {
  if (choices.writesAtOnce || changed.length === 0) return false;
  const message = sayUnseen(sayChanged(services, changed));
  setImport(services, id, { ...countStaged(services.db, id), status: 'waiting', message });
  return true;
}

/** Has people look again at a file whose edits of logs are others than they saw. Gives whether it is so. */
export function lookAgainIfOtherEdits(
  services: Reading,
  id: number,
  { edits }: Pick<Choices, 'edits'>,
): boolean {
  if (edits === null || edits === 'all' || edits === editsOf(services.db, id)) return false;
  setImport(services, id, {
    ...countStaged(services.db, id),
    status: 'waiting',
    message: `${OTHER_EDITS} ${LOOK_AGAIN}`,
  });
  return true;
}

const OTHER_EDITS = 'Not imported: the changes to logs differ from those shown.';

const CHANGED = 'Not imported: something changed since this page was shown.';

/** What to do about what is unseen. */
export const LOOK_AGAIN = 'Check the page, then press Import again.';

const MENDED = 'Lines, the order of dates or the columns were changed since this page was shown.';

const KINDS = { client: 'Client', 'work-type': 'Work type', person: 'Logged by' } as const;

const sayName = ({ kind, name, isHardware }: FileName) =>
  `${KINDS[kind]} “${name === '' ? 'none' : name}”${isHardware ? ' for hardware' : ''}`;

function sayOther(
  name: FileName & { problem: string | null },
  was: string,
  is: string,
  options: Options,
): string {
  const showed = `${sayName(name)}: this page showed ${sayValue(name.kind, was, options)}`;
  return name.problem === null
    ? `${showed}, and it is ${sayValue(name.kind, is, options)} now.`
    : `${showed}, and it has to be chosen now. ${name.problem}`;
}

function sayValue(kind: ImportNameKind, value: string, options: Options): string {
  if (value === '') return '“Choose”';
  if (value === '0') return kind === 'person' ? '“Nobody here”' : '“Create new”';
  const name = optionOf(options[kind], value)?.name;
  return name === undefined ? 'one that is deleted' : `“${name}”`;
}

function sayProblems(shown: number, now: number): string {
  const are = now === 1 ? 'there is 1' : `there are ${formatCount(now)}`;
  return `Lines with a problem: this page showed ${shown === 0 ? 'none' : formatCount(shown)}, and ${are} now.`;
}
