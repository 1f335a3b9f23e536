/** What is mutated together: modules, and the tests that must notice. */
export type Part = {
  mutated: string[];
  /** The quickest first: the first that fails ends it. Each runs from source, with a real SQLite and stand-ins. */
  tests: string[];
  /** What these say to people is held over HTTP, by tests that run the build: so no text is emptied. */
  leavesTexts?: true;
};

const RUNS = 'app/invoices/runs';
const LINES = 'app/invoices/lines';

export const PARTS: Record<string, Part> = {
  'money, VAT and rates': {
    mutated: [
      'app/lib/money.ts',
      'app/lib/vat.ts',
      'app/work-logs/hardware/item-prices.ts',
      'app/work-logs/rates/rates.ts',
      'app/work-logs/rates/rate-choice.ts',
      `${LINES}/billed-time.ts`,
      `${LINES}/discount.ts`,
      `${LINES}/invoice-lines.ts`,
    ],
    tests: [
      'app/lib/money.test.ts',
      'app/work-logs/rates/rates.test.ts',
      'app/work-logs/rates/rate-choice.test.ts',
      `${LINES}/billed-time.test.ts`,
      `${LINES}/invoice-lines.test.ts`,
      `${LINES}/discount.test.ts`,
      `${LINES}/groups.test.ts`,
      'app/work-logs/hardware/item-prices.test.ts',
    ],
  },
  durations: { mutated: ['app/lib/duration.ts'], tests: ['app/lib/duration.test.ts'] },
  calendar: {
    mutated: ['app/lib/calendar.ts', 'app/lib/day.ts'],
    tests: ['app/lib/calendar.test.ts', 'app/lib/calendar-zones.test.ts'],
  },
  'claims and settling': {
    mutated: ['claim', 'steps', 'settle', 'look-up', 'pause'].map(
      (name) => `${RUNS}/${name}.server.ts`,
    ),
    tests: [
      ...['steps', 'due-runs', 'claim', 'unknown-outcome', 'refused-call', 'wrong-clock'],
      'restored-run',
    ].map((name) => `${RUNS}/${name}.test.ts`),
    leavesTexts: true,
  },
};

/** What a short run mutates: a dozen places in seconds. */
export const SHORT_PARTS: Record<string, Part> = {
  VAT: { mutated: ['app/lib/vat.ts'], tests: [`${LINES}/discount.test.ts`] },
};
