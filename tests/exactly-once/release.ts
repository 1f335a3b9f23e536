import { isLive } from './check.ts';
import { withDatabase, type Story } from './story.ts';

/** Frees the logs of invoices that were deleted or voided in Xero, as a person does by a button. */
export function release({ world, control }: Story): void {
  if (control !== 'none') return;
  const dead = world.standIn.state().invoices.filter((invoice) => !isLive(invoice));
  withDatabase(world, ({ $client }) => {
    const free = $client.prepare(
      `update invoices set state = 'released' where xero_invoice_id = ? and state = 'created'`,
    );
    for (const { invoiceId } of dead) free.run(invoiceId);
  });
}
