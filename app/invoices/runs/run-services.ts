import type { Services } from '../../context.server.ts';

/** What is needed to carry a run on. */
export type RunServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'ledger' | 'background' | 'checkpoint'
>;
