import { z } from 'zod';

/** What the stand-in can do wrong. `html`, `cut` and `not-json` have status 200. */
const KINDS = [
  '400',
  '401',
  '403',
  '404',
  '410',
  '429',
  '500',
  '502',
  '503',
  'html',
  'cut',
  'not-json',
  'no-list',
  'silence',
  'redirect',
] as const;

/** A fault as it is ordered, also as JSON over HTTP. */
export const TodoistFault = z.object({
  kind: z.enum(KINDS),
  /** Calls whose path starts like this fail, such as `/api/v1/activities`; by default all do. */
  path: z.string().default('/api/v1/'),
  /** How often it happens; without, until it is switched off. */
  times: z.number().int().positive().optional(),
  /** How many calls of the path succeed first. */
  afterCalls: z.number().int().nonnegative().default(0),
  /** The `Retry-After` of a 429 or 503: seconds, or a date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** Where a redirection leads. */
  location: z.string().default('http://127.0.0.1:9/elsewhere'),
});
export type TodoistFault = z.output<typeof TodoistFault>;

type Answer = { status: number; headers: Record<string, string>; body: string };

/** How an answer goes out: whole, without its second half, or not at all. */
export type Delivery = Answer & { cut?: boolean; silent?: boolean };

/** The faults that are switched on. */
export type FaultSwitches = {
  /** Switches a fault on. Throws a ZodError for anything that is not a fault. */
  add: (fault: z.input<typeof TodoistFault>) => void;
  heal: () => void;
  /** The fault for a call of this path, counted as used once; null when the call succeeds. */
  take: (path: string) => TodoistFault | null;
};

/** Switches for faults; at first none is on. */
export function createFaultSwitches(): FaultSwitches {
  let faults: TodoistFault[] = [];
  return {
    add(fault) {
      faults.push(TodoistFault.parse(fault));
    },
    heal() {
      faults = [];
    },
    take(path) {
      for (const fault of faults) {
        if (!path.startsWith(fault.path)) continue;
        if (fault.afterCalls > 0) {
          fault.afterCalls -= 1;
          continue;
        }
        if (fault.times !== undefined) {
          fault.times -= 1;
          if (fault.times === 0) faults = faults.filter((other) => other !== fault);
        }
        return fault;
      }
      return null;
    },
  };
}

/** Turns a good answer into the faulty one. */
export function spoil(answer: Answer, fault: TodoistFault): Delivery {
  const json = { 'Content-Type': 'application/json' };
  switch (fault.kind) {
    case 'html':
      return page(200);
    case 'cut':
      return { ...answer, cut: true };
    case 'not-json':
      return { status: 200, headers: json, body: '{"results": [' };
    case 'no-list':
      return { status: 200, headers: json, body: '{"hello": "world"}' };
    case 'silence':
      return { ...answer, silent: true };
    case 'redirect':
      return { status: 302, headers: { Location: fault.location }, body: '' };
    case '500':
    case '502':
      return page(Number(fault.kind));
    case '429':
    case '503':
    case '400':
    case '401':
    case '403':
    case '404':
    case '410': {
      const waiting: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };
      return {
        status: Number(fault.kind),
        headers: { ...json, ...waiting },
        body: JSON.stringify({ error: 'A fault of the stand-in', http_code: Number(fault.kind) }),
      };
    }
  }
}

function page(status: number): Delivery {
  const body = '<!doctype html><title>Todoist</title><p>A fault of the stand-in.</p>';
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}
