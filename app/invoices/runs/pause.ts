/** Why a run stops for now: until an instant, and what people are told. */
export type Pause = { until: Date; message: string };

/** How long to wait before asking Xero again, in milliseconds. */
const PATIENCE = 20_000;

/** A pause until Xero can be asked again: when it says so, but never at once. */
export function waitFor(
  { clock }: { clock: () => Date },
  retryAt: Date | null,
  message: string,
): Pause {
  const soon = new Date(clock().getTime() + PATIENCE);
  return { until: retryAt && retryAt > soon ? retryAt : soon, message };
}
