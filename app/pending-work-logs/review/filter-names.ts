/** The query parameters of the filters, the same on the screens and in the API. */
export const PENDING_FILTER_NAMES = ['status', 'clientId', 'startDate', 'endDate'] as const;
