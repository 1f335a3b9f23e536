import type { Services } from '../../context.server.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { readXeroState, type XeroState } from '../connection/state.server.ts';
import { describeCalls } from '../../invoices/calls-today.ts';
import { readTemplate } from '../../invoices/template/template.server.ts';

/** The data of the Xero card in Settings, without any token. */
export function readXeroCard(
  services: Pick<Services, 'db' | 'appSecret' | 'xero' | 'ledger' | 'config' | 'clock'>,
): { state: CardState; calls: string | null; template: string; authorizePath: string } {
  const { ledger, config } = services;
  const active = ledger.activeOrganisation();
  return {
    state: toCardState(readXeroState(services), config.timeZone),
    calls: active && describeCalls(ledger.callsToday(active.organisationId), config.timeZone),
    template: readTemplate(services),
    // New each time, so that no cache on the way can answer.
    authorizePath: `/api/xero/authorize?t=${services.clock().getTime()}`,
  };
}

export type CardState =
  Exclude<XeroState, { connectedAt: Date }> | WithDay<Extract<XeroState, { connectedAt: Date }>>;

/** The same with the day of connecting, as `Nov 21, 2026`, instead of the instant. */
type WithDay<State> = State extends unknown
  ? Omit<State, 'connectedAt'> & { connectedOn: string }
  : never;

function toCardState(state: XeroState, timeZone: string): CardState {
  if (!('connectedAt' in state)) return state;
  const { connectedAt, ...rest } = state;
  return { ...rest, connectedOn: formatListDate(connectedAt, timeZone) };
}
