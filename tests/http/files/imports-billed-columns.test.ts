import { expect, test } from 'vitest';
import { chosenOn, lookAt, lookPage } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const logs = () =>
  server()
    .services.db.$client.prepare(
      'select billable, is_invoiced as invoiced from work_logs order by id',
    )
    .all();

test.each([
  ['Billed', 'Billable?'],
  ['Billed?', 'Billable'],
  ['Invoiced', 'Abrechenbar'],
  ['Abgerechnet', 'Abrechenbar?'],
])(
  'Columns called %s and %s are proposed, and keep work from being billed',
  async (billed, billable) => {
    const file = `Day,Customer,Service,Logged hours,${billed},${billable}\n2026-03-02,Acme,Support,1.5,Yes,Yes\n2026-03-03,Acme,Support,1.5,No,No\n`;
    const { visitor, first } = await lookAt(server(), file);
    expect(chosenOn(first, 'hours')).toEqual(['3']);
    await pressPlainly(visitor, first, 'Read the file');
    await pressPlainly(visitor, await lookPage(visitor), 'Import');
    await expect.poll(logs).toEqual([
      { billable: 1, invoiced: 1 },
      { billable: 0, invoiced: 0 },
    ]);
  },
);

test.each([
  ['Invoiced?', 'Billable?', 'true', 'false'],
  ['Abgerechnet', 'Abrechenbar', 'Ja', 'Nein'],
  ['Verrechnet', 'Verrechenbar', 'WAHR', 'FALSCH'],
  ['Facturé', 'Facturable', 'Oui', 'Non'],
  ['Facturado', 'Facturable', 'Sí', 'No'],
  ['Gefactureerd', 'Factureerbaar', 'ja', 'nee'],
  ['Billed', 'Billable', '1', '0'],
])(
  'Columns called %s and %s that say %s or %s are proposed, and read',
  async (billed, billable, yes, no) => {
    const file = `Day,Customer,Service,Logged hours,${billed},${billable}\n2026-03-02,Acme,Support,1.5,${yes},${yes}\n2026-03-03,Acme,Support,1.5,${no},${no}\n`;
    const { visitor, first } = await lookAt(server(), file);
    expect(visibleText(first)).not.toContain('is left out');
    await pressPlainly(visitor, first, 'Read the file');
    await pressPlainly(visitor, await lookPage(visitor), 'Import');
    await expect.poll(logs).toEqual([
      { billable: 1, invoiced: 1 },
      { billable: 0, invoiced: 0 },
    ]);
  },
);

test.each([
  ['Unbilled', 'Non-billable'],
  ['not invoiced', 'not billable'],
])('A cell “%s” of what was billed, and “%s” of what is billable, are a no', async (not, non) => {
  const file = `Day,Customer,Service,Logged hours,Billed,Billable\n2026-03-02,Acme,Support,1.5,Billed,Billable\n2026-03-03,Acme,Support,1.5,${not},${non}\n2026-03-04,Acme,Support,1.5,No,${not}\n`;
  const { visitor, first } = await lookAt(server(), file);
  await pressPlainly(visitor, first, 'Read the file');
  // What was not billed may well be billable.
  const page = await lookPage(visitor);
  expect(visibleText(page)).toContain(`“${not}” is neither yes nor no.`);
  await pressPlainly(visitor, page, 'Import', { skip: '1' });
  await expect.poll(logs).toEqual([
    { billable: 1, invoiced: 1 },
    { billable: 0, invoiced: 0 },
  ]);
});

test.each([
  ['Already billed', 'Yes'],
  ['Unbilled', 'Yes'],
  ['Nicht abrechenbar', 'Ja'],
  ['Schon fakturiert', 'Ja'],
  ['Non facturable', 'Oui'],
  ['À facturer', 'Oui'],
  ['Por facturar', 'Sí'],
  ['Niet factureerbaar', 'Ja'],
  ['Invoiced on', '2026-03-31'],
])('Of a column “%s” that is left out a sentence says so', async (column, cell) => {
  const file = `Day,Customer,Service,Hours,${column}\n2026-03-02,Acme,Support,1.5,${cell}\n`;
  const sentence = `The column “${column}” is left out.`;
  const { visitor, first } = await lookAt(server(), file);
  expect(visibleText(first)).toContain(sentence);
  await pressPlainly(visitor, first, 'Read the file');
  expect(visibleText(await lookPage(visitor))).toContain(sentence);
});

test.each(['Factuurnummer', 'Facture', 'Montant facturable', 'Bedrag gefactureerd', 'Billing'])(
  'Of a column “%s” it is only said that it is left out',
  async (column) => {
    const file = `Day,Customer,Service,Hours,${column}\n2026-03-02,Acme,Support,1.5,7\n`;
    const { visitor, first } = await lookAt(server(), file);
    expect(visibleText(first)).not.toContain('is left out');
    await pressPlainly(visitor, first, 'Read the file');
    const shown = visibleText(await lookPage(visitor));
    expect(shown).toContain(`These columns are left out: ${column}.`);
    expect(shown).not.toContain('Perhaps it says that work was billed');
  },
);

test('Of a column that is read, or of money, nothing is said', async () => {
  const file =
    'Date,Client,Task,Notes,Hours,Billable?,Invoiced?,Billable Rate,Billable Amount\n2026-03-02,Acme,Support,,1.00,Yes,No,60.00,60.00\n';
  const { first } = await lookAt(server(), file);
  expect(visibleText(first)).not.toContain('is left out');
});
