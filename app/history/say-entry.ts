import { formatDuration } from '../lib/duration.ts';
import { poundsOf } from '../lib/money.ts';
import { KINDS, type Contents, type Kind, type ReadEntry } from './history.ts';
import { NOTHING, sayChanges, type SaidChange } from './say-values.ts';

/** An entry in people's words: what was done, and what changed from what to what. */
export type SaidEntry = { what: string; changes: SaidChange[] };

const MADE: Partial<Record<string, string>> & Record<Exclude<Kind, Act>, string> = {
  'work-log': 'Logged',
  'pending-work-log': 'Imported from Todoist',
  client: 'Added',
  job: 'Added',
  'work-type': 'Added',
  rule: 'Added',
  invoice: 'Begun',
  forgotten: 'Left as is',
  user: 'Signed in for the first time',
  'approved-email': 'Approved',
  settings: 'Set',
};

/** What was done without a change of any record, in words. */
type Act = 'sign-in' | 'download' | 'history';
const ACTS: Record<Act, (action: string, about: Contents) => string> = {
  'sign-in': (action, { name, device, address, email, reason }) => {
    const details = [
      name,
      device,
      email,
      reason,
      typeof address === 'string' && address !== '' ? `from ${address}` : null,
    ].filter(Boolean);
    const what = action.charAt(0).toUpperCase() + action.slice(1);
    return details.length === 0 ? what : `${what}: ${details.map(String).join(', ')}`;
  },
  download: (_, { file }) => `Downloaded ${String(file)}`,
  history: (action, { entries, before }) =>
    action === 'erased'
      ? `${String(entries)} entries anonymised for a removed person`
      : `${String(entries)} entries from before ${String(before)} dropped, as HISTORY_DAYS says`,
};
const isAct = (kind: string): kind is Act => Object.hasOwn(ACTS, kind);

/** What the end of a record is called, where it is not a deletion. */
const UNMADE: Partial<Record<string, string>> = { forgotten: 'Listed again' };

const STATUSES: Record<string, string> = {
  confirmed: 'Confirmed',
  converted: 'Invoiced',
  rejected: 'Rejected',
  archived: 'Archived',
  pending_review: 'Moved back to review',
};

const STATES: Record<string, string> = {
  created: 'Created in Xero',
  failed: 'Not created in Xero',
  released: 'Logs released',
};

/** What people call a record; `contents` is its JSON, or a part of it. */
export function nameRecord(kind: string, id: number | null, contents: Contents): string {
  const text = (name: string) => {
    const value = contents[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const source = kind === 'pending-work-log' ? text('source') : null;
  const ofKind = Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : kind;
  const label = source === null ? ofKind : `Task from ${source}`;
  if (id === null) return label;
  const client = (contents.client as { name?: string } | null | undefined)?.name;
  const named =
    kind === 'work-log'
      ? client && `${client}, ${text('description') ?? `log ${id}`}`
      : (text('name') ??
        text('taskName') ??
        text('xeroInvoiceNumber') ??
        text('reference') ??
        text('email'));
  return named ? `${label}: ${named}` : `${label} ${id}`;
}

/** Says an entry. Where one word says what changed, such as “Paid”, the fields that it covers are left out. */
export function sayEntry(entry: ReadEntry, timeZone: string): SaidEntry {
  const { kind, action, before, after } = entry;
  if (action === 'deleted') return { what: UNMADE[kind] ?? 'Deleted', changes: [] };
  if (after === null) return { what: action, changes: [] };
  if (isAct(kind)) return { what: ACTS[kind](action, after), changes: [] };
  if (before === null) {
    const source = kind === 'pending-work-log' && after.source;
    const made = typeof source === 'string' ? `Came from ${source}` : MADE[kind];
    const verb = action === 'restored' ? 'Restored' : (made ?? action);
    return { what: `${verb}${detailOf(kind, after)}`, changes: [] };
  }
  const special = sayState(before, after);
  const rest = Object.fromEntries(
    Object.entries(before).filter(([name]) => !special?.covers.includes(name)),
  );
  const changes = sayChanges(kind, rest, after, timeZone);
  // Of other changes in Xero, such as the words of a line, the trail knows only that there was one.
  const isSilent = changes.length === 0 && 'ledgerUpdatedAt' in before;
  return { what: special?.what ?? (isSilent ? 'Changed in Xero' : 'Changed'), changes };
}

/** What a new work log came to: `: 1h 30m at £60.00`; what an invoice is given off. */
function detailOf(
  kind: string,
  { duration, hourlyRate, isHardware, totalAmount, discount, workType }: Contents,
): string {
  if (typeof discount === 'string') return `, with a discount of ${discount}`;
  if (kind !== 'work-log') return '';
  if (isHardware === true) {
    const { itemsName = 'hardware' } = (workType ?? {}) as { itemsName?: string };
    return `: ${itemsName} for ${poundsOf(String(totalAmount))}`;
  }
  return `: ${formatDuration(Number(duration))} at ${poundsOf(String(hourlyRate))}`;
}

function sayState(before: Contents, after: Contents): { what: string; covers: string[] } | null {
  if ('isInvoiced' in before) {
    const covers = ['isInvoiced', 'xeroInvoiceNumber', 'includedVat'];
    const { xeroInvoiceNumber: number } = after;
    if (after.isInvoiced !== true) return { what: 'Removed from its invoice', covers };
    const which = typeof number === 'string' && number !== '' ? number : 'an invoice';
    return { what: `On ${which}`, covers };
  }
  if ('state' in before) {
    const { xeroInvoiceNumber: number, message } = after;
    const why = typeof message === 'string' ? `: ${message}` : '';
    const as = after.state === 'created' && typeof number === 'string' ? ` as ${number}` : '';
    const covers = ['state', 'status', 'xeroInvoiceNumber', 'message'];
    const isTakenBack = after.state === 'released' && 'status' in before;
    if (isTakenBack) return { what: `Taken back: ${String(after.status)} in Xero`, covers };
    return { what: `${STATES[String(after.state)] ?? 'Being created'}${as}${why}`, covers };
  }
  if ('isOpen' in before) {
    return { what: after.isOpen === true ? 'Opened again' : 'Set to done', covers: ['isOpen'] };
  }
  if ('isActive' in before) {
    const what = after.isActive === true ? 'Reactivated' : 'Deactivated';
    return { what, covers: ['isActive'] };
  }
  const word = 'status' in before ? STATUSES[String(after.status)] : undefined;
  return word === undefined ? null : { what: word, covers: ['status'] };
}

/** One line for an entry: `Rate changed from £60.00 to £75.00`. */
export function sentenceOf({ what, changes }: SaidEntry): string {
  if (changes.length === 0) return what;
  const said = changes
    .map(({ label, from, to }, index) => {
      const name = index === 0 && what === 'Changed' ? label : within(label);
      if (from === NOTHING) return `${name} set to ${to}`;
      if (to === NOTHING) return `${name} removed (was ${from})`;
      return `${name} changed from ${from} to ${to}`;
    })
    .join('; ');
  return what === 'Changed' ? said : `${what}; ${said}`;
}

/** A label inside a sentence: `Rate` → `rate`, but `PO number` as it is. */
function within(label: string): string {
  return /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
