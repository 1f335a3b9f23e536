import { useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostForm, useIsSubmitting } from '../../ui/form.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import type { Preview } from './preview.server.ts';
import { previewAddress, RewriteBar } from './rewrite-bar.tsx';
import { useSelection } from './selection.ts';

/** Shows the invoices that would be made; nothing is sent before the button is pressed. */
export function PreviewScreen(preview: Preview) {
  const { organisation, filters, groups, count, total, leftOut, fingerprint, search } = preview;
  const isSubmitting = useIsSubmitting();
  const backTo = search ? `/work-logs?${search}` : '/work-logs';
  const { rewrite } = preview;
  const ref = useRef<HTMLDivElement>(null);
  const selection = useSelection(ref, rewrite.most);
  const invoices = count === 1 ? '1 invoice' : `${count} invoices`;
  const title = count === 0 ? 'No invoice can be created' : `${invoices}, ${total} in all`;
  return (
    <div ref={ref} className="grid gap-5" onChange={selection.count}>
      <PageHeader title="Create invoices" subtitle={`Drafts in Xero, for ${organisation}`} />
      <Card title={title} subtitle={filters}>
        <PostForm
          form={{ id: 'create-invoices' }}
          oneTimeKey={preview.oneTimeKey}
          className="flex flex-wrap gap-2"
        >
          <input type="hidden" name="fingerprint" value={fingerprint} />
          {count > 0 ? <Button disabled={isSubmitting}>Create {invoices} in Xero</Button> : null}
          <ButtonLink to={backTo} variant="secondary">
            Cancel
          </ButtonLink>
        </PostForm>
        <p className="mt-3 text-sm text-muted tabular-nums">
          {count > 0 ? preview.amounts : null} {preview.stopped}
        </p>
        {leftOut.length > 0 ? (
          <p className="mt-3 text-sm text-muted">Left out: {leftOut.join('; ')}.</p>
        ) : null}
      </Card>
      {groups.length === 0 ? (
        <div className="card">
          <EmptyState title="Nothing to invoice">
            No billable log of these filters is without an invoice.
          </EmptyState>
        </div>
      ) : (
        <PostForm
          form={{ id: 'rewrite' }}
          action="/descriptions"
          oneTimeKey={preview.oneTimeKey}
          className="grid gap-5"
        >
          <input type="hidden" name="subject" value="work_log" />
          <input type="hidden" name="back" value={previewAddress(search)} />
          <RewriteBar {...preview} selected={selection.selected} onSelect={selection.select} />
          {groups.map((group) => (
            <Group key={group.key} group={group} canSelect={rewrite.isConfigured} />
          ))}
        </PostForm>
      )}
    </div>
  );
}

type GroupView = Preview['groups'][number];

function Group({ group, canSelect }: { group: GroupView; canSelect: boolean }) {
  const { client, month, contact, logs, hours, lines, problems } = group;
  return (
    <Card
      title={`${client}, ${month}`}
      subtitle={`${logs}, ${hours} hours · ${contact ? `to ${contact}` : 'to the contact that fits, or a new one'}`}
    >
      {problems.length > 0 ? (
        <div className="mb-4">
          <Alert variant="destructive" title="This invoice will not be made">
            {problems.join(' ')}
          </Alert>
        </div>
      ) : null}
      <table className="data-table data-table-flush">
        <caption className="sr-only">
          Lines of the invoice for {client}, {month}
        </caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className="numeric">
              Quantity
            </th>
            <th scope="col" className="numeric">
              Unit Price
            </th>
            <th scope="col" className="numeric">
              VAT
            </th>
            <th scope="col" className="numeric ending">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td data-label="Description" className="leading wrap-anywhere">
                {canSelect && line.logId !== null ? (
                  <SelectableLine line={line} logId={line.logId} />
                ) : (
                  line.description
                )}
              </td>
              <td data-label="Quantity" className="numeric">
                {line.quantity}
              </td>
              <td data-label="Unit Price" className="numeric">
                {line.unitPrice}
              </td>
              <td data-label="VAT" className="numeric">
                {line.vat}
              </td>
              <td data-label="Amount" className="numeric ending">
                {line.amount}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="keep-together mt-3 grid justify-end gap-x-6 gap-y-1 text-sm tabular-nums [grid-template-columns:auto_auto]">
        <dt className="text-muted">Net</dt>
        <dd className="text-right">{group.subTotal}</dd>
        <dt className="text-muted">VAT</dt>
        <dd className="text-right">{group.vat}</dd>
        <dt className="font-medium">Total with VAT</dt>
        <dd className="text-right font-medium">{group.total}</dd>
      </dl>
    </Card>
  );
}

/**
 * A line with a checkbox that belongs to the same form as the bar above. The whole description is
 * the label, so that it is easy to tap.
 */
function SelectableLine({ line, logId }: { line: GroupView['lines'][number]; logId: number }) {
  return (
    <label className="flex items-start gap-3 py-1">
      <input
        type="checkbox"
        name="ids"
        value={logId}
        defaultChecked={line.isSelected}
        className="mt-0.5 size-5 shrink-0"
      />
      <span>
        <span className="sr-only">Select </span>
        {line.description}
      </span>
    </label>
  );
}
