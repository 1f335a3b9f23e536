import type { NamedPendingLog } from '../pending-work-logs.ts';
import { reasonsIn } from '../suggest/suggestions.ts';
import type { RowField } from './presses.ts';

/** Why a field of a waiting task holds what it holds, where no person has set it. */
export type Suggested = Partial<Record<RowField, string>>;

/** The fields of an entry that hold a suggestion, each with its reason in words. */
export function suggestedIn({ status, suggestions }: NamedPendingLog): Suggested {
  if (status !== 'pending_review') return {};
  const { clientId, workTypeId, duration } = reasonsIn(suggestions);
  return {
    ...(clientId === undefined ? {} : { client: clientId }),
    ...(workTypeId === undefined ? {} : { workType: workTypeId }),
    ...(duration === undefined ? {} : { duration }),
  };
}

/** Where a rule is made from a waiting entry; null for any other. */
export function alwaysAddress({ id, status }: Pick<NamedPendingLog, 'id' | 'status'>) {
  return status === 'pending_review' ? `/settings/rules/new?from=${id}` : null;
}
