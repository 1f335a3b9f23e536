import { inPlainSigns } from '../../../lib/looks.ts';

/** Hyphens and dashes, and the sign for minus, as texts and tables are copied with them. */
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/**
 * A cell that holds a figure, a date or a yes or no, as it looks: with plain signs and hyphens, and without the
 * apostrophe by which a spreadsheet is told to keep it as text.
 */
export function plainCell(cell: string): string {
  return inPlainSigns(cell)
    .replace(HYPHENS, '-')
    .replace(/^['’] ?/, '');
}
