/**
 * What can be made to go wrong. `-before`: nothing is done; `-after`: it is done first; `late`:
 * it is never answered, and done only when the call arrives at last.
 */
export const FAULT_KINDS = [
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  '429',
  '429-day',
  '500-before',
  '500-after',
  '503-html',
  'cut',
  'html-after',
  '401',
  'late',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type FaultOrder = {
  kind: FaultKind;
  /** Part of the path, such as `/Invoices`; any without it. */
  path?: string;
  /** Any without it. */
  method?: string;
  /** How often; without it once. */
  times?: number;
  /** How many calls that fit go well first. */
  afterCalls?: number;
  /** What 429 names as its wait; 1 for a minute's limit, 5 hours for the day's. */
  retryAfterSeconds?: number;
  /** How long a call that is `late` is under way; 60 without it. */
  lateBySeconds?: number;
};

type Fault = { order: FaultOrder; remaining: number; skip: number };

/** The faults that are ordered at present. */
export type Faults = {
  fail: (order: FaultOrder) => void;
  heal: () => void;
  /** The fault that this call meets, which is used up by it; null for none. */
  take: (method: string, path: string) => FaultOrder | null;
};

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    fail(order) {
      faults.push({ order, remaining: order.times ?? 1, skip: order.afterCalls ?? 0 });
    },
    heal() {
      faults = [];
    },
    take(method, path) {
      const fitting = faults.filter(
        ({ order }) =>
          path.toLowerCase().includes((order.path ?? '').toLowerCase()) &&
          (order.method ?? method).toUpperCase() === method,
      );
      const ready = fitting.find(({ skip }) => skip === 0);
      for (const fault of fitting) fault.skip = Math.max(0, fault.skip - 1);
      if (!ready) return null;
      ready.remaining -= 1;
      faults = faults.filter(({ remaining }) => remaining > 0);
      return ready.order;
    },
  };
}

/** Reads an order that came over HTTP. Throws with a sentence when it is none. */
export function readFaultOrder(value: Record<string, unknown>): FaultOrder {
  const kind = FAULT_KINDS.find((known) => known === value.kind);
  if (!kind) throw new Error(`kind should be one of ${FAULT_KINDS.join(', ')}`);
  const text = (name: string) => {
    const given = value[name];
    return typeof given === 'string' ? given : undefined;
  };
  const count = (name: string) => {
    const given = value[name];
    return typeof given === 'number' && given >= 0 ? given : undefined;
  };
  return {
    kind,
    path: text('path'),
    method: text('method'),
    times: count('times'),
    afterCalls: count('afterCalls'),
    retryAfterSeconds: count('retryAfterSeconds'),
    lateBySeconds: count('lateBySeconds'),
  };
}
