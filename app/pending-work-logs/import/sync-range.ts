import { isDay } from '../../lib/day.ts';
import { inPlainSigns } from '../../lib/looks.ts';

const BOTH = 'Both start and end dates are required';
const FORMAT = 'Dates must be in YYYY-MM-DD format';
const INVALID = 'Invalid date values';
const ORDER = 'Start date must be before or equal to end date';

type RangeIssue = { path: 'startDate' | 'endDate'; message: string };

/** What is wrong with the days to sync, in the words of docs/specification.md; empty if nothing is. */
export function checkRange(startDate: string, endDate: string): RangeIssue[] {
  const issues: RangeIssue[] = [];
  const days = [
    ['startDate', inPlainSigns(startDate)],
    ['endDate', inPlainSigns(endDate)],
  ] as const;
  for (const [path, day] of days) {
    const message = ruleFor(day);
    if (message !== null) issues.push({ path, message });
  }
  if (issues.length === 0 && days[0][1] > days[1][1])
    issues.push({ path: 'startDate', message: ORDER });
  return issues;
}

function ruleFor(day: string): string | null {
  if (day === '') return BOTH;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return FORMAT;
  return isDay(day) ? null : INVALID;
}
