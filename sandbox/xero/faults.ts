/**
 * What can be made to go wrong. With `-before` the call is not carried out, with `-after` it is
 * carried out first. A `403` is a gateway's. A `late` call is never answered, and carried out once its delay is over.
 */
export const FAULT_KINDS = [
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  '429',
  '429-day',
  '400-before',
  '400-after',
  '500-before',
  '500-after',
  '503-html',
  'cut',
  'html-after',
  '401',
  '403',
  'late',
] as const;

/**
 * What can go wrong with a part of a write; a read does not notice it. `half` is carried out and
 * answered with every second element only; `refuse-one` is carried out without its first element,
 * which is refused; `400-but-one` is too, and is answered as if all of it were refused.
 */
export const PARTIAL_FAULT_KINDS = ['half', 'refuse-one', '400-but-one'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number] | (typeof PARTIAL_FAULT_KINDS)[number];

export type FaultOrder = {
  kind: FaultKind;
  /** Part of the path, such as `/Invoices`; without it, any path. */
  path?: string;
  /** Without it, any method. */
  method?: string;
  /** How often it happens; once by default. */
  times?: number;
  /** How many of these calls succeed first. */
  afterCalls?: number;
  /** The `Retry-After` of a 429; by default 1 for the limit of a minute, 5 hours for that of a day. */
  retryAfterSeconds?: number;
  /** How long a `late` call is under way; 60 by default. */
  lateBySeconds?: number;
};

type Fault = { order: FaultOrder; remaining: number; skip: number };

/** The faults that are ordered at present. */
export type Faults = {
  fail: (order: FaultOrder) => void;
  heal: () => void;
  /** The fault for this call, counted as used once; null when the call succeeds. */
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

/** Reads an order that came over HTTP. Throws with a sentence when it is not a fault. */
export function readFaultOrder(value: Record<string, unknown>): FaultOrder {
  const kinds = [...FAULT_KINDS, ...PARTIAL_FAULT_KINDS];
  const kind = kinds.find((known) => known === value.kind);
  if (!kind) throw new Error(`kind should be one of ${kinds.join(', ')}`);
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
