import type { Services } from './context.server.ts';
import { readSetting, type SettingName } from './platform/settings-store.server.ts';
import { asCalled } from './platform/command.ts';

/** How people sign in, and what is connected: a line each, for whoever starts the server. */
export function describeSetUp(services: Services): [signIn: string, connections: string] {
  const { identityProvider, authHeader, xero, xeroWebhookKey } = services.config;
  const ways = [
    ...(authHeader === null ? [] : [`by a trusted proxy's header ${authHeader} (AUTH_HEADER)`]),
    ...(identityProvider === null ? [] : [`at ${identityProvider.issuer} (OAUTH2_ISSUER)`]),
  ];
  const links = `with links that "${asCalled('login-link', 'you@example.com')}" prints`;
  const has = (name: SettingName) => (readSetting(services, name) === null ? 'no' : 'yes');
  const isTold = xeroWebhookKey === null ? '' : ', webhooks taken';
  const inXero = (services.ledger.isConnected() ? 'yes' : 'no') + isTold;
  return [
    `Sign-in: ${ways.length === 0 ? links : ways.join(', and ')}`,
    `Connected: Xero ${xero === null ? 'no (XERO_CLIENT_ID is not set)' : inXero}, Todoist ${has('todoist.token')}, AI ${has('ai.key')}`,
  ];
}
