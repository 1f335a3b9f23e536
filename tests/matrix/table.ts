import { ALL_MODES, type Mode } from '#tests/support/browser/modes.ts';
import { ELSEWHERE, EXPLAINED } from './explained.ts';
import type { Place, Results } from './results.ts';

const HEADINGS: Record<Mode, string> = {
  desktop: 'scripts',
  phone: 'scripts, on a phone',
  'no scripts': 'no scripts',
  'scripts blocked mid-load': 'scripts cut off',
  Lite: 'Lite',
  'styles lost': 'styles lost',
};

/** A cell that is neither green nor explained. */
export type Red = { journey: string; place: Place; ending: string };

/** Both tables as Markdown, with what is explained below them, and the cells that are red. */
export function tablesOf(results: Results): { text: string; red: Red[] } {
  const red: Red[] = [];
  const notes: string[] = [];
  const cellOf = (journey: string, place: Place): string => {
    const ending = results[journey]?.[place];
    if (ending === 'passed') return '✓';
    const isExplained = (one: (typeof EXPLAINED)[number]) =>
      one.journey.test(journey) &&
      one.in.includes(place) &&
      (ending === undefined || one.endsOtherwise === true);
    const why = EXPLAINED.find(isExplained)?.why;
    if (why === undefined) {
      red.push({ journey, place, ending: ending ?? 'not walked' });
      return `**${ending ?? 'not walked'}**`;
    }
    if (!notes.includes(why)) notes.push(why);
    return `(${notes.indexOf(why) + 1})`;
  };
  const rowsOf = (places: readonly Place[]) =>
    Object.keys(results)
      .filter((journey) => places.some((place) => results[journey]?.[place] !== undefined))
      .sort()
      .map((journey) => [journey, ...places.map((place) => cellOf(journey, place))]);
  const modes = table(['journey', ...ALL_MODES.map((mode) => HEADINGS[mode])], rowsOf(ALL_MODES));
  const elsewhere = table(['journey', ...ELSEWHERE], rowsOf(ELSEWHERE));
  const explained = notes.map((why, index) => `${index + 1}. ${why}`).join('\n');
  return { text: [modes, elsewhere, explained].filter(Boolean).join('\n\n'), red };
}

function table(headings: string[], rows: string[][]): string {
  const dashes = headings.map((_, index) => (index === 0 ? '-' : ':-:'));
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [headings, dashes, ...rows].map(line).join('\n');
}
