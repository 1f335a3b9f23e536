import type { Database } from '#db/connection.server.ts';
import type { FaultKind } from '#sandbox/xero.ts';
import type { Finding } from './check.ts';
import type { Children } from './children.ts';
import { openDatabaseQuickly, type Control } from './life.ts';
import type { Schedule, Setback, Step } from './schedule.ts';
import type { World } from './world.ts';

/** The time limit where every call is answered: a busy machine must not cause a time-out. */
export const LONG = 20_000;

/** What a schedule found, and what happened in it. */
export type Result = {
  seed: number;
  findings: Finding[];
  met: FaultKind[];
  deaths: Step[];
  /** Whether real processes died. */
  isKilled: boolean;
  checks: number;
  /** Lives that ended with an unknown outcome for whose key Xero's memory had run out. */
  forgottenKeys: number;
  invoices: number;
  /** Lives that ended with an unknown outcome. */
  unknown: number;
  /** How the database was set back, if it was, and how many invoices it knew again after that. */
  setback: Setback['kind'] | null;
  takenUp: number;
  /** How many calls deleted or voided an invoice, and were answered. */
  takenBack: number;
};

export type Place = { folder: string; template: string; children: Children };

/** A schedule as it is played. */
export type Story = {
  schedule: Schedule;
  world: World;
  children: Children;
  control: Control;
  result: Result;
};

/** Uses the database of a world, and closes it. */
export function withDatabase<Value>({ file }: World, use: (db: Database) => Value): Value {
  const db = openDatabaseQuickly(file);
  try {
    return use(db);
  } finally {
    db.$client.close();
  }
}
