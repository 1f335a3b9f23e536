import { VISIBLE } from '../../lib/text.ts';

/**
 * The name of the buttons. The whole table of Todoist Import is one form, since HTML allows no form
 * around a table row, and text browsers do not know the `form` attribute of fields. So the value of
 * the pressed button names the row, or the group of twins, and the action: `12:confirm`,
 * `12-13:confirm`. The row comes first, since its name stands right before it: gzip then finds both in
 * the control before, as one.
 */
export const PRESS = 'do';

/** What is done to tasks. */
export type Work = 'change' | 'confirm' | 'archive' | 'reject';

/** The names of the buttons, of a row or of the bar for the selected tasks, and what they do. */
const WORKS = new Map<string, Work>([
  ['save', 'change'],
  ['assign', 'change'],
  ['confirm', 'confirm'],
  ['archive', 'archive'],
  ['reject', 'reject'],
]);
/** The buttons that only change what is selected: all that match, what is ticked, nothing. */
const SELECTING = ['every', 'keep', 'drop'] as const;

/** What can be typed into a row; `shown` holds the texts of these as the page showed them. */
export const ROW_FIELDS = ['client', 'workType', 'duration'] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/** What else ends in the work log of a row, after these in `shown`; a group leaves it to its rows. */
export const OTHER_FIELDS = ['billable', 'rate', 'description', 'job'] as const;
export type OtherField = (typeof OTHER_FIELDS)[number];

/** Enter, or a form sent without a button, saves every row that was changed (`all`). */
export type WorkPress =
  | { of: 'bar' | 'all'; work: Work }
  /** `confirm`: what it confirms of what was asked about (lib/doubts.ts). */
  | { of: 'row'; work: Work; key: string; confirm?: string };

/** Which tasks a press selects; a number: those with the labels of this one. */
export type Selecting = (typeof SELECTING)[number] | number;

export type Press = WorkPress | { of: 'rewrite' } | { of: 'selection'; what: Selecting };

export const SAVE_ALL = 'save';

/** Reads which button was pressed; null for a value that no button of this form has. */
export function readPress(value: unknown): Press | null {
  if (value === null || value === SAVE_ALL) return { of: 'all', work: 'change' };
  if (typeof value !== 'string') return null;
  const [, key, name = '', confirm] = /^(?:([-\d]+):)?([a-z]+)(?::([a-z-]+))?$/.exec(value) ?? [];
  const work = WORKS.get(name);
  if (key === undefined) {
    if (name === 'rewrite') return { of: 'rewrite' };
    const what = SELECTING.find((known) => known === name);
    return work ? { of: 'bar', work } : what ? { of: 'selection', what } : null;
  }
  const [id] = idsOfKey(key) ?? [];
  if (id === undefined) return null;
  if (name === 'alike') return { of: 'selection', what: id };
  return work ? { of: 'row', work, key, confirm } : null;
}

/** The value of a row's button: `12:confirm`; `alike` selects those with its labels. */
export const pressOf = (what: string, key: string) => `${key}:${what}`;

/** The texts that were typed into a row, by field. */
export type TypedRow = Partial<Record<RowField, string>>;

type BarTexts = TypedRow & { description?: string; billable?: string; jobId?: string };

/** What the page showed of a row; what is missing it did not say. */
export type ShownTexts = Partial<Record<RowField | OtherField, string>>;

/** Sentences about a row: about its fields, and about what cannot be typed into it. */
export type RowErrors = Partial<Record<RowField | 'others', string>>;

/** Rows whose texts could not be read: nothing was saved, and what was typed stays. */
export type RefusedRows = {
  /** A sentence by field, by the key of its row. */
  errors: Record<string, RowErrors>;
  /** The fields that differ from what the page showed, by the key of their row. */
  typed: Record<string, BarTexts>;
  selected: number[];
  /** What the button of a row adds to answer the question about it, such as `:date`. */
  answer?: string;
};

/** The name of a row's field: `12:client`. */
export function fieldOf(name: RowField | 'shown', key: string): string {
  return `${key}:${name}`;
}

/** The value of a row's `shown` field: its fields' texts as the page shows them, and the others as one text. */
export function shownIn(texts: Record<RowField, string>, others: string | null): string {
  const all = ROW_FIELDS.map((name) => unbarred(texts[name]));
  return [...all, ...(others === null ? [] : [others])].join('|');
}

/** The others as one text; without a job it ends before that, since fifty rows weigh on the page. */
export const othersIn = (others: Record<OtherField, string>) =>
  OTHER_FIELDS.map((name) => others[name])
    .slice(0, others.job === '' ? -1 : undefined)
    .join('|');

const unbarred = (text: string) => text.replaceAll('|', '¦');

