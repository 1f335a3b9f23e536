import type { Services } from '../../context.server.ts';
import { withNewKey } from '../../http/once/one-time-keys.server.ts';
import { dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { activeOrganisation } from '../connection/organisation.server.ts';
import { choicesMadeFrom } from '../connection/organisations.server.ts';
import { listVatChanges } from '../connection/vat-changes.server.ts';
import { readXeroState, type XeroState } from '../connection/state.server.ts';
import { listNewestInvoices } from '../../invoices/list/made-invoices.server.ts';
import { describeCalls } from '../../invoices/messages.ts';
import { templateMadeFrom } from '../../invoices/template/template.server.ts';

const FIRST_INVOICES = '/work-logs/create-invoices?months=all';

/** What the Xero card in Settings shows. */
export type XeroCardData = ReturnType<typeof readXeroCard>;

/** The data of the Xero card in Settings, without any token. */
export function readXeroCard(
  services: Pick<Services, 'db' | 'appSecret' | 'xero' | 'ledger' | 'config' | 'clock'>,
) {
  const { ledger, config } = services;
  const active = ledger.activeOrganisation();
  const organisation = activeOrganisation(services);
  return {
    state: toCardState(readXeroState(services), config.timeZone),
    /** The calls used and left today, in sentences; null while there is nothing to say of them. */
    calls: active && describeCalls(ledger.callsToday(active.organisationId), config.timeZone),
    /** Where the first invoices are made, of this month's work too; null once there are some. */
    firstInvoices: listNewestInvoices(services, 1).length === 0 ? FIRST_INVOICES : null,
    /** What changes of its VAT there are, in words; null without VAT. */
    vatChanges: organisation?.isVatRegistered ? listVatChanges(organisation) : null,
    choicesFrom: organisation && withNewKey(choicesMadeFrom(organisation)),
    templateFrom: withNewKey(templateMadeFrom(services)),
    // New each time, so that no cache on the way can answer.
    authorizePath: `/api/xero/authorize?t=${services.clock().getTime()}`,
  };
}

export type CardState = ReturnType<typeof toCardState>;

function toCardState(state: XeroState, timeZone: string) {
  if (!('connectedAt' in state)) return state;
  const { connectedAt, ...rest } = state;
  return { ...rest, connectedOn: formatBritishDay(dayOf(connectedAt, timeZone)) };
}
