import { useForm } from '@conform-to/react';
import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { sendOn, showOf } from '../../auth/press.server.ts';
import type { FormReply } from '../../http/form/form.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { formatPounds } from '../../lib/money.ts';
import { pageTitle } from '../../lib/product.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormToken, PostForm } from '../../ui/form.tsx';
import { workLogsAddress } from '../list/address.ts';
import { describeMeasure } from '../logged.server.ts';
import { InvoicedFields, getUnclaimedLog, markInvoiced } from './invoiced.server.ts';

export const meta = pageTitle('Already on an Invoice');

export const loader = showOf('work-log', ({ context, id }) => {
  const log = getUnclaimedLog(context, id);
  const day = formatListDate(log.date, context.config.timeZone);
  return {
    id: log.id,
    what: `${log.workTypeName} on ${day}: ${describeMeasure(log)}, ${formatPounds(log.totalPence)}.`,
    isInvoiced: log.isInvoiced,
    number: log.xeroInvoiceNumber ?? '',
    oneTimeKey: newOneTimeKey(),
  };
});

export const action = sendOn('work-log', { schema: InvoicedFields }, ({ context, id, search }) => ({
  run: ({ invoiceNumber }) => markInvoiced(context, id, invoiceNumber),
  goTo: workLogsAddress(search),
  success: ({ xeroInvoiceNumber }) => ({
    text: `The work log is on invoice ${xeroInvoiceNumber ?? ''}, and is not billed here`,
    undo: `/work-logs/${id}/not-invoiced`,
  }),
  failure: 'Failed to note the invoice',
}));

export default function Invoiced() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const backTo = workLogsAddress(useLocation().search);
  return (
    <RouteDialog title="Already on an Invoice" backTo={backTo}>
      <p className="mb-4 text-sm wrap-anywhere">{data.what}</p>
      <InvoicedForm key={reply?.remade} {...data} reply={reply} />
      {data.isInvoiced ? (
        <Form
          method="post"
          action={`/work-logs/${data.id}/not-invoiced`}
          className="mt-4 border-t border-line pt-3"
        >
          <FormToken />
          <input type="hidden" name="goTo" value={backTo} />
          <Button variant="secondary">Not on an invoice</Button>
        </Form>
      ) : null}
    </RouteDialog>
  );
}

type InvoicedFormProps = { number: string; oneTimeKey: string; reply: FormReply | undefined };

function InvoicedForm({ number, oneTimeKey, reply }: InvoicedFormProps) {
  const [form, fields] = useForm<{ invoiceNumber: string }>({
    id: 'invoiced',
    lastResult: reply?.result,
    defaultValue: { invoiceNumber: number },
  });
  return (
    <PostForm form={form} oneTimeKey={oneTimeKey} className="grid gap-4">
      <TextField
        field={fields.invoiceNumber}
        label="Invoice number"
        hint="Of an invoice created elsewhere. This log is then never billed here."
      />
      <DialogActions>
        <Button>Save</Button>
      </DialogActions>
    </PostForm>
  );
}
