import type { Watch } from '../../webhooks/events.ts';
import { readXeroState } from './state.server.ts';
import { findConnection } from './tokens.server.ts';

/** Tells that Xero has ended the sign-in, once for each time. */
export const SIGN_IN_WANTED: Watch = {
  type: 'xero.sign-in',
  look: (services) => {
    const at = findConnection(services)?.endedAt;
    const state = readXeroState(services);
    if (!at || state.kind !== 'ended') return [];
    const organisation = state.tenant?.tenantName ?? null;
    return [
      {
        key: at.toISOString(),
        at,
        title: 'Xero needs a new sign-in',
        text: 'The connection to Xero has ended. Connect again in Settings, so that invoices go on.',
        path: '/settings#xero',
        data: { organisation },
      },
    ];
  },
};
