import { expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, toastOf } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

test('signs that Xero cannot keep, pasted into a description or a name, keep no invoice from being made', async () => {
  const workTypeId = addWorkType(server(), 'Support');
  const clientId = addClient(server(), 'Acme\u0002 & Łódź');
  const description = 'Moved the \u001fprinter,\u000bthen its cable\u000c';
  addLog(server(), { clientId, workTypeId, day: '2026-10-01', description });
  const visitor = await visitSignedIn(server());
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const preview = (await visitor.get('/work-logs/create-invoices')).text;
  const fingerprint = controlOf(preview, 'fingerprint').value ?? '';
  await visitor.post('/work-logs/create-invoices', { fingerprint });
  expect(toastOf((await visitor.get('/work-logs')).text)).toBe(
    'Successfully created 1 invoice(s) in Xero for 1 client(s)',
  );
  const { contacts, invoices } = xero().state();
  expect(contacts.map(({ name }) => name)).toContain('Acme & Łódź');
  const [line] = invoices.flatMap(({ lines }) => lines);
  expect(line?.description).toContain('Moved the printer,\nthen its cable');
  expect(line?.description).not.toMatch(/[^\P{Cc}\n]/u);
});
