import { createContext, useContext, useEffect, useRef, useState, type RefObject } from 'react';
import {
  contentsOf,
  fillIn,
  hasTyping,
  isKept,
  rootOf,
  tellUnread,
  typedEarly,
  type Contents,
  beginKeeping,
  keyOf,
  readKept,
  writeKept,
  type KeptTyping,
} from './kept-fields.ts';
import { leftForms } from './left-forms.ts';

/** How long after a key what was typed is stored, in milliseconds. */
const PAUSE = 400;

/** The id of the person who is signed in: what is typed is kept for each person apart. */
export const PersonContext = createContext<number | null>(null);

type Watch = {
  form: HTMLFormElement;
  key: string;
  /** The address of the page that shows the form. */
  page: string;
  /** What the fields held before anybody typed. */
  atFirst: Contents;
  touched: Set<string>;
  /** What it held as it was sent last, and what was touched since. Refused, it may be shown again in another form. */
  sentWith: { contents: Contents; since: Set<string> } | null;
  /** What an edit form saved, as JSON: what is typed since is made from that. */
  savedAs?: string;
  /** What was typed earlier and is on offer. */
  offer: KeptTyping | null;
  timer?: ReturnType<typeof setTimeout> | undefined;
};

/** A form that was sent; `asked` counts its requests without an answer: a script of the form may have prevented them. */
type Sent = { form: HTMLFormElement; watch: Watch | undefined; asked: number };

const watched = new Map<string, Watch>();
/** The forms that were sent and not yet answered, by the path that they were sent to. */
const sent = new Map<string, Sent>();
/** The forms that were saved as they were sent last. */
const saved = new WeakSet<HTMLFormElement>();
/** Forms that React removed in this tick, and may be showing again. */
const removed = new Map<string, Watch>();

const pathOf = (address: string | URL) => new URL(address, window.location.href).pathname;

/** What a person changed in a form, without what is as it was at first. */
function typedIn({ form, atFirst, touched }: Watch): Contents {
  const changed = Object.entries(contentsOf(form)).filter(([id]) => touched.has(rootOf(id)));
  // Rows move, so all of a list's fields are kept if any is.
  const lists = new Set(
    changed.filter(([id, text]) => atFirst[id] !== text).map(([id]) => rootOf(id)),
  );
  return Object.fromEntries(changed.filter(([id]) => lists.has(rootOf(id))));
}

function hiddenIn(form: HTMLFormElement, name: string): string | null {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : null;
}

function storeSoon(watch: Watch): void {
  clearTimeout(watch.timer);
  watch.timer = setTimeout(() => {
    store(watch);
  }, PAUSE);
}

function store(watch: Watch): void {
  clearTimeout(watch.timer);
  watch.timer = undefined;
  const { form, key, offer } = watch;
  const fields = typedIn(watch);
  if (Object.keys(fields).length === 0) {
    writeKept(key, offer);
    return;
  }
  const version = hiddenIn(form, 'version');
  const values = watch.savedAs ?? hiddenIn(form, 'madeFrom');
  writeKept(key, {
    at: Date.now(),
    // What is still on offer stays beside what was typed since.
    fields: { ...offer?.fields, ...fields },
    madeFrom: version !== null && values !== null ? { version, values } : undefined,
  });
}

function noteContents(watch: Watch): void {
  watch.sentWith = { contents: contentsOf(watch.form), since: new Set() };
}

/** Forgets what was typed in a form that was saved; what is still on offer stays, and what was typed since it was sent. */
function forget(watch: Watch): void {
  watch.touched = watch.sentWith?.since ?? new Set();
  watch.atFirst = watch.sentWith?.contents ?? contentsOf(watch.form);
  watch.savedAs = asMadeFrom(watch.atFirst);
  watch.sentWith = null;
  store(watch);
}

/** The contents of a form as those from which the next one is made. */
const asMadeFrom = (contents: Contents) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(contents).map(([id, text]) => [rootOf(id), text])),
  );

/**
 * Takes note of each form that is sent. It listens to the page: scripts have taken a form over before it is watched.
 */
