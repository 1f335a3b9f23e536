/** The query parameters of the filters, the same on the screens and in the API. */
export const PENDING_FILTER_NAMES = [
  'status',
  'clientId',
  'missing',
  'startDate',
  'endDate',
] as const;

/** What a waiting task may lack, as a filter: the names of its fields. */
export const MISSING = ['clientId', 'workTypeId', 'duration'] as const;
export type Missing = (typeof MISSING)[number];
