import { json } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import { show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ListTools } from '../../ui/filter-form.tsx';
import { ListLinks, searchOf } from '../../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { useInternalLinks } from '../../ui/scripts/internal-links.ts';
import { Fixed } from '../review/screen/review-row.tsx';
import { PendingFiltersForm } from '../review/screen/review-filters-form.tsx';
import { COLUMNS } from '../review/screen/review-table.tsx';
import { loadPendingList, type PendingRow } from '../review/screen/review-screen.server.ts';

export const meta = pageTitle('Archived');

export const loader = show(({ context, url }) => {
  const screen = loadPendingList(context, url, 'archived');
  return json(screen, { status: screen.isValid ? 200 : 400 });
});

export default function ArchivedWorkLogs() {
  const { rows, links, filters, clients, periods, search } = useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Archived" />
        <ListTools
          filters={
            <PendingFiltersForm
              action="/archived-work-logs"
              filters={filters}
              clients={clients}
              periods={periods}
            />
          }
        >
          {rows.length > 0 ? (
            <ListLinks
              print="/archived-work-logs/print"
              csv={[['/pending-work-logs.csv', 'Download CSV']]}
              search={searchOf(filters.values)}
            />
          ) : null}
        </ListTools>
        <div className="card">
          {rows.length === 0 ? (
            <EmptyState title="No archived work logs found">
              {filters.isFiltered
                ? 'Try adjusting your filters'
                : 'What you archive on Todoist Import appears here'}
            </EmptyState>
          ) : (
            <ArchivedTable rows={rows} query={search ? `?${search}` : ''} />
          )}
        </div>
        <PageLinks links={links} />
      </div>
    </>
  );
}

function ArchivedTable({ rows, query }: { rows: PendingRow[]; query: string }) {
  const ref = useRef<HTMLTableElement>(null);
  useInternalLinks(ref);
  return (
    <table className="review-table boxless" ref={ref}>
      <caption className="sr-only">Archived tasks, newest first</caption>
      <thead>
        <tr>
          <td />
          {COLUMNS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.id}>
          <tr>
            <td />
            <td className="task-name">{row.taskName}</td>
            <td>{row.projectName ?? 'Not set'}</td>
            <td>{row.completedAt}</td>
            <td>
              <Fixed text={row.duration ?? '–'} isShort />
            </td>
            <td>
              <Fixed text={row.clientName ?? 'No client'} />
            </td>
            <td>
              <Fixed text={row.workTypeName ?? 'No work type'} />
            </td>
            <td>Archived</td>
            <td>
              <a
                className="link"
                href={`/archived-work-logs/${row.id}${query}`}
                aria-label={`View details of ${row.taskName}`}
              >
                View Details
              </a>
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
