/** Where a pending work log stands (docs/specification.md, "Todoist Import"). */
export const PENDING_STATUSES = [
  'pending_review',
  'confirmed',
  'converted',
  'rejected',
  'archived',
] as const;

export type PendingStatus = (typeof PENDING_STATUSES)[number];
