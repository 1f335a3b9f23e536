/**
 * Three-way merge of a form's fields: what the form was made from (*base*), what is stored now
 * (*theirs*) and what was typed (*mine*). Fields are texts or lists of rows of texts.
 */

/** The fields of one row, by name; `id` identifies the row and is empty in a new row. */
export type RowTexts = Record<string, string>;

/** The fields of a form, by name: texts, and lists of rows. */
export type FormTexts = Record<string, string | RowTexts[]>;

/** A field or a row that both sides changed in different ways. */
export type Collision =
  | { kind: 'field'; path: string; name: string; theirs: string }
  /** Changed by them, removed here. */
  | { kind: 'removed-here'; path: string; theirs: RowTexts }
  /** Changed here, removed by them. */
  | { kind: 'removed-there'; path: string; mine: RowTexts };

/** The result of {@link mergeTexts}. */
export type Merge = {
  /** All fields with both sides' changes; where they collide, what was typed. */
  merged: FormTexts;
  /** The names of the fields in which `merged` differs from what is stored. */
  changed: string[];
  collisions: Collision[];
};

/**
 * Keeps the changes of both sides. A field that `mine` lacks was not in the form and keeps its
 * stored value. For a field that `base` lacks, nobody knows who changed it: if `mine` and `theirs`
 * differ, they collide. Rows are matched by `id`; the same new row added on both sides is one row.
 */
export function mergeTexts(
  base: Partial<FormTexts>,
  theirs: FormTexts,
  mine: Partial<FormTexts>,
): Merge {
  const merge: Merge = { merged: {}, changed: [], collisions: [] };
  for (const [name, stored] of Object.entries(theirs)) {
    const from = Object.hasOwn(base, name) ? base[name] : undefined;
    const typed = Object.hasOwn(mine, name) ? mine[name] : undefined;
    const both = Array.isArray(stored)
      ? mergeRows(name, listOf(from), stored, listOf(typed))
      : mergeText(name, textOf(from), stored, textOf(typed));
    merge.merged[name] = both.value;
    merge.collisions.push(...both.collisions);
    if (!isSame(both.value, stored)) merge.changed.push(name);
  }
  return merge;
}

type Part<Value> = { value: Value; collisions: Collision[] };

function mergeText(
  path: string,
  base: string | undefined,
  theirs: string,
  mine: string | undefined,
): Part<string> {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const isMine = mine !== undefined && !isSame(mine, theirs);
  if (!isMine || (base !== undefined && isSame(mine, base))) {
    return { value: theirs, collisions: [] };
  }
  const isTheirs = base === undefined || !isSame(theirs, base);
  return { value: mine, collisions: isTheirs ? [{ kind: 'field', path, name, theirs }] : [] };
}

function mergeRows(
  path: string,
  base: RowTexts[] | undefined,
  theirs: RowTexts[],
  mine: RowTexts[] | undefined,
): Part<RowTexts[]> {
  if (mine === undefined) return { value: theirs, collisions: [] };
  const value: RowTexts[] = [];
  const collisions: Collision[] = [];
  const unmatched = new Set(theirs);
  const added = theirs.filter((row) => !find(base, row) && !find(mine, row));
  for (const row of mine) {
    const from = find(base, row);
    const stored = find(theirs, row);
    if (stored) {
      const both = mergeRow(`${path}.${value.length}`, from, stored, row);
      value.push(both.value);
      collisions.push(...both.collisions);
      unmatched.delete(stored);
    } else if (row.id && (from !== undefined || base === undefined)) {
      if (from && isSameRow(from, row)) continue;
      value.push(row);
      collisions.push({ kind: 'removed-there', path, mine: row });
    } else {
      const twin = added.find((one) => unmatched.has(one) && isSameRow(one, row));
      value.push(twin ?? row);
      if (twin) unmatched.delete(twin);
    }
  }
  for (const row of unmatched) {
    const from = find(base, row);
    if (!from) value.push(row);
    else if (!isSameRow(from, row)) collisions.push({ kind: 'removed-here', path, theirs: row });
  }
  return { value, collisions };
}

function mergeRow(
  path: string,
  base: RowTexts | undefined,
  theirs: RowTexts,
  mine: RowTexts,
): Part<RowTexts> {
  const value: RowTexts = {};
  const collisions: Collision[] = [];
  for (const [name, stored] of Object.entries(theirs)) {
    const both = mergeText(`${path}.${name}`, base?.[name], stored, mine[name]);
    value[name] = both.value;
    collisions.push(...both.collisions);
  }
  return { value, collisions };
}

function find(rows: RowTexts[] | undefined, { id }: RowTexts): RowTexts | undefined {
  return id ? rows?.find((row) => row.id === id) : undefined;
}

function listOf(value: string | RowTexts[] | undefined): RowTexts[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The text of a field; undefined for rows, and for a field that is not there. */
export function textOf(value: string | RowTexts[] | undefined): string | undefined {
  return Array.isArray(value) ? undefined : value;
}

/**
 * A text as it would be stored: browsers send line ends as two characters, and texts are trimmed.
 */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Whether two fields hold the same once they are stored. */
export function isSame(one: string | RowTexts[], other: string | RowTexts[]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) {
    return !Array.isArray(one) && !Array.isArray(other) && plain(one) === plain(other);
  }
  // Rows may come in any order: people cannot choose it, and it is not stored.
  return (
    one.length === other.length &&
    one.every((row) => {
      const twin = find(other, row);
      return twin !== undefined && isSameRow(row, twin);
    })
  );
}

function isSameRow(one: RowTexts, other: RowTexts): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete('id');
  return [...names].every((name) => plain(one[name] ?? '') === plain(other[name] ?? ''));
}
