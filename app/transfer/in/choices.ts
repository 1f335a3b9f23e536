import type { ImportNameKind } from '#db/words.ts';
import type { FileFormat, WorkColumns } from './reading/products.ts';

/** What may be answered to what a file leaves open, with the words of its page. */
export const ANSWERS = {
  dayOrder: { 'day-first': 'The day', 'month-first': 'The month' },
  /** What amounts in another currency count as: nothing, so the rules give the rate; or pounds. */
  foreignMoney: {
    ask: 'Not decided: these lines have a problem',
    pounds: 'The same number of pounds',
    rules: 'Leave them out and use our client and work type rates',
  },
  /** What a rate of nothing counts as, for work that is to be billed: none was set; or nothing is charged. */
  zeroRates: {
    ask: 'Not decided: these lines have a problem',
    ours: 'Use our client and work type rates',
    keep: 'Keep 0.00: no charge',
  },
  /** What counts where a file states other amounts than its time and rates come to, or rounded hours. */
  amounts: {
    ask: 'Not decided: lines that contradict themselves have a problem',
    stated:
      'What the file states: its amounts, at the rate that comes to them, and its rounded hours',
    worked: 'Hours as worked, at the rate: the difference stays on the sheet',
  },
  /** What a project of the file is here. */
  projects: {
    jobs: 'Jobs of their clients; those that are not here are made',
    clients: 'Clients',
    text: 'Words before the description',
    none: 'Leave them out',
  },
  /** What gives lines their work type that have none. */
  workTypes: {
    names: 'One for all of them, chosen under Names',
    projects: 'Their project',
    tags: 'Their tags',
  },
  tags: {
    text: 'Words behind the description, such as #urgent, which may stand on invoices',
    none: 'Leave them out',
  },
  /** What a name is that is almost a client's: that client, or a new one. */
  twins: {
    existing: 'Use the existing clients: these lines add nothing',
    new: 'Add them anyway',
  },
  /** Whether lines that are like ones from before, but not the same, are the same work. */
  again: {
    ask: 'Not decided: these lines have a problem',
    same: 'The same work: nothing is added, and what changed is listed',
    other: 'Other work: it is added',
  },
} as const;

/**
 * What is answered to what a file leaves open, as `said` has it by the name of the question; what is in no word of
 * {@link ANSWERS} is left out.
 */
export function answersIn(said: (name: keyof typeof ANSWERS) => unknown): Partial<Choices> {
  const answers = Object.entries(ANSWERS).map(([name, words]) => {
    const word = said(name as keyof typeof ANSWERS);
    return [name, Object.keys(words).find((one) => one === word)];
  });
  return Object.fromEntries(answers.filter(([, word]) => word !== undefined)) as Partial<Choices>;
}

type Answers = { [Name in keyof typeof ANSWERS]: keyof (typeof ANSWERS)[Name] };

/** What a person, or the caller of the API, chose for a file. */
export type Choices = Omit<Answers, 'dayOrder' | 'projects' | 'twins'> & {
  dayOrder: Answers['dayOrder'] | null;
  /** Null: what is proposed for the file, once it was read. */
  projects: Answers['projects'] | null;
  /** Null: it is a doubt of the file. */
  twins: Answers['twins'] | null;
  /** Which edits of logs are made: `all`, those that were shown (`listEdits`), or some of these, with spaces; null: none. */
  edits: string | null;
  skips: boolean;
  confirms: boolean;
  /** Whether it is written as soon as it was read: nobody looks at it first. */
  writesAtOnce: boolean;
  /** Which record a name means, by the key of the name: an id, or 0 for a new one. */
  names: Record<string, number>;
  mends: Record<string, Record<string, string>>;
};

export const NO_CHOICES: Choices = {
  dayOrder: null,
  foreignMoney: 'ask',
  zeroRates: 'ask',
  amounts: 'ask',
  projects: null,
  workTypes: 'names',
  tags: 'text',
  twins: null,
  again: 'ask',
  edits: null,
  skips: false,
  confirms: false,
  writesAtOnce: false,
  names: {},
  mends: {},
};

/** What was found when a file was read. */
export type Survey = {
  format: FileFormat | null;
  header: string[];
  /** What is asked before it can be read: which columns it has. */
  needsColumns: boolean;
  /** The columns that may be meant, where they are asked for. */
  proposed: WorkColumns;
  /** Which columns a line of work has, to mend its cells. */
  columns: WorkColumns;
  /** Whether both orders of day and month fit all dates. */
  asksDayOrder: boolean;
  exampleDate: string | null;
  /** Its first lines, cut short, to choose columns by. */
  samples: string[][];
  currencies: string[];
  tally?: Tally;
  /** What is asked since the file has it: projects, lines without a work type, tags. */
  asks?: ('projects' | 'workTypes' | 'tags')[];
  /** What is not read: columns, and payment terms for which there is no field. */
  unread?: string[];
};

/** Counted while the lines of a file are read. */
export const NO_TALLY = {
  /** Lines that are to be billed at a rate of nothing. */
  zeroRates: 0,
  /** Lines that state other amounts, in pence, or rounded hours, in seconds, than as worked and by their rates. */
  others: 0,
  ...{ stated: 0, worked: 0, statedSeconds: 0, workedSeconds: 0 },
};
export type Tally = typeof NO_TALLY;

/** A name of a file; that of a work type for hardware is another than the same one for time. */
export type FileName = { kind: ImportNameKind; name: string; isHardware: number };

/** What the kinds of names are called. */
export const NAME_KINDS = {
  client: 'Client',
  'work-type': 'Work type',
  person: 'Logged by',
} as const;

/** The key of a name in {@link Choices}. */
export function nameKey({ kind, name, isHardware }: FileName): string {
  return `${isHardware ? 'hardware-type' : kind}:${name}`;
}
