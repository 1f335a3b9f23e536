/**
 * Whether a command only shows that it still runs (`SHORT=yes`, as `tests/commands` runs it): on tiny data, for one round,
 * which says nothing about the machine or the product's speed.
 */
export const IS_SHORT = process.env.SHORT === 'yes';

/** What depends on the size of the data and on the machine. */
const OF_SIZE = ['ms', '×', 'MiB'];

/** A measured value and its limit. */
export type Figure = {
  name: string;
  value: number;
  /** `ms`, or `×` for a ratio. */
  unit: string;
  /** True: a short run judges it, too. */
  isSmall?: boolean;
} & ({ atMost: number } | { atLeast: number });

const isJudged = ({ unit, isSmall = false }: Figure) =>
  isSmall || !(IS_SHORT && OF_SIZE.includes(unit));

function isMissed(figure: Figure): boolean {
  if (!isJudged(figure)) return !Number.isFinite(figure.value);
  // Written so that NaN counts as missed, too.
  return !('atMost' in figure ? figure.value <= figure.atMost : figure.value >= figure.atLeast);
}

function toLine(figure: Figure): string {
  const { name, value, unit } = figure;
  const limit =
    'atMost' in figure ? `at most ${figure.atMost} ${unit}` : `at least ${figure.atLeast} ${unit}`;
  const measured = `${value.toFixed(2)} ${unit}`.padStart(12);
  const judged = isJudged(figure) ? limit : 'not judged';
  return `${name.padEnd(58)}${measured}   ${judged}${isMissed(figure) ? '   MISSED' : ''}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const missed: Figure[] = [];
let isAllJudged = true;

/** Prints a table of figures with their limits; a figure beyond its limit makes the command fail. */
export function report(title: string, figures: Figure[]): void {
  print(`\n${title}`);
  for (const figure of figures) print(toLine(figure));
  missed.push(...figures.filter(isMissed));
  isAllJudged &&= figures.every(isJudged);
}

/** Ends the report: fails the command when any limit was missed. */
export function conclude(): void {
  if (missed.length === 0) {
    print(
      `\nEvery limit is kept${isAllJudged ? '' : '; a short run judges no time and no memory'}.`,
    );
    return;
  }
  print(`\n${missed.length} ${missed.length === 1 ? 'limit was' : 'limits were'} missed:`);
  for (const figure of missed) print(toLine(figure));
  // docs/proofs.md keeps the last line.
  if (missed.length > 1)
    print(`Missed: ${missed.map(({ name, value }) => `${name} ${value.toFixed(2)}`).join('; ')}`);
  process.exitCode = 1;
}
