/** Mutants that no test can notice, or that nobody needs to: of one file, for one reason. */
export type Explained = {
  file: string;
  why: string;
  /** The line as it is, or the first of several, and what it becomes. */
  mutants: [line: string, becomes: string][];
};

const CALENDAR = 'app/lib/calendar.ts';
const DURATION = 'app/lib/duration.ts';
const RUNS = 'app/invoices/runs';

export const EXPLAINED: Explained[] = [
  {
    file: CALENDAR,
    why: 'Where the clocks did not go back, the other midnight is this one.',
    mutants: [
      [
        'const isSameDay = minutesBack > 0 && earlier.getDate() === start.getDate();',
        'const isSameDay = minutesBack >= 0 && earlier.getDate() === start.getDate();',
      ],
    ],
  },
  {
    file: CALENDAR,
    why: 'No zone has moved its clocks by so much since 1970; the list says each half hour, so that none has to be known.',
    mutants: ['-6, -+5, -4, -3, -2, -1', '-6, -5, -4, -+3, -2, -1'].map((halves) => [
      'const around = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map(',
      `const around = [${halves.replace('-+', '+')}, 0, 1, 2, 3, 4, 5, 6].map(`,
    ]),
  },
  {
    file: CALENDAR,
    why: 'A formatter is kept because making one is slow; a new one says the same.',
    mutants: [
      ['if (known) return known;', 'if (false) return known;'],
      ['formatters.set(timeZone, made);', ';'],
    ],
  },
  {
    file: CALENDAR,
    why: 'So en-CA writes days without being asked; it is said because it is relied on.',
    mutants: [
      [
        "const dayFormatter = keepFormatters('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });",
        "const dayFormatter = keepFormatters('en-CA', {});",
      ],
    ],
  },
  {
    file: DURATION,
    why: 'The pattern always has an hour, which the types do not know.',
    mutants: [
      'hour = "Stryker was here!", sign, minute, half, endHour = \'\'',
      'hour = \'\', sign, minute, half, endHour = "Stryker was here!"',
    ].map((change) => [
      "const [, hour = '', sign, minute, half, endHour = '', endSign, endMinute, endHalf] = parts;",
      `const [, ${change}, endSign, endMinute, endHalf] = parts;`,
    ]),
  },
  {
    file: DURATION,
    why: 'No figure counts as 0, as the figure 0 does.',
    mutants: [
      [
        "function timeOfDay(hour: string, minute = '0', half?: string): number | null {",
        'function timeOfDay(hour: string, minute = "", half?: string): number | null {',
      ],
      ...[
        "ones = \"\", above = '0', below = '0'",
        "ones = '0', above = \"\", below = '0'",
        "ones = '0', above = '0', below = \"\"",
      ].map((change): [string, string] => [
        "const [, ones = '0', above = '0', below = '0'] = FRACTION.exec(written) ?? [];",
        `const [, ${change}] = FRACTION.exec(written) ?? [];`,
      ]),
    ],
  },
  {
    file: DURATION,
    why: 'The first of what a pattern finds is the whole text, which nobody looks at.',
    mutants: [
      [
        "const [, whole = '', fraction = ''] = DECIMAL.exec(written) ?? [];",
        "const [, whole = '', fraction = ''] = DECIMAL.exec(written) ?? [\"Stryker was here\"];",
      ],
      [
        "const [, ones = '0', above = '0', below = '0'] = FRACTION.exec(written) ?? [];",
        "const [, ones = '0', above = '0', below = '0'] = FRACTION.exec(written) ?? [\"Stryker was here\"];",
      ],
    ],
  },
  {
    file: DURATION,
    why: 'With anything before it, it is no duration afterwards either.',
    mutants: [
      [
        ".replace(/^(\\d+)( h\\w+)? and a half( h\\w+)?$/, '$1 1/2$2$3')",
        ".replace(/(\\d+)( h\\w+)? and a half( h\\w+)?$/, '$1 1/2$2$3')",
      ],
      [
        ".replace(/^(\\d+)( h\\w+)? and a quarter( h\\w+)?$/, '$1 1/4$2$3');",
        ".replace(/(\\d+)( h\\w+)? and a quarter( h\\w+)?$/, '$1 1/4$2$3');",
      ],
    ],
  },
  {
    file: DURATION,
    why: 'Sixty minutes have been said as hours one line above.',
    mutants: [
      [
        'return minutes < 60 ? `${minutes}m` : formatDuration(minutes);',
        'return minutes <= 60 ? `${minutes}m` : formatDuration(minutes);',
      ],
    ],
  },
  {
    file: 'app/lib/money.ts',
    why: 'No figure counts as 0, as the figure 0 does.',
    mutants: [
      [
        "return Number(whole.replaceAll(',', '') || '0') * parts + Number(fraction.padEnd(decimals, '0'));",
        "return Number(whole.replaceAll(',', '') || \"\") * parts + Number(fraction.padEnd(decimals, '0'));",
      ],
    ],
  },
  {
    file: 'app/lib/money.ts',
    why: 'The text begins with figures, and only the first are replaced.',
    mutants: [
      [
        'return placesText(places, 0).replace(/^\\d+/, (whole) => groupThousands(whole));',
        'return placesText(places, 0).replace(/\\d+/, (whole) => groupThousands(whole));',
      ],
    ],
  },
  {
    file: 'app/lib/money.ts',
    why: 'There always is one, which the types do not know.',
    mutants: [
      [
        "const [pounds = '0', pennies = '00'] = toDecimalString(Math.abs(pence)).split('.');",
        "const [pounds = \"\", pennies = '00'] = toDecimalString(Math.abs(pence)).split('.');",
      ],
      [
        "const [pounds = '0', pennies = '00'] = toDecimalString(Math.abs(pence)).split('.');",
        "const [pounds = '0', pennies = \"\"] = toDecimalString(Math.abs(pence)).split('.');",
      ],
      [
        "const [whole = '0', fraction = ''] = price.slice(sign.length).split('.');",
        "const [whole = \"\", fraction = ''] = price.slice(sign.length).split('.');",
      ],
    ],
  },
  {
    file: 'app/work-logs/hardware/item-prices.ts',
    why: 'No figure counts as 0, as the figure 0 does.',
    mutants: [
      [
        "const hundredths = Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0'));",
        'const hundredths = Number(whole || "") * 100 + Number(fraction.padEnd(2, \'0\'));',
      ],
    ],
  },
  {
    file: 'app/work-logs/hardware/item-prices.ts',
    why: 'The first of what a pattern finds is the whole text, which nobody looks at.',
    mutants: [
      [
        "const [, whole = '', fraction = ''] = match ?? [];",
        "const [, whole = '', fraction = ''] = match ?? [\"Stryker was here\"];",
      ],
    ],
  },
  {
    file: 'app/work-logs/rates/rates.ts',
    why: 'A text has no id, so it is no job that was chosen.',
    mutants: [
      [
        '{ clients, workTypes, jobs = [] }: RateOptions,',
        '{ clients, workTypes, jobs = ["Stryker was here"] }: RateOptions,',
      ],
    ],
  },
  {
    file: 'app/work-logs/rates/rates.ts',
    why: 'Without a work type there is no rate to be named.',
    mutants: [
      [
        "? `the rate of ${workType?.name ?? 'the work type'}`",
        '? `the rate of ${workType?.name ?? ""}`',
      ],
    ],
  },
  {
    file: 'app/work-logs/rates/rate-choice.ts',
    why: 'A text has no id, so it is no job that was chosen.',
    mutants: [
      [
        'export function ratedJob({ jobs = [] }: RateOptions, jobId: unknown): string {',
        'export function ratedJob({ jobs = ["Stryker was here"] }: RateOptions, jobId: unknown): string {',
      ],
    ],
  },
  {
    file: 'app/work-logs/rates/rate-choice.ts',
    why: 'Neither text is an amount.',
    mutants: [
      [
        "const typed = (text = '') => parsePounds(text);",
        'const typed = (text = "Stryker was here!") => parsePounds(text);',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/billed-time.ts',
    why: 'As a key, no value is as good as none.',
    mutants: [
      [
        'vatSince: (day: string) => string | null = () => null,',
        'vatSince: (day: string) => string | null = () => undefined,',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/billed-time.ts',
    why: 'There always is one, which the types do not know.',
    mutants: [
      ['const rate = first?.hourlyRatePence ?? 0;', 'const rate = first.hourlyRatePence ?? 0;'],
    ],
  },
  {
    file: 'app/invoices/lines/discount.ts',
    why: 'The first of what a pattern finds is the whole text, which nobody looks at.',
    mutants: [
      [
        'const [, number] = /^(\\d{1,3}(?:\\.\\d{1,2})?) ?%$/.exec(inPlainSigns(text)) ?? [];',
        'const [, number] = /^(\\d{1,3}(?:\\.\\d{1,2})?) ?%$/.exec(inPlainSigns(text)) ?? ["Stryker was here"];',
      ],
      [
        "const [, percent] = /^Discount (.+%)$/.exec(found[0]?.description ?? '') ?? [];",
        'const [, percent] = /^Discount (.+%)$/.exec(found[0]?.description ?? \'\') ?? ["Stryker was here"];',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/discount.ts',
    why: 'There always is one, which the types do not know.',
    mutants: [
      [
        'vatRateHundredths: some[0]?.vatRateHundredths ?? 0,',
        'vatRateHundredths: some[0].vatRateHundredths ?? 0,',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/discount.ts',
    why: 'Without a text there is no discount; the types need both.',
    mutants: [
      [
        'if (text === null || discount === null || lines.length === 0) return { lines: [], problem: null };',
        'if (false || discount === null || lines.length === 0) return { lines: [], problem: null };',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/discount.ts',
    why: 'Other text around it is none of the lines that a discount makes, with which it is compared.',
    mutants: [
      [
        "const [, percent] = /^Discount (.+%)$/.exec(found[0]?.description ?? '') ?? [];",
        "const [, percent] = /Discount (.+%)$/.exec(found[0]?.description ?? '') ?? [];",
      ],
      [
        "const [, percent] = /^Discount (.+%)$/.exec(found[0]?.description ?? '') ?? [];",
        "const [, percent] = /^Discount (.+%)/.exec(found[0]?.description ?? '') ?? [];",
      ],
    ],
  },
  {
    file: 'app/invoices/lines/discount.ts',
    why: 'Neither text is a percentage.',
    mutants: [
      [
        "const [, percent] = /^Discount (.+%)$/.exec(found[0]?.description ?? '') ?? [];",
        'const [, percent] = /^Discount (.+%)$/.exec(found[0]?.description ?? "Stryker was here!") ?? [];',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/invoice-lines.ts',
    why: 'No code has another name in Xero.',
    mutants: [
      [
        'const code = wanted === null ? null : (taxCodes.get(wanted) ?? wanted);',
        'const code = false ? null : (taxCodes.get(wanted) ?? wanted);',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/invoice-lines.ts',
    why: 'Without VAT the rate is 0, by which net is the total, too.',
    mutants: [
      [
        'if (!isVatRegistered) return { net: total, vat: 0 };',
        'if (false) return { net: total, vat: 0 };',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/invoice-lines.ts',
    why: 'An item of hardware has no minutes that could differ.',
    mutants: [
      [
        "...(item.kind === 'time' && item.minutes !== item.workedMinutes",
        '...(true && item.minutes !== item.workedMinutes',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/invoice-lines.ts',
    why: 'A line of time does not say that VAT is included.',
    mutants: [
      [
        "const isIncluded = item.kind === 'hardware' && item.vatIncluded;",
        'const isIncluded = true && item.vatIncluded;',
      ],
    ],
  },
  {
    file: 'app/invoices/lines/invoice-lines.ts',
    why: 'There always is one, which the types do not know.',
    mutants: [
      [
        "const [first = ''] = description.trim().split('\\n');",
        'const [first = "Stryker was here!"] = description.trim().split(\'\\n\');',
      ],
    ],
  },
  {
    file: `${RUNS}/claim.server.ts`,
    why: 'It tells the process of a proof where to die, and nobody else.',
    mutants: [["services.checkpoint('claiming');", ';']],
  },
  {
    file: `${RUNS}/settle.server.ts`,
    why: 'It tells the process of a proof where to die, and nobody else.',
    mutants: ["services.checkpoint('settled');", "services.checkpoint('unsent');"].map((line) => [
      line,
      ';',
    ]),
  },
  {
    file: `${RUNS}/look-up.server.ts`,
    why: 'A call has an invoice, and what is being sent has its moment, which the types do not know.',
    mutants: [
      ['if (!first) continue;', 'if (false) continue;'],
      [
        'const age = ({ sentAt }: Invoice, at: number) => at - (sentAt?.getTime() ?? 0);',
        'const age = ({ sentAt }: Invoice, at: number) => at - (sentAt.getTime() ?? 0);',
      ],
      [
        'const latest = Math.max(...left.map(({ sentAt }) => sentAt?.getTime() ?? 0));',
        'const latest = Math.max(...left.map(({ sentAt }) => sentAt.getTime() ?? 0));',
      ],
    ],
  },
  {
    file: `${RUNS}/look-up.server.ts`,
    why: 'One reference was asked for, so an answer has that invoice or none.',
    mutants: [
      [
        'const match = found.find((one) => one.reference === reference);',
        'const match = found.find((one) => true);',
      ],
    ],
  },
  {
    file: `${RUNS}/steps.server.ts`,
    why: 'Once more, for no invoices, writes nothing.',
    mutants: [
      [
        'for (let from = 0; from < batch.length; from += AT_ONCE) {',
        'for (let from = 0; from <= batch.length; from += AT_ONCE) {',
      ],
    ],
  },
];
