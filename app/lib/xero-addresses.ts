export const XERO_API_URL = 'https://api.xero.com';
export const XERO_IDENTITY_URL = 'https://identity.xero.com';
export const XERO_LOGIN_URL = 'https://login.xero.com';
