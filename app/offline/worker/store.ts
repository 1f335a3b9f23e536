/** A form that waits on this device until the server has answered it. */
export type Entry = {
  id: number;
  /** Whose it is. */
  person: number;
  /** When it was sent from its form, as milliseconds since 1970 by the device's clock. */
  at: number;
  /** The path and query that it was sent to. */
  address: string;
  /** Its fields, as a browser sends them. */
  body: string;
  /** Set once the server refused it: the status, and its reason. */
  refused: { status: number; said: string } | null;
  /** What kept the server from taking it the last time; it is sent again. */
  fault: string | null;
};

/** What the worker remembers over its own restarts. */
type Facts = {
  /** Who was signed in last on this device. */
  person: number;
  /** Whether that person's session has ended. */
  isSignedOut: boolean;
  /** Set while a sign-out is under way. */
  isLeaving: boolean;
  /** When the forms for logging were last kept, and for which build. */
  kept: { at: number; build: string };
};

type StoreName = 'outbox' | 'facts';

/** The device did not store it: what asked for that goes on without. */
const notStored = () => new Error('outbox');

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('offline', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
      request.result.createObjectStore('facts');
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = database.onversionchange = () => {
        database.close();
        opened = null;
      };
      resolve(database);
    };
    request.onerror = () => {
      opened = null;
      reject(notStored());
    };
  });
  return opened;
}

/** Runs one request in a transaction, and waits until its changes are on the disk. */
async function run<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await open()).transaction(name, mode, { durability: 'strict' });
  const request = ask(transaction.objectStore(name));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(notStored());
    };
  });
  return request.result;
}

/** Puts a form into the outbox, behind all that wait. */
export async function addEntry(entry: Omit<Entry, 'id'>): Promise<Entry> {
  const id = await run('outbox', 'readwrite', (store) => store.add(entry));
  return { ...entry, id: Number(id) };
}

/** Stores what became of an entry. */
export async function changeEntry(entry: Entry): Promise<void> {
  await run('outbox', 'readwrite', (store) => store.put(entry));
}

export async function removeEntry(id: number): Promise<void> {
  await run('outbox', 'readwrite', (store) => store.delete(id));
}

/** What waits of a person (of nobody, nothing), oldest first; nobody else's is ever shown or sent. */
export async function entriesOf(person: number | null): Promise<Entry[]> {
  return (await allEntries()).filter((entry) => entry.person === person);
}

const allEntries = () =>
  run('outbox', 'readonly', (store) => store.getAll() as IDBRequest<Entry[]>);

export async function readFact<Name extends keyof Facts>(name: Name): Promise<Facts[Name] | null> {
  const fact = await run('facts', 'readonly', (store) => store.get(name) as IDBRequest<unknown>);
  return (fact as Facts[Name] | undefined) ?? null;
}

export async function writeFact<Name extends keyof Facts>(
  name: Name,
  fact: Facts[Name],
): Promise<void> {
  await run('facts', 'readwrite', (store) => store.put(fact, name));
}

/** Whether anything waits, of anybody. */
export const hasEntries = async () => (await allEntries()).length > 0;

/** Forgets the person, and what waits of them; what somebody else has not sent stays. */
export async function clearStores(): Promise<void> {
  for (const { id } of await entriesOf(await readFact('person'))) await removeEntry(id);
  await run('facts', 'readwrite', (store) => store.clear());
}
