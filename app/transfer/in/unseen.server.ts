import { createHash } from 'node:crypto';
import type { ImportNameKind } from '#db/words.ts';
import type { Services } from '../../context.server.ts';
import { formatCount } from '../../lib/count.ts';
import { NAME_KINDS, nameKey, type FileName } from './choices.ts';
import { getImport, type Import } from './import-row.server.ts';
import { listNames, optionOf, optionsOf, valueOf, type Options } from './names.server.ts';

/** What stands for the columns, the order of dates and the mended lines that a look was made from. */
export function seenOf({ choices, survey }: Pick<Import, 'choices' | 'survey'>): string {
  return createHash('sha256')
    .update(JSON.stringify([choices.dayOrder, choices.mends, survey?.columns]))
    .digest('base64url');
}

/** What a page said of a name: what it showed at first, and what stands there when it is sent. */
export type SentName = { key: string; was: string; is: string };

/**
 * A page that was sent: its names, what else it was made from, and how many problems it showed; null: it does not say.
 */
export type SentLook = { names: SentName[]; seen: string | null; problems: number | null };

type Reading = Pick<Services, 'db'>;

/** What names mean by now, those of the page as it says, and others, for which it had no room, as they are stored. */
export function lookOf(
  services: Reading,
  id: number,
  sent: SentLook = { names: [], seen: null, problems: null },
): SentLook {
  const { choices } = getImport(services, id);
  const isSent = new Set(sent.names.map(({ key }) => key));
  const others = listNames(services.db, id).flatMap((name) => {
    const key = nameKey(name);
    const is = valueOf(name, choices.names[key]);
    return isSent.has(key) ? [] : [{ key, was: is, is }];
  });
  return { ...sent, names: [...sent.names, ...others] };
}

/** What counts for an import and was not shown by the page that was sent, a sentence each. */
export function unseenChoices(services: Reading, id: number, look: SentLook): string[] {
  const row = getImport(services, id);
  const { seen, problems } = look;
  return [
    ...unseenNames(services, row, look.names),
    ...(seen === null || seen === seenOf(row) ? [] : [MENDED]),
    ...(problems === null || problems >= row.problemCount
      ? []
      : [sayProblems(problems, row.problemCount)]),
  ];
}

const MOST_SAID = 100;

function unseenNames(services: Reading, { id, choices }: Import, names: SentName[]): string[] {
  const options = optionsOf(services);
  const now = new Map(listNames(services.db, id).map((name) => [nameKey(name), name]));
  const said = names.flatMap(({ key, was, is }) => {
    const name = now.get(key);
    if (name === undefined) return [];
    const value = valueOf(name, choices.names[key]);
    const isMine = is !== was;
    if (isMine && Number(is) > 0 && !optionOf(options[name.kind], is)) {
      return [`${sayName(name)}: what you chose was deleted.`];
    }
    // What this page says itself, also when it is sent again, was shown by it.
    if (value === was || value === is) return [];
    const say = (of: string) => sayValue(name.kind, of, options);
    const [mine, other] = [say(is), say(value)];
    if (isMine)
      return [`${sayName(name)}: ${mine} is chosen here, and ${other} was chosen elsewhere.`];
    const showed = `${sayName(name)}: this page showed ${say(was)}`;
    return [
      name.problem === null
        ? `${showed}, and it is ${other} now.`
        : `${showed}, and it has to be chosen now. ${name.problem}`,
    ];
  });
  const left = said.length - MOST_SAID;
  return left > 0 ? [...said.slice(0, MOST_SAID), `And ${formatCount(left)} more names.`] : said;
}

/** Why a file that was to be imported is to be looked at again: a sentence, and what is unseen. */
export function lookAgain(why: string, unseen: string[] = []): string {
  return [why, ...unseen, 'Check the page, then press Import again.'].join(' ');
}

/** Why people look again. */
export const CHANGED = 'Not imported: something changed since this page was shown.';

const MENDED = 'Lines, the order of dates or the columns were changed since this page was shown.';

const sayName = ({ kind, name, isHardware }: FileName) =>
  `${NAME_KINDS[kind]} “${name === '' ? 'none' : name}”${isHardware ? ' for hardware' : ''}`;

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