export function noteSentForms(): void {
  document.addEventListener('submit', noteSent, true);
  document.addEventListener('formdata', tellUnread);
}

function noteSent({ target: form, submitter }: SubmitEvent): void {
  if (!(form instanceof HTMLFormElement) || form.method !== 'post' || !hasTyping(form)) return;
  // Adding a row sends nothing.
  if (submitter?.getAttribute('name') === '__intent__') return;
  const watch = watchOf(form);
  saved.delete(form);
  const path = pathOf(form.action);
  sent.set(path, { form, watch, asked: sent.get(path)?.asked ?? 0 });
  if (!watch) return;
  noteContents(watch);
  if (watch.timer) store(watch);
}

/** Takes note that the request of a form begins. */
export function noteAsked(address: string | URL): void {
  const form = sent.get(pathOf(address));
  if (form) form.asked += 1;
}

/** Takes note of an answer to one of our scripts' requests: a redirect says that a form was saved, as does a 201. */
export function noteAnswer(address: string | URL, method: string, answer: Response): void {
  if (method.toUpperCase() !== 'POST') return;
  const path = pathOf(address);
  const answered = sent.get(path);
  // The answer to the last one says what became of what it held when it was sent last.
  if (!answered || --answered.asked > 0) return;
  sent.delete(path);
  const { form, watch } = answered;
  if (answer.headers.has('X-Remix-Redirect') || answer.status === 201) {
    for (const other of watched.values()) {
      if (other.sentWith?.since.size === 0 && pathOf(other.form.action) === path) forget(other);
    }
    if (watch) forget(watch);
    saved.add(form);
  }
  if (watch) announce(watch);
}

const watchOf = (form: HTMLFormElement) =>
  [...watched.values()].find((watch) => watch.form === form);

/** Takes a form as it is now for one in which nobody has typed. */
export function startAnew(form: HTMLFormElement): void {
  const watch = watchOf(form);
  if (!watch) return;
  noteContents(watch);
  forget(watch);
}

/** Whether a form, as it was sent last, is saved. */
export function isSaved(form: HTMLFormElement): boolean {
  return saved.has(form);
}

/** Takes what was typed before the scripts ran as typed, unless it is saved already. */
function takeEarly(watch: Watch): void {
  const { form } = watch;
  if (saved.has(form)) return;
  for (const early of sent.values()) {
    if (early.form !== form) continue;
    early.watch = watch;
    noteContents(watch);
  }
  const names = typedEarly(form);
  takeAsTyped(watch, names);
  if (names.length > 0) storeSoon(watch);
}

/**
 * Stores what is typed in a form from now on; gives what ends that. `onGone` is told that it was saved or discarded
 * in another tab: what is on offer is that, and what is typed here is stored again, since both have one place.
 */
function watchForm(watch: Watch, onGone: () => void): () => void {
  const { form, key } = watch;
  const ends = new AbortController();
  const note = ({ target }: Event) => {
    if (!isKept(target)) return;
    watch.touched.add(rootOf(target.name));
    watch.sentWith?.since.add(rootOf(target.name));
    storeSoon(watch);
  };
  const storeNow = () => {
    if (watch.timer) store(watch);
  };
  const storeAgain = (event: StorageEvent) => {
    if (event.key !== key || event.newValue) return;
    watch.offer = null;
    onGone();
    storeSoon(watch);
  };
  form.addEventListener('input', note, ends);
  addEventListener('pagehide', storeNow, ends);
  addEventListener('storage', storeAgain, ends);
  document.addEventListener('visibilitychange', storeNow, ends);
  watched.set(key, watch);
  return () => {
    storeNow();
    ends.abort();
    if (watched.get(key) === watch) watched.delete(key);
    if (Object.keys(typedIn(watch)).length > 0) leave(watch);
  };
}

/** Takes what some fields hold now as typed. */
function takeAsTyped(watch: Watch, names: Iterable<string>): void {
  for (const name of names) watch.touched.add(name);
  const others = Object.entries(watch.atFirst).filter(([id]) => !watch.touched.has(rootOf(id)));
  watch.atFirst = Object.fromEntries(others);
}

