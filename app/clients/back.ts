import { backIn } from '../http/own-path.ts';

/** Where a dialog about a client leads back to: the place that `search` names, else the Clients screen. */
export function clientsAddress(search: string): string {
  return backIn(search) ?? '/clients';
}
