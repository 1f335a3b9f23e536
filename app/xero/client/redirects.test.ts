import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { XERO_CLIENT } from '#tests/support/server/xero.ts';
import { connectXero, type Xero } from './xero.server.ts';

let seen: string[];
let servers: Server[];
let xero: Xero;

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  [seen, servers] = [[], []];
  const elsewhere = await listen((request, response) => {
    seen.push(`elsewhere ${request.url}`);
    response.end('{}');
  });
  const origin = await listen((request, response) => {
    seen.push('here');
    response.writeHead(307, { Location: `${elsewhere}${request.url}` }).end();
  });
  const origins = { apiUrl: origin, identityUrl: origin, loginUrl: origin };
  xero = connectXero({ ...XERO_CLIENT, ...origins, clock: () => new Date() });
});

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const SESSION = { accessToken: 'token', tenantId: 'tenant' };
const CONTACT = { name: 'Acme', email: null, clientId: 1 };

test.each<[string, () => Promise<unknown>]>([
  ['an exchange of a code', () => xero.exchangeCode('code')],
  ['a refresh of tokens', () => xero.refreshTokens('token')],
  ['a list of connections', () => xero.listConnections('token')],
  ['an end of a connection', () => xero.deleteConnection('token', 'id')],
  ['a look at the organisation', () => xero.readOrganisation(SESSION)],
  ['a list of tax rates', () => xero.listTaxRates(SESSION)],
  ['a look at invoices', () => xero.readInvoices(SESSION, ['id'])],
  [
    'a new contact',
    () => xero.createContacts(SESSION, [CONTACT as never], { idempotencyKey: 'key' }),
  ],
])('%s that Xero redirects goes nowhere else', async (_, call) => {
  await expect(call()).rejects.toThrow();
  expect(new Set(seen)).toEqual(new Set(['here']));
});
