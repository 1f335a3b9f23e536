import { createHash } from 'node:crypto';
import type { Reply } from './http.ts';
import type { Invoice, Organisation } from './model.ts';

const STYLE = `
  :root { color-scheme: light dark; --surface: #f6f7f9; --raised: #fff; --ink: #161b26;
    --muted: #566074; --line: #dfe3ea; --accent: #3150c8; --on-accent: #fff;
    --note: #fdf1d8; --on-note: #7a4d00; }
  @media (prefers-color-scheme: dark) { :root { --surface: #0f131a; --raised: #171c25;
    --ink: #e8ebf1; --muted: #a3adbf; --line: #2b3240; --accent: #9db1ff;
    --on-accent: #10173a; --note: #3a2c10; --on-note: #f2c879; } }
  body { margin: 0; background: var(--surface); color: var(--ink);
    font: 16px/1.5 system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; }
  main { box-sizing: border-box; width: min(60rem, 100% - 2rem); margin: 5vh auto; padding: 1.75rem;
    background: var(--raised); border: 1px solid var(--line); border-radius: 14px; }
  main.narrow { width: min(30rem, 100% - 2rem); }
  h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; }
  h2 { margin: 1.75rem 0 .5rem; font-size: 1.1rem; }
  a { color: var(--accent); }
  .note { padding: .6rem .85rem; border-radius: 8px; background: var(--note);
    color: var(--on-note); font-size: .9rem; }
  .scroll { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; font-size: .95rem; }
  th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); text-align: left;
    vertical-align: top; }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  .fixed { white-space: nowrap; }
  form.row { display: flex; flex-wrap: wrap; gap: .5rem; }
  label { display: flex; gap: .6rem; align-items: center; min-height: 44px; }
  fieldset { margin: 1rem 0; padding: 0; border: 0; }
  legend { font-weight: 600; }
  button { min-height: 44px; padding: 0 1rem; border: 1px solid transparent; border-radius: 8px;
    background: var(--accent); color: var(--on-accent); font: inherit; cursor: pointer; }
  button.quiet { background: none; border-color: var(--line); color: var(--ink); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

const NOTE = `<p class="note">This page stands in for Xero. It is for demonstration and tests: nothing here reaches Xero or anybody else.</p>`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function page(title: string, content: string, width: 'narrow' | 'wide' = 'wide'): string {
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
<main class="${width}">
<h1>${title}</h1>
${content}
</main>
</html>
`;
}

/** Headers of every page. Browsers apply `form-action` to the redirect after a form, too. */
function pageHeaders(formTargets = ''): Record<string, string> {
  return {
    'Content-Security-Policy': `default-src 'none'; style-src '${STYLE_HASH}'; form-action 'self' ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
  };
}

/** Asks which organisations the app may be let into. */
export function consentPage(
  organisations: Organisation[],
  scopes: string[],
  appOrigin: string,
  isNoneChosen = false,
): Reply {
  const boxes = organisations.map(
    ({ tenantId, name }, index) =>
      `<label><input type="checkbox" name="organisation" value="${tenantId}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)}</label>`,
  );
  const body = page(
    'Let an app into your organisations?',
    `${NOTE}
<p>You are signed in as Demo Person. An app at ${escapeHtml(appOrigin)} asks for:
${scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(', ')}.</p>
<form method="post">
<fieldset><legend>Organisations</legend>
${isNoneChosen ? '<p role="alert">Choose at least one organisation.</p>' : ''}
${boxes.join('\n')}
</fieldset>
<button name="allow" value="yes">Allow access</button>
<button class="quiet" name="cancel" value="yes">Cancel</button>
</form>`,
    'narrow',
  );
  return { status: isNoneChosen ? 400 : 200, body, headers: pageHeaders(appOrigin) };
}

/** Says why the sign-in cannot go on. */
export function faultPage(reason: string): string {
  return page(
    'The connection could not be made',
    `${NOTE}<p>The stand-in for Xero says: ${escapeHtml(reason)}.</p>`,
    'narrow',
  );
}

