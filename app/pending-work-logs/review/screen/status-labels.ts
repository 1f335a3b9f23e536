import type { PendingStatus } from '#db/words.ts';

/** The names of the states on the screens. */
export const STATUS_LABELS: Record<PendingStatus, string> = {
  pending_review: 'Pending Review',
  confirmed: 'Confirmed',
  converted: 'Converted',
  rejected: 'Rejected',
  archived: 'Archived',
};
