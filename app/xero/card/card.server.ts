import type { Services } from '../../context.server.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { readXeroState, type XeroState } from '../connection/state.server.ts';
import { readTemplate } from '../../invoices/template/template.server.ts';

/** What the Xero card of Settings shows; it holds no token. */
export function readXeroCard(
  services: Pick<Services, 'db' | 'appSecret' | 'xero' | 'config' | 'clock'>,
): { state: CardState; template: string; authorizePath: string } {
  return {
    state: toCardState(readXeroState(services), services.config.timeZone),
    template: readTemplate(services),
    // New each time, so that nothing on the way answers from what it has kept.
    authorizePath: `/api/xero/authorize?t=${services.clock().getTime()}`,
  };
}

export type CardState =
  Exclude<XeroState, { connectedAt: Date }> | WithDay<Extract<XeroState, { connectedAt: Date }>>;

/** The day on which it was connected, as `Nov 21, 2026`. */
type WithDay<State> = State extends unknown
  ? Omit<State, 'connectedAt'> & { connectedOn: string }
  : never;

function toCardState(state: XeroState, timeZone: string): CardState {
  if (!('connectedAt' in state)) return state;
  const { connectedAt, ...rest } = state;
  return { ...rest, connectedOn: formatListDate(connectedAt, timeZone) };
}
