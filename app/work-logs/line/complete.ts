import { inQuotes } from './line-names.ts';
import { nameFinder, plain, type Named, type Strength } from './names.ts';
import { lineReader, type LineContext } from './read-line.ts';
import { timeAt } from './read-date.ts';

/** A name that may complete what is being typed. */
export type Completion = { name: string; kind: 'Client' | 'Work Type'; insert: string };

/** What may complete the word before the caret, and where that word begins in the text. */
export type Completions = { from: number; options: Completion[] };

const ORDER: Record<Strength, number> = { exact: 0, word: 1, start: 2 };

/** A finder of completions among these names. */
export function completer(context: LineContext) {
  const read = lineReader(context);
  const clients = nameFinder(context.clients);
  const workTypes = nameFinder(context.workTypes.filter(({ isHardware }) => !isHardware));
  return (text: string, caret: number): Completions => {
    const from = caret - (/\S*$/.exec(text.slice(0, caret))?.[0].length ?? 0);
    const word = text.slice(from, caret);
    const nothing = { from, options: [] };
    // Names complete a word only at its end, and never a duration.
    if (plain(word) === '' || timeAt([word]) || /^\S/.test(text.slice(caret))) return nothing;
    const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
    const before = text.slice(lineStart, from);
    const known = read(before);
    // A quotation mark inside a name does not begin a quoted text.
    const others = [known.client, known.workType].reduce(
      (rest, part) => (part.state === 'known' ? rest.replace(part.value.name, '') : rest),
      before,
    );
    const isInQuotes = (others.match(/["“”]/g)?.length ?? 0) % 2 === 1;
    if (isInQuotes || /:\s/.test(others)) return nothing;
    const find = (kind: Completion['kind'], finder: typeof clients) =>
      finder(plain(word)).map(({ option, strength }) => ({ option, strength, kind }));
    const found = [
      ...(known.client.state === 'known' ? [] : find('Client', clients)),
      ...(known.workType.state === 'known' ? [] : find('Work Type', workTypes)),
    ].sort((one, other) => ORDER[one.strength] - ORDER[other.strength]);
    const options = found.slice(0, 6).map(({ option, kind }) => ({
      name: option.name,
      kind,
      insert: written(option, kind),
    }));
    return { from, options };
  };

  /** The name as it is where it is understood by itself, else in quotes. */
  function written(option: Named, kind: Completion['kind']): string {
    const reading = read(option.name);
    const part = kind === 'Client' ? reading.client : reading.workType;
    const isClear = part.state === 'known' && part.value === option && reading.description === '';
    return isClear ? option.name : inQuotes(option.name);
  }
}
