import { shareOut } from '../../lib/money.ts';
import type { InvoiceGroup } from './groups.ts';

/**
 * What an invoice bills for each of its logs, net, in pence, by the log's id. What several logs are billed as is
 * shared over them, in proportion to what each comes to without rounding.
 */
export function billedByLog({ content, origins, entries }: InvoiceGroup): Map<number, number> {
  const worked = new Map(
    entries.flatMap(({ logs }) => logs.map(({ id, totalPence }) => [id, totalPence] as const)),
  );
  const billed = new Map<number, number>();
  for (const [index, { netPence }] of content.lines.entries()) {
    const ids = origins[index] ?? [];
    const shares = shareOut(
      netPence,
      ids.map((id) => worked.get(id) ?? 0),
    );
    for (const [place, id] of ids.entries()) {
      billed.set(id, (billed.get(id) ?? 0) + (shares[place] ?? 0));
    }
  }
  return billed;
}
