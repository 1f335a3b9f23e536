/**
 * A further change of a record, made on a copy of its form that does not show the changes before it,
 * which still wait: it becomes a change of what they leave. Fields that it did not touch take what
 * they say. So it neither undoes them nor takes them for another person's. Gives the fields to send.
 */
export function rebase(change: URLSearchParams, before: URLSearchParams[]): URLSearchParams {
  return before.reduce(rebaseOn, change);
}

function rebaseOn(change: URLSearchParams, earlier: URLSearchParams): URLSearchParams {
  const base = valuesIn(change);
  // Made from another state of the record: the server compares all three.
  if (!base || change.get('madeFrom') !== earlier.get('madeFrom')) return change;
  const rebased = new URLSearchParams(change);
  for (const [name, value] of Object.entries(base)) {
    const now = textIn(earlier, name, value);
    if (now === null || typeof value !== 'string') continue;
    if (plain(textIn(change, name, value)) === plain(value)) put(rebased, name, now);
    base[name] = now;
  }
  rebased.set('madeFrom', JSON.stringify(base));
  // Of no version that was ever stored, so that the server goes by what the form was made from.
  rebased.set('version', '0');
  return rebased;
}

function valuesIn(fields: URLSearchParams): Record<string, unknown> | null {
  try {
    return { ...(JSON.parse(fields.get('madeFrom') ?? '') as Record<string, unknown>) };
  } catch {
    return null;
  }
}

/** A document's form has other ends of lines than the text that it was filled with. */
const plain = (text: string | null) => text?.replaceAll('\r', '');

/** What a form says of a field; a box that is not ticked is not sent. */
function textIn(fields: URLSearchParams, name: string, value: unknown): string | null {
  return fields.get(name) ?? (isBox(value) ? 'off' : null);
}

const isBox = (value: unknown) => value === 'on' || value === 'off';

function put(fields: URLSearchParams, name: string, text: string): void {
  if (text === 'off') fields.delete(name);
  else fields.set(name, text);
}
