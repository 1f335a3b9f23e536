import { useForm } from '@conform-to/react';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import type { VatChange } from '../../clients/vat.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormToken, PostForm } from '../../ui/form.tsx';
import { VatChangeInput } from '../connection/choices.ts';
import { activeOrganisation } from '../connection/organisation.server.ts';
import { listVatChanges, saveVatChange } from '../connection/vat-changes.server.ts';
import { Choice } from './invoice-needs.tsx';

const TITLE = 'Changes of VAT';
export const meta = pageTitle(TITLE);

export const loader = show(({ context }) => {
  const active = activeOrganisation(context);
  const organisation = active?.isVatRegistered ? active : null;
  const { tenantId = '', taxRates = [] } = organisation ?? {};
  const changes = organisation ? listVatChanges(organisation) : [];
  return { tenantId, taxRates, changes, oneTimeKey: newOneTimeKey() };
});

export const action = send({ schema: VatChangeInput }, ({ context }) => ({
  run: (input) => {
    saveVatChange(context, input);
  },
  goTo: '/settings#xero',
  success: 'Changes of VAT saved',
  failure: 'Failed to save the change of VAT',
}));

/** The changes of an organisation's VAT, each with its button, and the form that adds one. */
export default function VatChanges() {
  const { tenantId, taxRates, changes, oneTimeKey } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.result;
  const [form, fields] = useForm<Partial<VatChange>>({ id: 'vat', lastResult });
  const rates = taxRates.map(({ code, name }): [string, string] => [code, name]);
  return (
    <RouteDialog title={TITLE} backTo="/settings">
      {tenantId ? null : (
        <p className="mb-4 text-sm">
          No organisation in Xero with VAT is active. Connect one first.
        </p>
      )}
      {changes.map(({ text, ...change }) => (
        <Form key={text} method="post" className="mb-4 flex items-center justify-between gap-4">
          <FormToken />
          {Object.entries({ tenantId, ...change }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <span className="text-sm wrap-anywhere">{text}</span>
          <Button variant="secondary" name="remove" value="true" aria-label={`Remove: ${text}`}>
            Remove
          </Button>
        </Form>
      ))}
      <PostForm form={form} oneTimeKey={oneTimeKey} className="grid gap-4">
        <input type="hidden" name="tenantId" value={tenantId} />
        <TextField
          field={fields.from}
          label="From"
          hint="Work of this day and later has the new VAT"
          type="date"
          isRequired
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Choice field={fields.oldRate} label="VAT that changes" choices={rates} />
          <Choice field={fields.newRate} label="What it becomes" choices={rates} />
        </div>
        <DialogActions>
          <Button>Add</Button>
        </DialogActions>
      </PostForm>
    </RouteDialog>
  );
}