/** Offers what was left behind, unless the form is shown again at once. */
function leave(watch: Watch): void {
  removed.set(watch.key, watch);
  setTimeout(() => {
    removed.delete(watch.key);
    announce(watch);
  });
}

/** Offers what was typed in a form that is shown no longer, unless the form is on its way. */
function announce({ key, page }: Watch): void {
  if (!watched.has(key) && !isOnItsWay(key) && readKept(key)) leftForms.announce({ key, page });
}

const isOnItsWay = (key: string) =>
  [...sent.values()].some(({ watch, asked }) => asked > 0 && watch?.key === key);

/** What was typed earlier in a form, and is offered there. */
export type Offer = { at: number; putBack: () => void; discard: () => void };

/**
 * Keeps what is typed on the device until the form is saved, and offers it when the form is shown again. `onMadeFrom`
 * is told which record it was typed over.
 */
export function useKeptTyping(
  ref: RefObject<HTMLFormElement>,
  { id, address, hasErrors }: { id: string; address: string; hasErrors: boolean },
  onMadeFrom: (madeFrom: NonNullable<KeptTyping['madeFrom']>) => void,
): Offer | null {
  const person = useContext(PersonContext);
  const [shown, setShown] = useState<{ watch: Watch; kept: KeptTyping } | null>(null);
  const atMount = useRef({ hasErrors, onMadeFrom });
  const path = address.split('?')[0] ?? '';

  useEffect(() => {
    const form = ref.current;
    if (!form || person === null || !hasTyping(form)) return;
    beginKeeping(person);
    const key = keyOf(person, path, id);
    const contents = contentsOf(form);
    const watch: Watch = {
      form,
      key,
      page: `${window.location.pathname}${window.location.search}`,
      atFirst: contents,
      touched: new Set(),
      sentWith: null,
      offer: null,
    };
    const before = removed.get(key);
    const kept = readKept(key);
    const stop = watchForm(watch, () => {
      setShown(null);
    });
    const isAsked = leftForms.takeBack(key);
    if (before && atMount.current.hasErrors) {
      // The server filled the form with what was typed.
      takeAsTyped(watch, before.touched);
    } else if (kept && !isOnItsWay(key) && isNews(kept, contents)) {
      if (before || isAsked) putBack(watch, kept, atMount.current.onMadeFrom);
      else if (!atMount.current.hasErrors) {
        watch.offer = kept;
        setShown({ watch, kept });
      }
    }
    takeEarly(watch);
    return stop;
  }, [ref, person, path, id]);

  if (!shown) return null;
  const { watch, kept } = shown;
  const end = () => {
    watch.offer = null;
    setShown(null);
    watch.form.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  };
  return {
    at: kept.at,
    putBack: () => {
      end();
      putBack(watch, kept, onMadeFrom);
    },
    discard: () => {
      end();
      store(watch);
    },
  };
}

const FIRST_FIELD = ':is(input:not([type="hidden"]), select, textarea)';

function isNews({ fields }: KeptTyping, contents: Contents): boolean {
  return Object.entries(fields).some(([id, text]) => contents[id] !== text);
}

/**
 * Fills in what was typed. An edit form then counts as made from the record that it was typed over, so that it
 * overwrites nothing that was saved since.
 */
function putBack(
  watch: Watch,
  { fields, madeFrom }: KeptTyping,
  onMadeFrom: (madeFrom: NonNullable<KeptTyping['madeFrom']>) => void,
): void {
  const now = hiddenIn(watch.form, 'version');
  const isOlder = madeFrom !== undefined && madeFrom.version !== now;
  if (isOlder) onMadeFrom(madeFrom);
  // The rows of a record that was changed since may be others.
  const fitting = Object.entries(fields).filter(([id]) => !isOlder || !id.includes('['));
  for (const [id] of fitting) watch.touched.add(rootOf(id));
  void fillIn(watch.form, Object.fromEntries(fitting));
}
