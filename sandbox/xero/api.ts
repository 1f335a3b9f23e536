import { getContacts, saveContacts } from './contacts.ts';
import { apiError, type Reply, type Request } from './http.ts';
import type { Identity } from './identity.ts';
import type { Repetitions } from './idempotency.ts';
import { getInvoices, saveInvoices } from './invoices.ts';
import { getAccounts, getOrganisation, getTaxRates } from './settings.ts';

export const API_PATH = '/api.xro/2.0';

/** The scope that a call needs; null for an address that the stand-in does not have. */
function scopeFor({ method, path }: Request): string | null {
  const isRead = method === 'GET';
  if (/^\/(Organisation|TaxRates|Accounts)$/.test(path)) {
    return isRead ? 'accounting.settings.read' : null;
  }
  if (/^\/Contacts$/.test(path)) return `accounting.contacts${isRead ? '.read' : ''}`;
  if (/^\/Invoices(\/[^/]+)?$/.test(path)) return `accounting.invoices${isRead ? '.read' : ''}`;
  return null;
}

/** The accounting API. Writes under an Idempotency-Key are done once. */
export function answerApi(
  request: Request,
  identity: Identity,
  repetitions: Repetitions,
  now: Date,
): Reply {
  const local = { ...request, path: request.path.slice(API_PATH.length) };
  const scope = scopeFor(local);
  if (scope === null) {
    return { ...apiError('ObjectNotFound', 404, 'There is no such resource'), status: 404 };
  }
  const admitted = identity.admit(request, scope);
  if ('status' in admitted) return admitted;
  const { organisation, clientId } = admitted;
  const [, resource, id = null] = local.path.split('/');
  const isWrite = request.method === 'PUT' || request.method === 'POST';
  switch (resource) {
    case 'Organisation':
      return getOrganisation(organisation, now);
    case 'TaxRates':
      return getTaxRates(organisation, now);
    case 'Accounts':
      return getAccounts(organisation, now);
    case 'Contacts':
      return isWrite
        ? repetitions.once(request, clientId, () => saveContacts(request, organisation, now))
        : getContacts(request, organisation, now);
    default:
      return isWrite
        ? repetitions.once(request, clientId, () => saveInvoices(request, organisation, now, id))
        : getInvoices(request, organisation, now, id);
  }
}
