/** The names that filters have in an address, on the screens and in the API alike. */
export const PENDING_FILTER_NAMES = ['status', 'clientId', 'startDate', 'endDate'] as const;
