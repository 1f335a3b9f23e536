/** Where the outside services are, unless the environment says otherwise. */
export const XERO_API_URL = 'https://api.xero.com';
export const XERO_IDENTITY_URL = 'https://identity.xero.com';
export const XERO_LOGIN_URL = 'https://login.xero.com';
export const TODOIST_API_URL = 'https://api.todoist.com';
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Where providers that many people use have their endpoints, by the host of the issuer. */
export const IDENTITY_HOSTS: Record<string, string[]> = {
  'accounts.google.com': [
    'oauth2.googleapis.com',
    'openidconnect.googleapis.com',
    'www.googleapis.com',
  ],
  'login.microsoftonline.com': ['graph.microsoft.com'],
};
