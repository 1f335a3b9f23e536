/** Where the outside services are, unless the environment says otherwise. */
export const XERO_API_URL = 'https://api.xero.com';
export const XERO_IDENTITY_URL = 'https://identity.xero.com';
export const XERO_LOGIN_URL = 'https://login.xero.com';
export const TODOIST_API_URL = 'https://api.todoist.com';
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';
