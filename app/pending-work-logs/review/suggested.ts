import type { NamedPendingLog } from '../pending-work-logs.ts';
import type { RowField } from './presses.ts';

/** Why a field of a waiting task holds what it holds, where no person has set it. */
export type Suggested = Partial<Record<RowField, string>>;

/** The fields of an entry that hold a suggestion, each with its reason in words. */
export function suggestedIn(entry: NamedPendingLog): Suggested {
  if (entry.status !== 'pending_review') return {};
  return {
    ...(entry.isClientSuggested ? { client: REASON } : {}),
    ...(entry.isWorkTypeSuggested ? { workType: REASON } : {}),
  };
}

const REASON = 'From its project, its labels, or the last task like it';

/** Where a rule is made from an entry; null: nowhere, and no link. */
export function alwaysAddress(): string | null {
  return null;
}
