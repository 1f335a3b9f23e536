import type { Services } from '../../context.server.ts';

/** The services that a run needs. */
export type RunServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'ledger' | 'background' | 'checkpoint' | 'logger'
>;
