import type { FaultKind, FaultOrder } from '#sandbox/xero.ts';
import type { Random } from './random.ts';

const KINDS: [FaultKind, ...FaultKind[]] = [
  'timeout-before',
  'timeout-after',
  'late',
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
  'half',
  'refuse-one',
  '400-before',
  '400-after',
  '400-but-one',
];

const TARGETS = [
  { path: '/Invoices', method: 'PUT' },
  { path: '/Invoices', method: 'PUT' },
  { path: '/Invoices', method: 'PUT' },
  { path: '/Invoices', method: 'GET' },
  { path: '/Contacts', method: 'PUT' },
  { path: '/Contacts', method: 'PUT' },
  { path: '/Contacts', method: 'GET' },
  { path: '/token', method: 'POST' },
] as const;

/** A call of each process that is never answered. */
export function makeSilence(
  random: Random,
  { path, method, processes }: { path: string; method: string; processes: number },
): FaultOrder {
  const kind = random.pick(['timeout-before', 'timeout-after', 'late'] as const);
  return { kind, path, method, times: processes, lateBySeconds: lateness(random) };
}

/** How late a call arrives, in seconds: always before Xero forgets its key. */
function lateness(random: Random): number {
  return random.pick([5, 30, 120, 235, 350]);
}

/** Something that goes wrong with one of the calls that make invoices. */
export function makeFault(random: Random): FaultOrder {
  return {
    ...random.pick(TARGETS),
    kind: random.pick(KINDS),
    lateBySeconds: lateness(random),
    times: 1 + random.below(2),
    afterCalls: random.oneIn(3) ? 1 + random.below(2) : 0,
  };
}
