import { Link } from '@remix-run/react';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { PrintedTable } from '../../print/printed-table.tsx';
import type { Look } from './import-screen.server.ts';

/** Figures of a file, each with its name, and what it means. */
export function Figures({ figures }: { figures: [label: string, value: string, what?: string][] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {figures.map(([label, value, what]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={`${what ? 'text-2xl' : 'text-lg'} font-semibold tabular-nums`}>{value}</dd>
          {what ? <dd className="text-xs text-muted">{what}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** What a file of work comes to, there and here: in all, by client and month, and its first lines. */
export function Work({ id, sheet, lines }: NonNullable<Look['work']>) {
  const tables = [
    { ...sheet, name: 'By client and month', to: `/import/${id}/sheet`, all: 'All months' },
    { ...lines, name: 'Lines', to: `/import/${id}/lines`, all: 'All lines' },
  ];
  return (
    <Card title="Hours and money" subtitle={sheet.about.at(-1)}>
      <Figures figures={sheet.sums} />
      <div className="mt-3 grid gap-3">
        {tables.map(({ name, columns, groups, to, all }) => (
          <Disclosure key={name} title={name}>
            <PrintedTable title={name} columns={columns} groups={groups} />
            <Link to={to} className="link text-sm">
              {all}
            </Link>
          </Disclosure>
        ))}
      </div>
    </Card>
  );
}
