import { z } from 'zod';
import {
  descriptionField,
  filledDay,
  idField,
  optionalHours,
  requiredText,
} from '../../lib/fields.ts';
import { SELECT_BOTH } from '../work-logs.ts';
import { EXAMPLE } from './say-line.ts';

/** The longest line, in characters, and the most lines that are logged at once. */
export const MAX_LINE_LENGTH = 10_000;
export const MAX_LINES = 50;

/** The sentence about a line that is empty. */
export const ENTER_A_LINE = `Enter a line such as “${EXAMPLE}”.`;

/** The API's body: one line. */
export const LineBody = z.object({
  line: requiredText(ENTER_A_LINE, MAX_LINE_LENGTH).refine(
    (line) => linesOf(line).length <= 1,
    'Send one line at a time. Nothing was logged.',
  ),
});

/** The form with one line or several. */
export const LineForm = z.object({
  line: requiredText(ENTER_A_LINE, MAX_LINES * MAX_LINE_LENGTH).superRefine((text, context) => {
    const lines = linesOf(text);
    const message =
      lines.length > MAX_LINES
        ? `These are ${lines.length} lines; ${MAX_LINES} can be logged at once. Nothing was logged.`
        : lines.some((line) => line.length > MAX_LINE_LENGTH)
          ? 'One of the lines is too long. Nothing was logged.'
          : null;
    if (message !== null) context.addIssue({ code: 'custom', message });
  }),
});

/** The form in which the rest of a line is chosen. */
export const ChosenForm = z.object({
  duration: optionalHours,
  clientId: idField(SELECT_BOTH),
  workTypeId: idField(SELECT_BOTH),
  date: filledDay,
  description: descriptionField,
});

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
