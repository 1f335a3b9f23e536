import type { Services } from '../../context.server.ts';
import { installationId } from '../../platform/settings-store.server.ts';

type Store = Pick<Services, 'db'>;

function numberPrefix(services: Store): string {
  return `tallyhour-${installationId(services)}-`;
}

/** Our id of a client, which Xero stores as the contact's number: at most 50 characters. */
export function contactNumberOf(services: Store, clientId: number): string {
  return `${numberPrefix(services)}${clientId}`;
}

/** Which client this installation made a contact for; null when it did not make it. */
export function clientOfNumber(services: Store, contactNumber: string | null): number | null {
  const prefix = numberPrefix(services);
  if (!contactNumber?.startsWith(prefix)) return null;
  const clientId = Number.parseInt(contactNumber.slice(prefix.length), 10);
  return Number.isSafeInteger(clientId) ? clientId : null;
}

const FURTHER = /\.(\d+)$/;

/** The number of a client that a contact's number stands for: `…-12` for `…-12.2`, its second one, as well. */
export const firstNumber = (contactNumber: string) => contactNumber.replace(FURTHER, '');

/** A client's next number, when archived contacts keep these: `…-12.2` after `…-12`. */
export function numberAfter(first: string, kept: (string | null)[]): string {
  const counts = kept.map((number) => Number(FURTHER.exec(number ?? '')?.[1] ?? 1));
  return `${first}.${Math.max(...counts) + 1}`;
}

/** Whether this installation made the contact for another of its clients. */
export function isNumberOfAnother(
  services: Store,
  clientId: number,
  { contactNumber }: { contactNumber: string | null },
): boolean {
  if (!contactNumber?.startsWith(numberPrefix(services))) return false;
  return firstNumber(contactNumber) !== contactNumberOf(services, clientId);
}
