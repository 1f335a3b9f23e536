import { formatCount } from '../../../lib/count.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../lib/fields.ts';
import { shorten } from '../../../lib/shorten.ts';
import { cleanLine, cleanText, isStorable, UNSTORABLE, VISIBLE } from '../../../lib/text.ts';
import { unguard } from '../../cells.ts';
import { Unreadable, type Field, type Line } from './row-cells.ts';

/** The texts of a line of a file: its names, its description, and what was chosen for its project and tags. */

export const LONGEST_NAME = 200;

/** A text without the apostrophe that keeps a spreadsheet from running it. Throws {@link Unreadable}. */
export function textOf(line: Line, field: Field): string {
  const cell = line.cell(field);
  const text = line.format === 'kimai' ? cell.replace(/^' (?=[=+\-@\t\r])/, '') : cell;
  // A file has no such character, but a cell that was mended may.
  if (!isStorable(text)) throw new Unreadable(UNSTORABLE);
  return cleanText(unguard(text));
}

/** A text of one line, cut where it is longer than a name; null: none. */
export function shortIn(line: Line, field: Field): string | null {
  return shorten(cleanLine(textOf(line, field)), LONGEST_NAME) || null;
}

function plainIn(line: Line, field: Field): string {
  const text = cleanLine(textOf(line, field));
  return VISIBLE.test(text) ? text : '';
}

function named(text: string, what: string): string {
  if (text.length <= LONGEST_NAME) return text;
  throw new Unreadable(`The name of the ${what} is longer than ${LONGEST_NAME} characters.`);
}

/** The project of a line, with its code: two of a client may be called the same. */
function projectIn(line: Line): string {
  const [name, code] = [plainIn(line, 'project'), plainIn(line, 'projectCode')];
  return name && code ? `${name} (${code})` : name || code;
}

/** The name of the client whose work it is; empty: none. Throws {@link Unreadable}. */
export function clientIn(line: Line): string {
  const project = line.projects === 'clients' ? projectIn(line) : '';
  return named(project || plainIn(line, 'client'), 'client');
}

/**
 * Whose work it is, of which kind, its job and its description; `said`: what its own cells say of these. Throws
 * {@link Unreadable}.
 */
export function textsOf(line: Line) {
  const { projects, workTypes, columns } = line;
  const [clientSaid, typeSaid] = [plainIn(line, 'client'), plainIn(line, 'workType')];
  const description = textOf(line, 'description');
  const said = { client: clientSaid, workType: typeSaid, description };
  const project = projectIn(line);
  const tags = plainIn(line, 'tags').split(/ *, */).filter(Boolean);
  const client = clientIn(line);
  const type = typeSaid || { names: '', projects: project, tags: tags.join(', ') }[workTypes];
  const job = columns.job === undefined ? project : plainIn(line, 'job');
  const jobAt =
    columns.job ?? (projects === 'jobs' ? (columns.project ?? columns.projectCode) : undefined);
  // A client that gives way to the project is not lost.
  const before = projects === 'text' ? project : client === clientSaid ? '' : clientSaid;
  const words = [before, description].filter(Boolean).join(': ');
  const marks = line.tags === 'text' ? tags.map((tag) => `#${tag}`) : [];
  const link = textOf(line, 'link');
  const behind = description.includes(link) ? '' : link;
  const texts = [[words, ...marks].filter(Boolean).join(' '), behind].filter(Boolean);
  return {
    ...{ said, client },
    workType: named(type, 'work type'),
    jobName: jobAt === undefined ? null : named(job, 'job'),
    description: fitting(texts.join('\n')),
  };
}

function fitting(text: string): string {
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  throw new Unreadable(
    `The description is longer than ${formatCount(MAX_DESCRIPTION_LENGTH)} characters.`,
  );
}
