import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Row } from './invoices-screen.tsx';
import type { InvoiceRow } from './invoices-screen.server.ts';

const FULL: InvoiceRow = {
  id: 1,
  number: 'INV-0001',
  clientId: 2,
  client: 'Thorn & Co',
  month: 'September to October 2026',
  shortMonth: 'Sep – Oct 2026',
  net: '£100.00',
  vat: '£20.00',
  total: '£120.00',
  status: 'sent',
  label: 'Sent',
  isReleased: true,
  overdue: '2 days overdue',
  issued: '1 Nov 2026',
  age: '24 days',
  due: '23 Nov 2026',
  paid: '£60.00',
  paidDay: '20 Nov 2026',
  url: 'https://go.xero.com/one',
  runId: 3,
};
const BARE: InvoiceRow = {
  ...FULL,
  isReleased: false,
  overdue: null,
  issued: '',
  age: '',
  due: null,
  paid: '',
  paidDay: '',
  url: null,
};

test('The scripts find in a row of Invoices what React would draw, though the server draws it for keeps', () => {
  for (const row of [FULL, BARE]) {
    const kept = renderToStaticMarkup(createElement(Row, { row }));
    expect(kept).toBe(renderToString(createElement(Row, { row })));
  }
});