/** The keys of the rows whose fields are in a posted form, groups first. */
export function rowsIn(form: FormData): string[] {
  const ending = fieldOf('shown', '');
  const keys = [...form.keys()].filter((name) => name.endsWith(ending));
  return keys
    .map((name) => name.slice(0, -ending.length))
    .filter((key) => idsOfKey(key) !== null)
    .sort((one, other) => Number(other.includes('-')) - Number(one.includes('-')));
}

/** The fields of a row that differ from what the page showed: others would overwrite another person's change. */
export function changesIn(form: FormData, key: string): TypedRow {
  const shown = textsShown(form, key);
  const changes: TypedRow = {};
  for (const name of ROW_FIELDS) {
    const text = textIn(form, fieldOf(name, key));
    if (text !== undefined && !isSameText(text, shown?.[name])) changes[name] = text;
  }
  return changes;
}

/** The texts of a row as the page showed them; null for a form that does not say. */
function textsShown(form: FormData, key: string): ShownTexts | null {
  const texts = textIn(form, fieldOf('shown', key))?.split('|');
  if (texts === undefined) return null;
  const names = [...ROW_FIELDS, ...OTHER_FIELDS];
  if (texts.length === names.length - 1) texts.push('');
  return Object.fromEntries(names.slice(0, texts.length).map((name, at) => [name, texts[at]]));
}

/** What the page showed of each task, by its id: its own row says it, else its group's, but for what differs there. */
export function shownTasks(form: FormData): Map<number, ShownTexts> {
  const tasks = new Map<number, ShownTexts>();
  for (const key of rowsIn(form)) {
    const shown = Object.entries(textsShown(form, key) ?? {});
    const ids = idsOfKey(key) ?? [];
    const said = ids.length > 1 ? shown.filter(([, text]) => text !== '') : shown;
    for (const id of ids) tasks.set(id, Object.fromEntries(said));
  }
  return tasks;
}

/** Whether a text is what the page showed, where a bar stood for another sign. */
export const isSameText = (text: string, shown: string | undefined) => unbarred(text) === shown;

/** What the bar is called where rows are by their keys. */
export const BAR = 'bar';

/** The texts in the fields of the bar; one of blanks alone sets nothing, as it looks. */
export function barTexts(form: FormData): BarTexts {
  const names = [...ROW_FIELDS, 'description', 'billable', 'jobId'] as const;
  const entries = names.map((name) => [name, textIn(form, name) ?? ''] as const);
  return Object.fromEntries(entries.filter(([, text]) => VISIBLE.test(text)));
}

/** The name of the box of a group, and of the field that says that the page showed it ticked. */
export const TWINS = 'twins';
export const TWINS_TICKED = 'twinsTicked';

/** The ids that are selected: ticked boxes, and ids of other pages. A group's box counts where it was changed. */
export function selectedIn(form: FormData): number[] {
  const selected = new Set(
    form
      .getAll('ids')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  );
  const keysNamed = (name: string) =>
    form.getAll(name).filter((value): value is string => typeof value === 'string');
  const ticked = keysNamed(TWINS);
  const wereTicked = keysNamed(TWINS_TICKED);
  const others = (keys: string[], than: string[]) =>
    keys.filter((key) => !than.includes(key)).flatMap((key) => idsOfKey(key) ?? []);
  for (const id of others(wereTicked, ticked)) selected.delete(id);
  for (const id of others(ticked, wereTicked)) selected.add(id);
  return [...selected];
}

/** The text of a field; undefined where there is none. */
export function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** Twins are waiting tasks of one name in one project, such as a task that recurs; only the screen groups them. */

type Task = { id: number; taskName: string; projectId: string | null; projectName: string | null };

/** One group of a page: one task, or twins in the order of the list. */
export type Group<Row> = [Row, ...Row[]];

/** The name of a task without what does not tell it from another: case, spaces, kinds of letters. */
function normalName(taskName: string): string {
  return taskName.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Puts the twins of a page together, each group where its first task stands. */
export function groupTwins<Row extends Task & { status: string }>(rows: Row[]): Group<Row>[] {
  const groups = new Map<string, Group<Row>>();
  for (const row of rows) {
    const isWaiting = row.status === 'pending_review';
    const project = row.projectId ?? `named ${row.projectName ?? ''}`;
    const key = isWaiting ? `${project}\n${normalName(row.taskName)}` : `alone ${row.id}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** What names a row or a group in names of fields and values of buttons: its ids, `12` or `12-13`. */
export function keyOf(ids: number[]): string {
  return ids.join('-');
}

/** The ids of a row or a group; null for a text that {@link keyOf} does not give. */
export function idsOfKey(key: string): number[] | null {
  return /^[1-9]\d{0,14}(-[1-9]\d{0,14}){0,199}$/.test(key) ? key.split('-').map(Number) : null;
}
