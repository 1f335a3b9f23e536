/** Why a run stops for now: until an instant, and what people are told. */
export type Pause = { until: Date; message: string };

/** How long to wait before asking the ledger again, in milliseconds. */
const PATIENCE = 20_000;

/** A pause until the ledger can be asked again: when it says so, but never at once. */
export function waitFor(
  { clock }: { clock: () => Date },
  { retryAt, message }: { retryAt: Date | null; message: string },
): Pause {
  const soon = new Date(clock().getTime() + PATIENCE);
  return { until: retryAt && retryAt > soon ? retryAt : soon, message };
}

/** Whether a run has to wait, where it could also have gone on. */
export function isPause(next: object): next is Pause {
  return 'until' in next;
}
