import { expect } from 'vitest';
import { xeroConnections, type XeroConnectionRow } from '#db/schema.ts';
import { toastOf } from '../html.ts';
import type { TestServer } from './test-server.ts';
import { HARBOUR, QUAY, type UsedXero } from './use-xero.ts';
import { visitSignedIn, type Answer, type Visitor } from './visitor.ts';

export const HARBOUR_ID = HARBOUR.tenantId ?? '';
export const QUAY_ID = QUAY.tenantId ?? '';

/** Helpers for tests of the connection to Xero, with a server and its stand-in. */
export function connecting(server: () => TestServer, xero: () => UsedXero) {
  /** Presses "Connect to Xero"; gives the `state` parameter that was sent. */
  async function begin(visitor: Visitor): Promise<string> {
    const answer = await visitor.get(`/api/xero/authorize?t=${Date.now()}`);
    expect(answer.status).toBe(302);
    const url = new URL(answer.location ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(`${xero().origin}/identity/connect/authorize`);
    return url.searchParams.get('state') ?? '';
  }

  /** Connects these organisations; gives the answer to Xero's redirect. */
  async function connect(visitor: Visitor, tenantIds?: string[]): Promise<Answer> {
    const state = await begin(visitor);
    const code = xero().grantCode(tenantIds);
    return visitor.get(`/api/xero/callback?code=${code}&state=${state}`);
  }

  return {
    begin,
    connect,
    /** Signs somebody in who connects these organisations; gives the visitor. */
    connected: async (tenantIds: string[] = [HARBOUR_ID]): Promise<Visitor> => {
      const visitor = await visitSignedIn(server());
      await connect(visitor, tenantIds);
      return visitor;
    },
    /** The stored sign-in to Xero. */
    row: (): XeroConnectionRow | undefined =>
      server().services.db.select().from(xeroConnections).get(),
    /** How often the stand-in was asked for tokens. */
    countTokenCalls: (): number =>
      xero()
        .state()
        .calls.filter(({ path }) => path === '/connect/token').length,
    /** Asks the organisation something, no matter what. */
    ask: () => server().services.ledger.findContacts(HARBOUR_ID, { search: '' }),
  };
}

/** The toast that the page after a redirect to Settings shows. */
export async function toastAfter(visitor: Visitor, answer: Answer): Promise<string | null> {
  expect(answer.status).toBe(303);
  expect(answer.location).toMatch(/^\/settings(#xero)?$/);
  return toastOf((await visitor.get('/settings')).text);
}

/** The connection as the API reports it. */
export async function connectionOf(visitor: Visitor): Promise<unknown> {
  return (await visitor.api('GET', '/api/xero/connection')).json();
}
