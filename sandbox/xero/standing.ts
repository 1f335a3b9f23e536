import type { FaultKind, Faults } from './faults.ts';
import type { Connection, Identity } from './identity.ts';
import type { LimitCounter } from './limits.ts';
import type { Contact, Invoice, Organisation } from './model.ts';

/** A call as it arrived, without its token. */
export type Call = {
  method: string;
  path: string;
  query: string;
  tenantId: string | null;
  idempotencyKey: string | null;
  /** The header, as it was sent. */
  modifiedSince: string | null;
  body: string;
  /** Null when it was never answered. */
  status: number | null;
};

export type XeroState = {
  organisations: Organisation[];
  invoices: Invoice[];
  contacts: Contact[];
  connections: Connection[];
  calls: Call[];
  /** The most calls of one organisation that were ever under way at once. */
  mostAtOnce: number;
  /** The faults that calls have met. */
  met: FaultKind[];
};

/** The parts of the stand-in that its pages and switches reach. */
export type Standing = {
  organisations: Organisation[];
  faults: Faults;
  heal: () => void;
  limits: LimitCounter;
  identity: Identity;
  state: () => XeroState;
  clock: () => Date;
};
