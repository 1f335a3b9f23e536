import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readTold, type ToldInvoice } from '../invoices/refresh/told.server.ts';
import type { ChangesServices } from '../invoices/refresh/changes.server.ts';

const Told = z.object({ events: z.array(z.unknown()) });
const InvoiceEvent = z.object({
  eventCategory: z.literal('INVOICE'),
  tenantId: z.string(),
  resourceId: z.string(),
});

/**
 * Takes what Xero sends to `/webhooks/xero`, its body and `x-xero-signature`, and gives the status that it is answered
 * with: 401 where the key did not sign exactly these bytes, 400 where they are no events, else 200, also for events of
 * what is not here. The invoices are read afterwards.
 */
export function takeXeroWebhook(services: ChangesServices, key: string) {
  return (body: Buffer, signature: string): 200 | 400 | 401 => {
    const expected = createHmac('sha256', key).update(body).digest('base64');
    if (!timingSafeEqual(hashOf(signature), hashOf(expected))) return 401;
    const told = readEvents(body);
    if (told === null) return 400;
    void readTold(services, told);
    return 200;
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** The invoices that events are about, without what else there may be; null for what is no list of events. */
function readEvents(body: Buffer): ToldInvoice[] | null {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const told = Told.safeParse(json);
  if (!told.success) return null;
  return told.data.events.flatMap((event) => {
    const { data } = InvoiceEvent.safeParse(event);
    return data ? [{ organisationId: data.tenantId, invoiceId: data.resourceId }] : [];
  });
}
