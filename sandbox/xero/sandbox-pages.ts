import { readFaultOrder } from './faults.ts';
import { readJsonObject, redirect, type Reply, type Request } from './http.ts';
import { XERO_LIMITS } from './limits.ts';
import { MARKS, markInvoice } from './marks.ts';
import { invoicePage, invoicesPage, missingPage } from './pages.ts';
import type { Standing } from './standing.ts';

/** Answers what Xero's API does not have: the bookkeeper's pages, and the switches of the stand-in. */
export function answerSandbox(request: Request, standing: Standing): Reply {
  const { method, path, query } = request;
  if (method === 'GET' && path === '/') return invoicesPage(standing.organisations);
  if (method === 'GET' && path === '/organisationlogin/default.aspx') {
    return followLink(request);
  }
  if (method === 'GET' && path === '/AccountsReceivable/View.aspx') {
    return showOne(query.get('InvoiceID') ?? '', standing);
  }
  const [, newer] =
    /^\/app\/![^/]+\/invoicing\/view\/([^/]+)$/.exec(decodeURIComponent(path)) ?? [];
  if (method === 'GET' && newer !== undefined) return showOne(newer, standing);
  if (method === 'GET' && path === '/sandbox/state') {
    return { status: 200, body: standing.state() };
  }
  if (method === 'POST') return answerSwitch(request, standing);
  return missingPage();
}

/** Redirects only to a page of the stand-in itself, never elsewhere. */
function followLink({ query }: Request): Reply {
  const target = query.get('redirecturl') ?? '';
  return /^\/[A-Za-z]/.test(target) ? redirect(target) : missingPage();
}

function showOne(invoiceId: string, { organisations }: Standing): Reply {
  for (const organisation of organisations) {
    const invoice = organisation.invoices.find((one) => one.invoiceId === invoiceId);
    if (invoice) return invoicePage(invoice, organisation);
  }
  return missingPage();
}

function answerSwitch({ path, body }: Request, standing: Standing): Reply {
  const done: Reply = { status: 200, body: { done: true } };
  const json = () => readJsonObject(body) ?? {};
  if (path === '/sandbox/faults') {
    standing.faults.fail(readFaultOrder(json()));
    return done;
  }
  if (path === '/sandbox/heal') {
    standing.heal();
    return done;
  }
  if (path === '/sandbox/limits') {
    standing.limits.setLimits(json().isOn === true ? XERO_LIMITS : null);
    return done;
  }
  const [, invoiceId] = /^\/sandbox\/invoices\/([^/]+)$/.exec(path) ?? [];
  if (!invoiceId) return missingPage();
  const as = new URLSearchParams(body).get('as');
  const mark = MARKS.find((known) => known === as);
  if (!mark) throw new Error(`as should be one of ${MARKS.join(', ')}`);
  markInvoice(standing.organisations, invoiceId, mark, standing.clock());
  return redirect('/');
}
