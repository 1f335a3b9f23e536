import { json } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { show } from '../auth/press.server.ts';
import { formatCount } from '../lib/count.ts';
import { pageTitle } from '../lib/product.ts';
import { TextField } from '../ui/field.tsx';
import { FormToken } from '../ui/form.tsx';
import {
  FilterButtons,
  FilterForm,
  FilterSelect,
  ListTools,
  NamedOptions,
} from '../ui/filter-form.tsx';
import { Heads } from '../ui/heads.tsx';
import { ListLinks, searchOf } from '../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../ui/page-header.tsx';
import { PageLinks } from '../ui/page-links.tsx';
import {
  loadHistoryScreen,
  type HistoryRow,
  type HistoryScreenData,
} from './history-screen.server.ts';
import { KINDS, NO_PERSON } from './history.ts';

export const meta = pageTitle('History');

export const loader = show(({ context, url }) => {
  const screen = loadHistoryScreen(context, url);
  return json(screen, { status: screen.isWrong ? 400 : 200 });
});

export default function History() {
  return <HistoryScreen {...useLoaderData<typeof loader>()} />;
}

function HistoryScreen(data: HistoryScreenData) {
  const { rows, links, filters, only, keptDays } = data;
  return (
    <div className="parts">
      <PageHeader title="History" />
      <p className="text-muted wrap-anywhere">{only ?? sayKept(keptDays)}</p>
      <ListTools filters={<FiltersForm {...data} />}>
        {rows.length > 0 ? (
          <ListLinks
            print="/history/print"
            csv={[['/history.csv', 'Download CSV']]}
            search={searchOf(filters.values)}
          />
        ) : null}
      </ListTools>
      <div className="card">
        {rows.length === 0 ? (
          <EmptyState title="No changes found">
            {filters.isFiltered ? 'Try adjusting your filters' : 'Changes will appear here'}
          </EmptyState>
        ) : (
          <HistoryTable rows={rows} />
        )}
      </div>
      <PageLinks links={links} />
    </div>
  );
}

function sayKept(days: number | null): string {
  if (days === null) return 'A permanent record of every change';
  return `Changes are kept for ${days === 1 ? 'a day' : `${formatCount(days)} days`}`;
}

function FiltersForm({ filters, people }: Pick<HistoryScreenData, 'filters' | 'people'>) {
  return (
    <FilterForm action="/history" label="History" filters={filters}>
      {(field) => (
        <>
          <FilterSelect field={field('kind')} label="Kind">
            <option value="">All kinds</option>
            {Object.entries(KINDS).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect field={field('person')} label="Who">
            <option value="">Everyone</option>
            <NamedOptions named={people} />
            <option value={NO_PERSON}>System (no person)</option>
          </FilterSelect>
          <TextField field={field('from')} label="From" type="date" />
          <TextField field={field('to')} label="To" type="date" />
          <div className="wide-field">
            <TextField field={field('record')} label="Record" placeholder="Such as work-log:12" />
          </div>
          <FilterButtons clear={filters.isFiltered ? '/history' : null} />
        </>
      )}
    </FilterForm>
  );
}

function HistoryTable({ rows }: { rows: HistoryRow[] }) {
  return (
    <table className="data-table">
      <caption className="sr-only">Changes, newest first</caption>
      <Heads names={['When', 'Who', 'Record', 'What', 'Links']} />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** As many letters need no break. */
const SHORT = 24;

/** A text whose emails break behind their sign, and not within a word. */
function Breakable({ text }: { text: string }) {
  if (text.length < SHORT) return text;
  return text.split('@').map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? '@' : null}
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}

function Row({ row }: { row: HistoryRow }) {
  return (
    <tr>
      <td className="whitespace-nowrap tabular-nums">{row.when}</td>
      <td className={row.by.length < SHORT ? 'whitespace-nowrap' : 'name'}>
        <Breakable text={row.by} />
      </td>
      <td className="leading name wrap-anywhere">
        <Breakable text={row.name} />
      </td>
      <td className="name print:min-w-44">
        <Breakable text={row.what} />
        {row.changes.length === 0 ? null : (
          <ul className="mt-1 grid text-xs text-muted">
            {row.changes.map(({ label, from, to }) => (
              <li key={label}>
                {label}:{' '}
                <del className="no-underline">
                  <Breakable text={from} />
                </del>{' '}
                <span aria-hidden="true">→</span>
                <span className="sr-only"> became </span>{' '}
                <ins className="no-underline">
                  <Breakable text={to} />
                </ins>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="actions main">
        <Link to={`/history?record=${row.record}`} className="link">
          All changes<span className="sr-only">: {row.name}</span>
        </Link>
        {row.restore === null ? null : (
          <Form method="post" action={row.restore} className="inline">
            <FormToken />
            <button className="button button-quiet">
              Restore<span className="sr-only"> {row.name}</span>
            </button>
          </Form>
        )}
        {row.open === null ? null : (
          <Link to={row.open} className="link ml-4">
            Open<span className="sr-only"> {row.name}</span>
          </Link>
        )}
      </td>
    </tr>
  );
}
