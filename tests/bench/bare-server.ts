import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createElement as h, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { openDatabase } from '#db/connection.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { listWorkLogs } from '#app/work-logs/list/list.server.ts';
import { toListRow, type WorkLogListRow } from '#app/work-logs/list/work-logs-screen.server.ts';
import { toWorkLogView } from '#app/work-logs/work-logs.ts';

/**
 * The server that the product is compared with: Node's own http server, the same query, and the
 * same rows in the same markup by React's `renderToString`. No router, no session, no
 * totals, no filters, no hydration.
 */
const [, , file = ''] = process.argv;
const services = { db: openDatabase(file), config: { timeZone: 'Europe/London' } };
const ledger = { invoiceUrl: (_: string | null, id: string) => `https://go.xero.com/${id}` };

function cell(label: string, content: ReactElement | string, className?: string) {
  return h('td', { 'data-label': label, className }, content);
}

function itemsRow(row: WorkLogListRow) {
  if (!row.items) return null;
  const items = row.items.map((item) =>
    h(
      'li',
      { key: item.id },
      h('span', null, item.itemName),
      item.vatIncluded ? h('span', null, 'VAT Inc.') : null,
      h('span', null, 'Qty ', item.quantity),
      h('span', null, item.unitPrice),
      h('span', null, item.total),
    ),
  );
  return h('tr', { key: `${row.id} items` }, h('td', { colSpan: 8 }, h('ul', null, items)));
}

function tableRow(row: WorkLogListRow) {
  const hint = h('span', { className: 'hint-text', role: 'tooltip' }, row.description);
  return [
    h(
      'tr',
      { key: row.id, className: row.isInvoiced ? 'invoiced' : undefined },
      cell('Date', row.date, 'whitespace-nowrap tabular-nums'),
      cell('Client', h('span', { className: 'hint', tabIndex: 0 }, row.client, hint), 'leading'),
      cell('Work Type', row.workType),
      cell('Duration / Items', row.duration, 'numeric'),
      cell('Amount', row.amount, 'numeric'),
      cell('Status', h('span', { className: 'badge' }, row.isInvoiced ? 'Invoiced' : 'Pending')),
      cell('Xero Invoice', row.invoice ? h('a', { href: row.invoice.url }, row.invoice.text) : '–'),
      h(
        'td',
        { className: 'actions' },
        h('a', { href: `/work-logs/${row.id}/edit`, className: 'button' }, 'Edit'),
        h('a', { href: `/work-logs/${row.id}/delete`, className: 'button' }, 'Delete'),
      ),
    ),
    itemsRow(row),
  ];
}

function page(): string {
  const { logs } = listWorkLogs(services, NO_FILTERS, { limit: 50 });
  const rows = logs
    .map((log) => toListRow(log, { timeZone: services.config.timeZone, ledger }))
    .map(tableRow);
  const table = h('table', { className: 'data-table' }, h('tbody', null, rows));
  return `<!DOCTYPE html>${renderToString(h('html', null, h('body', null, table)))}`;
}

function api(): string {
  const { logs } = listWorkLogs(services, NO_FILTERS, { limit: 50 });
  return JSON.stringify(logs.map(toWorkLogView));
}

const server = createServer((request, response) => {
  const isApi = request.url?.startsWith('/api/') ?? false;
  response.setHeader('Content-Type', isApi ? 'application/json' : 'text/html; charset=utf-8');
  response.end(isApi ? api() : page());
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
