import type { FaultOrder } from '#sandbox/xero.ts';
import { createRandom, type Random } from './random.ts';
import { makeFault, makeSilence } from './some-faults.ts';

/** Steps at which a process can die: those of the product, and those around its calls to Xero. */
export const STEPS = [
  'claiming',
  'addressed',
  'marked as sending',
  'answered',
  'settled',
  'looked up',
  'found',
  'looked before',
  'unsent',
  'contacts claimed',
  'contacts in flight',
  'contacts made',
  'tokens renewed',
  'in flight',
  'taking back',
  'taking back in flight',
  'taken back',
  'looked whether taken back',
] as const;
export type Step = (typeof STEPS)[number];

/** The steps that the first life of a schedule can reach. */
const FIRST_STEPS = [
  'claiming',
  'looked before',
  'addressed',
  'marked as sending',
  'answered',
  'settled',
  'unsent',
  'contacts claimed',
  'contacts in flight',
  'contacts made',
  'in flight',
] as const;

export type LogSeed = {
  /** `yyyy-MM-dd`. */
  day: string;
  minutes: number;
  ratePence: number;
  billable: boolean;
  /** Items of a hardware log; none for a log of time. */
  items: { quantity: number; unitPricePence: number; vatIncluded: boolean }[];
};

export type ClientSeed = {
  name: string;
  hasContact: boolean;
  logs: LogSeed[];
  /** What is taken off each of its invoices by whoever presses the button, where it can be. */
  discount: string | null;
};

/** One life of a process, or of two at once, and what happens to the world around it. */
export type Round = {
  faults: FaultOrder[];
  /** Whether the person presses "Create invoices"; if not, only what is due is carried on. */
  isClaiming: boolean;
  /** Whether the person takes the newest invoice back, after that. */
  takesBack: boolean;
  /** For each process, the step at which it dies, after reaching it `skip` times. */
  crashes: ({ step: Step; skip: number } | null)[];
  /** The machine sleeps at this step, for so long. */
  sleep: { step: Step; milliseconds: number } | null;
  isTokenRefused: boolean;
  /** Milliseconds that pass after the round. */
  pause: number;
  /** What the bookkeeper does with one invoice meanwhile. */
  mark: 'approved' | 'voided' | 'deleted' | 'contact archived' | null;
  /** Who gives what another name meanwhile: the bookkeeper a contact of ours, or a person a client. */
  rename: 'contact' | 'client' | null;
};

export type Schedule = {
  seed: number;
  isVatRegistered: boolean;
  /** Processes that work on the same file at once. */
  processes: 1 | 2;
  /** Whether the processes are real ones that end by SIGKILL. */
  isKilled: boolean;
  clients: ClientSeed[];
  rounds: Round[];
  setback: Setback | null;
};

/**
 * The database of an earlier moment comes back after the rounds: by a restore of a backup, by a copy of the file, or
 * as a second installation, which makes invoices of its own from there on while the first one goes on.
 */
