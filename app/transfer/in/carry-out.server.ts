import type { Actor } from '#db/history/acting.server.ts';
import { once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { FileRefusal } from './reading/refusal.ts';
import { undoImport, type Undone } from './undo.server.ts';
import { writeImport, type Compared } from './write-import.server.ts';
import type { WriteServices } from './write-rows.server.ts';

/** What may write for long: an import, or its undo. Plain data, since it may go to another thread. */
export type LongWrite =
  | { kind: 'write'; import: Compared }
  | { kind: 'undo'; importId: number; key: KeyedRequest | null };

/** The same, and by whom and when it is written. */
export type Order = { work: LongWrite; actor: Actor; now: Date };

/** What came of it; of a refusal nothing was written. */
export type Carried =
  { done: Undone | null } | { refused: { status: number; message: string; isOfFile: boolean } };

/** Carries out a long write, at once and in one transaction. `onWritten` is called before its end. */
export function carryOut(services: WriteServices, work: LongWrite, onWritten: () => void): Carried {
  try {
    if (work.kind === 'write') {
      writeImport(services, work.import, onWritten);
      return { done: null };
    }
    return { done: undoOnce(services, work) };
  } catch (error) {
    if (error instanceof FileRefusal) {
      return { refused: { status: 409, message: error.message, isOfFile: true } };
    }
    if (!(error instanceof ProductError)) throw error;
    return { refused: { status: error.status, message: error.message, isOfFile: false } };
  }
}

const USED = 'This form was sent already, for something else. Nothing was changed.';

function undoOnce(
  services: WriteServices,
  { importId, key }: { importId: number; key: KeyedRequest | null },
): Undone {
  if (key === null) return undoImport(services, importId);
  const keyed = once(services, key, () => undoImport(services, importId));
  if (keyed.outcome === 'mismatch') throw new ProductError(422, USED);
  return keyed.answer;
}
