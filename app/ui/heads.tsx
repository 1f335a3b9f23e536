import type { ReactNode } from 'react';

/** The heads of a table, after what else stands first; those of figures, and of what ends a row, stand at the right. */
export function Heads({ names, first }: { names: string[]; first?: ReactNode }) {
  return (
    <thead>
      <tr>
        {first}
        {names.map((name) => (
          <th key={name} scope="col" className={classOf(name)}>
            {name || <span className="sr-only">Links</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function classOf(name: string): string | undefined {
  if (/^(|Actions|Links)$/.test(name)) return 'actions';
  return /^(Duration.*|Rate|Amount|Net|VAT|Total.*|Budget.*)$/.test(name) ? 'numeric' : undefined;
}