export type Setback = {
  kind: 'restore' | 'copy' | 'second installation';
  /** The round before which the backup or the copy is made. */
  before: number;
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Among them just below and just above Xero's six minutes for a key, the product's four and ten. */
const PAUSES = [
  0,
  5 * SECOND,
  25 * SECOND,
  2 * MINUTE,
  3.9 * MINUTE,
  4.1 * MINUTE,
  5.9 * MINUTE,
  6.1 * MINUTE,
  9.9 * MINUTE,
  10.1 * MINUTE,
  40 * MINUTE,
  7 * 60 * MINUTE,
] as const;

/** One schedule in so many uses real processes. */
const KILLED = 4;

/** Makes the schedule of a seed, always the same. */
export function makeSchedule(seed: number): Schedule {
  const isKilled = seed % KILLED === 0;
  const random = createRandom(seed);
  const processes = random.oneIn(3) ? 2 : 1;
  const isLarge = random.oneIn(60);
  const clientCount = isLarge ? 9 : 1 + random.below(3);
  // Of a seed of its own, so that the rest of the schedule is as it was without.
  const ofDiscounts = createRandom(seed + OF_DISCOUNTS);
  const schedule: Omit<Schedule, 'setback'> = {
    seed,
    isVatRegistered: !random.oneIn(4),
    processes,
    isKilled,
    clients: Array.from({ length: clientCount }, (_, index) => ({
      ...makeClient(random, index, isLarge),
      discount: ofDiscounts.pick(DISCOUNTS),
    })),
    rounds: Array.from({ length: 1 + random.below(3) }, (_, index) =>
      makeRound(random, processes, index, isKilled),
    ),
  };
  const setback: Setback | null = random.oneIn(3)
    ? {
        kind: random.pick(['restore', 'copy', 'second installation'] as const),
        before: random.below(schedule.rounds.length),
      }
    : null;
  // Of a seed of its own, so that the rest of the schedule is as it was without.
  const more = createRandom(seed + OF_ITS_OWN);
  const rounds = schedule.rounds.map((round) => addTakingBack(more, round, schedule));
  return { ...schedule, rounds, setback };
}

const OF_ITS_OWN = 1_000_003;
const OF_DISCOUNTS = 2_000_003;

const DISCOUNTS = [null, null, '10%', '33.33%', '£5.00', '£0.01'] as const;

/** The steps at which a process can die while it takes an invoice back. */
const BACK_STEPS = [
  'taking back',
  'taking back in flight',
  'taken back',
  'looked whether taken back',
] as const;

/** Has an invoice taken back in some rounds, among faults and crashes. */
function addTakingBack(
  random: Random,
  round: Round,
  { processes, isKilled }: Pick<Schedule, 'processes' | 'isKilled'>,
): Round {
  if (random.oneIn(3)) return round;
  const faults: FaultOrder[] = Array.from({ length: random.below(3) }, () => ({
    ...makeFault(random),
    ...random.pick([CHANGE, CHANGE, { path: '/Invoices', method: 'GET' }] as const),
  }));
  const [crash = null, ...others] = round.crashes;
  const step = random.oneIn(2) ? random.pick(BACK_STEPS) : null;
  if (step === 'taking back in flight') faults.push(makeSilence(random, { ...CHANGE, processes }));
  const canSleep = processes === 1 && !isKilled && round.sleep === null && random.oneIn(4);
  const milliseconds = random.pick([5 * MINUTE, 11 * MINUTE, 60 * MINUTE] as const);
  return {
    ...round,
    takesBack: true,
    faults: [...round.faults, ...faults],
    crashes: [step === null ? crash : { step, skip: 0 }, ...others],
    sleep: canSleep
      ? { step: random.pick(['taking back', 'taken back'] as const), milliseconds }
      : round.sleep,
  };
}

/** A call that deletes or voids an invoice. */
const CHANGE = { path: '/Invoices/', method: 'POST' } as const;

function makeClient(random: Random, index: number, isLarge: boolean): Omit<ClientSeed, 'discount'> {
  const months = isLarge ? 3 : 1 + random.below(3);
  const logs = Array.from({ length: months }, (_, month) =>
    Array.from({ length: isLarge ? 1 : 1 + random.below(3) }, () => makeLog(random, month)),
  );
  return {
    name: `Client ${String.fromCharCode(65 + index)}`,
    hasContact: random.oneIn(2),
    logs: logs.flat(),
  };
}

function makeLog(random: Random, month: number): LogSeed {
  const isHardware = random.oneIn(4);
  const day = String(1 + random.below(28)).padStart(2, '0');
  return {
    day: `2026-${String(8 + month).padStart(2, '0')}-${day}`,
    minutes: isHardware ? 0 : random.pick([15, 20, 25, 50, 60, 90, 475]),
    ratePence: random.pick([6_000, 9_500, 7_777, 10_001]),
    billable: !random.oneIn(6),
    items: Array.from({ length: isHardware ? 1 + random.below(2) : 0 }, () => ({
      quantity: 1 + random.below(7),
      unitPricePence: random.pick([1, 99, 1_999, 12_345, 100_000]),
      vatIncluded: random.oneIn(2),
    })),
  };
}

function makeRound(random: Random, processes: number, index: number, isKilled: boolean): Round {
  const faults = Array.from({ length: random.below(4) }, () => makeFault(random));
  const canSleep = processes === 1 && !isKilled && random.oneIn(5);
  const crashes = Array.from({ length: processes }, () =>
    (isKilled && index === 0) || random.oneIn(2)
      ? { step: random.pick(index === 0 ? FIRST_STEPS : STEPS), skip: random.oneIn(6) ? 1 : 0 }
      : null,
  );
  // A process can die during a call only while Xero is silent.
  for (const [step, path] of IN_FLIGHT) {
    if (!crashes.some((crash) => crash?.step === step)) continue;
    faults.push(makeSilence(random, { path, method: 'PUT', processes }));
  }
  return {
    faults,
    isClaiming: index === 0 || random.oneIn(2),
    takesBack: false,
    crashes,
    sleep: canSleep
      ? {
          step: random.pick([
            'addressed',
            'contacts claimed',
            'contacts made',
            'marked as sending',
            'looked up',
            'found',
          ] as const),
          milliseconds: random.pick([5 * MINUTE, 11 * MINUTE, 60 * MINUTE] as const),
        }
      : null,
    isTokenRefused: random.oneIn(8),
    pause: random.pick(PAUSES),
    mark: random.oneIn(6)
      ? random.pick(['approved', 'voided', 'deleted', 'contact archived'] as const)
      : null,
    rename: random.oneIn(4) ? random.pick(['contact', 'client'] as const) : null,
  };
}

/** The steps at which a process dies during a call, and what it calls. */
const IN_FLIGHT = [
  ['in flight', '/Invoices'],
  ['contacts in flight', '/Contacts'],
] as const;
