/** What is said when Xero, rather than we, was the reason. */
export const API_ERROR = 'Xero API error occurred. Please check your Xero configuration.';
