import { parse } from 'csv-parse/sync';
import { unguard } from '#app/transfer/cells.ts';

/** The rows of one of our files by the names in its header, each cell as it was before it was guarded. */
export function readCsv(text: string): Record<string, string>[] {
  if (!text.startsWith('\uFEFF')) throw new Error('A file of ours begins with its mark');
  const rows = parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
  return (rows as Record<string, string>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, unguard(cell)])),
  );
}
