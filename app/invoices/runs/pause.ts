/** A pause of a run: how long it lasts, and what people are told. */
export type Pause = { until: Date; message: string };

/** The shortest pause before the ledger is asked again, in milliseconds. */
const SHORTEST_PAUSE = 20_000;

/** A pause until the ledger says that it can be asked again, but of 20 seconds at least. */
export function waitFor(
  { clock }: { clock: () => Date },
  { retryAt, message }: { retryAt: Date | null; message: string },
): Pause {
  const soon = new Date(clock().getTime() + SHORTEST_PAUSE);
  return { until: retryAt && retryAt > soon ? retryAt : soon, message };
}

/** Tells a pause from the other results of a step. */
export function isPause(next: object): next is Pause {
  return 'until' in next;
}
