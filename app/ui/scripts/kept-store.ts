/** Every entry of ours begins so; `start.js` removes them all after a sign-out. */
const PREFIX = 'kept:';
/** Whose entries may be written now; a sign-out in another tab removes it. */
const PERSON = `${PREFIX}person`;

const MOST_FORMS = 20;
/** In characters, for one form. */
const MOST_LENGTH = 50_000;
/** Seven days, in milliseconds. */
const LONGEST = 7 * 24 * 60 * 60 * 1_000;

/** What somebody typed in a form and did not save. */
export type KeptTyping = {
  /** When, as milliseconds since 1970. */
  at: number;
  /** The contents of the fields that the person changed, by their names. */
  fields: Record<string, string>;
  /** The record that an edit form was made from. */
  madeFrom?: { version: string; values: string };
};

/** The key under which a person's typing in a form is kept. */
export function keyOf(person: number, path: string, formId: string): string {
  return `${PREFIX}${person}:${path}#${formId}`;
}

/** Runs on the browser's storage; null where that is missing, full or forbidden. */
function onStorage<Result>(run: (storage: Storage) => Result): Result | null {
  try {
    return run(window.localStorage);
  } catch {
    return null;
  }
}

/** Notes whose forms these are. Without it, nothing is kept. */
export function beginKeeping(person: number): void {
  onStorage((storage) => {
    storage.setItem(PERSON, String(person));
  });
}

/** Whether these are still a person's forms: a sign-out ends that. True where nothing is stored. */
export function isKeeping(person: number): boolean {
  return onStorage((storage) => storage.getItem(PERSON) === String(person)) ?? true;
}

/** What is kept for a form, unless it is too old. */
export function readKept(key: string): KeptTyping | null {
  return onStorage((storage) => parse(storage.getItem(key)));
}

/** Keeps what was typed in a form, or forgets it (null). Makes room by dropping what is oldest. */
export function writeKept(key: string, kept: KeptTyping | null): void {
  onStorage((storage) => {
    const text = JSON.stringify(kept);
    if (kept === null) storage.removeItem(key);
    else if (isOf(storage, key) && text.length <= MOST_LENGTH) {
      storage.setItem(key, text);
      dropOldest(storage);
    }
  });
}

function isOf(storage: Storage, key: string): boolean {
  return key.startsWith(`${PREFIX}${storage.getItem(PERSON) ?? ''}:`);
}

function dropOldest(storage: Storage): void {
  const entries = Object.keys(storage)
    .filter((key) => key.startsWith(PREFIX) && key !== PERSON)
    .map((key) => ({ key, at: parse(storage.getItem(key))?.at ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const [index, { key, at }] of entries.entries()) {
    if (index >= MOST_FORMS || at === 0) storage.removeItem(key);
  }
}

function parse(text: string | null): KeptTyping | null {
  const kept = text === null ? null : (JSON.parse(text) as KeptTyping | null);
  return kept !== null && Date.now() - kept.at < LONGEST ? kept : null;
}
