import { Badge } from '../../ui/badge.tsx';
import type { WorkLogListRow } from './work-logs-screen.server.ts';

type ItemRow = NonNullable<WorkLogListRow['items']>[number];

/** The badge Hardware, or what else the items are called, which opens the row below. The style sheet does that, without scripts. */
export function ItemsToggle({ row }: { row: WorkLogListRow }) {
  return (
    <details className="items-toggle">
      <summary>
        <Badge tone="accent">{row.itemsName ?? 'Hardware'}</Badge>{' '}
        <span className="items-count">{row.duration}</span>
      </summary>
    </details>
  );
}

type ItemsProps = { items: ItemRow[]; name: string | undefined; vat: string; total: string };

/** The items of a hardware log and their total. */
export function ItemsRow({ items, name = 'Hardware', vat, total }: ItemsProps) {
  return (
    <tr className="items-row">
      <td colSpan={9}>
        <ul className="divide-y divide-line rounded-lg bg-sunken px-4">
          {items.map((item) => (
            <li
              key={item.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2"
            >
              <div className="min-w-0">
                <span className="font-medium wrap-anywhere">{item.itemName}</span>{' '}
                {item.vatIncluded ? <Badge>VAT Inc.</Badge> : null}
                {item.description ? (
                  <p className="text-xs wrap-anywhere text-muted">{item.description}</p>
                ) : null}
              </div>
              <div className="ml-auto flex flex-wrap justify-end gap-x-6 tabular-nums">
                <span>
                  <span className="text-muted">Qty</span> {item.quantity}
                </span>{' '}
                <span>
                  <span className="text-muted">at</span> {item.unitPrice}
                </span>{' '}
                <span className="font-medium">{item.total}</span> <VatLine vat={item.vat} />
              </div>
            </li>
          ))}
          <li className="flex flex-wrap justify-between gap-x-6 py-2 font-medium">
            <span>{name} Total</span> <span className="tabular-nums">{total}</span>{' '}
            <VatLine vat={vat} />
          </li>
        </ul>
      </td>
    </tr>
  );
}

function VatLine({ vat }: { vat: string }) {
  return (
    <span className="w-full text-xs font-normal text-muted tabular-nums text-right">{vat}</span>
  );
}
