/** The message when Xero, rather than the product, has failed. */
export const API_ERROR = 'Xero API error occurred. Please check your Xero configuration.';

export const NO_CONNECTION = 'No active Xero connection found. Please connect to Xero first.';

export const CHANGED_SINCE =
  'Something changed since this preview was made, so no invoice was created. Look at it once more.';