function pounds(pence: number): string {
  return `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
}

function stateOf({ status, isSentToContact }: Invoice): string {
  return status === 'AUTHORISED' && isSentToContact ? 'AUTHORISED, sent' : status;
}

/** What a person can do with an invoice in this state: the mark and the words on its button. */
function marksFor({ status, isSentToContact }: Invoice): [string, string][] {
  switch (status) {
    case 'DRAFT':
      return [
        ['submitted', 'Submit for approval'],
        ['approved', 'Approve'],
        ['sent', 'Approve and send'],
        ['deleted', 'Delete'],
      ];
    case 'SUBMITTED':
      return [
        ['approved', 'Approve'],
        ['sent', 'Approve and send'],
        ['deleted', 'Delete'],
      ];
    case 'AUTHORISED':
      return [
        ...(isSentToContact ? [] : ([['sent', 'Mark as sent']] as [string, string][])),
        ['paid', 'Mark as paid'],
        ['voided', 'Void'],
      ];
    case 'PAID':
    case 'VOIDED':
    case 'DELETED':
      return [];
  }
}

function markForm(invoice: Invoice): string {
  const number = escapeHtml(invoice.invoiceNumber);
  const buttons = marksFor(invoice).map(
    ([mark, words]) =>
      `<button class="quiet" name="as" value="${mark}" aria-label="${words}: ${number}">${words}</button>`,
  );
  if (buttons.length === 0) return '';
  return `<form class="row" method="post" action="/sandbox/invoices/${invoice.invoiceId}">${buttons.join('')}</form>`;
}

function contactName({ contacts }: Organisation, { contactId }: Invoice): string {
  return escapeHtml(contacts.find((one) => one.contactId === contactId)?.name ?? '');
}

/** All invoices of all organisations, newest first, each with what can be done to it. */
export function invoicesPage(organisations: Organisation[]): Reply {
  const tables = organisations.map((organisation) => {
    const rows = organisation.invoices.toReversed().map(
      (invoice) => `<tr>
<td class="fixed"><a href="/AccountsReceivable/View.aspx?InvoiceID=${invoice.invoiceId}">${escapeHtml(invoice.invoiceNumber)}</a></td>
<td>${contactName(organisation, invoice)}</td><td class="fixed">${invoice.date}</td>
<td>${stateOf(invoice)}</td><td class="number">${pounds(invoice.totalPence)}</td>
<td>${markForm(invoice)}</td></tr>`,
    );
    const table = `<div class="scroll"><table><thead><tr><th>Number</th><th>To</th><th>Date</th>
<th>Status</th><th class="number">Total</th><th>Change it</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
    return `<h2>${escapeHtml(organisation.name)}</h2>
${rows.length > 0 ? table : '<p>No invoices yet.</p>'}`;
  });
  return {
    status: 200,
    body: page('Invoices in the stand-in for Xero', `${NOTE}\n${tables.join('\n')}`),
    headers: pageHeaders(),
  };
}

/** One invoice with its lines. */
export function invoicePage(invoice: Invoice, organisation: Organisation): Reply {
  const rows = invoice.lines.map(
    (line) => `<tr><td>${escapeHtml(line.description)}</td>
<td class="number">${line.quantity / 10_000}</td>
<td class="number">£${(line.unitAmount / 10_000).toFixed(4).replace(/0{1,2}$/, '')}</td>
<td>${escapeHtml(line.taxType)}</td><td class="number">${pounds(line.taxAmountPence)}</td>
<td class="number">${pounds(line.lineAmountPence)}</td></tr>`,
  );
  const body = page(
    `Invoice ${escapeHtml(invoice.invoiceNumber)}`,
    `${NOTE}
<p>From ${escapeHtml(organisation.name)} to ${contactName(organisation, invoice)},
${invoice.date}, ${stateOf(invoice)}. Reference ${escapeHtml(invoice.reference)}.</p>
<div class="scroll"><table><thead><tr><th>Description</th><th class="number">Quantity</th>
<th class="number">Unit price</th><th>Tax</th><th class="number">Tax amount</th>
<th class="number">Amount</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
<p class="number">Subtotal ${pounds(invoice.subTotalPence)}<br>VAT ${pounds(invoice.totalTaxPence)}<br>
<strong>Total ${pounds(invoice.totalPence)}</strong></p>
${markForm(invoice)}
<p><a href="/">All invoices</a></p>`,
  );
  return { status: 200, body, headers: pageHeaders() };
}

/** The page for an unknown address. */
export function missingPage(): Reply {
  return { status: 404, body: faultPage('there is no such page'), headers: pageHeaders() };
}
