import type { ReactNode } from 'react';
import { useLoaderData, Link } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import { invalid } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { repeatWorkLog } from '../again/repeat.server.ts';
import { loggedWithUndo } from '../logged.server.ts';
import { moveWorkLog, loadWeek, weekAddress, WeekForm, type WeekData } from './week.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PostForm } from '../../ui/form.tsx';
import { ListLinks } from '../../ui/list-links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export const meta = pageTitle('Week');

export const loader = show(({ context, url }) => loadWeek(context, url.searchParams.get('of')));

export const action = send({ schema: WeekForm, isOncePerButton: true }, ({ context, url }) => {
  const of = url.searchParams.get('of');
  return {
    button: true,
    run: ({ repeat, earlier, later }) => {
      if (repeat !== undefined) return loggedWithUndo(repeatWorkLog(context, repeat));
      const log = earlier ?? later;
      if (log === undefined) throw invalid('earlier', 'Choose the work log.');
      const days = earlier === undefined ? 1 : -1;
      return moveWorkLog(context, log, days);
    },
    goTo: of === null ? '/week' : weekAddress(of),
    success: (toast) => toast,
    failure: 'Failed to update work log',
    again: { isOnScreen: true },
  };
});

export default function Week() {
  return <WeekScreen week={useLoaderData<typeof loader>()} />;
}

function WeekScreen({ week }: { week: WeekData }) {
  const { title, isThisWeek, before, after, total, amount, note, target, print, csv } = week;
  return (
    <div className="behind-dialog parts">
      <PageHeader title="Week">
        {before === null ? null : (
          <ButtonLink to={before} variant="secondary" data-key="ArrowLeft" preventScrollReset>
            Previous week
          </ButtonLink>
        )}
        {isThisWeek ? null : (
          <ButtonLink to="/week" variant="secondary" preventScrollReset>
            This week
          </ButtonLink>
        )}
        {after === null ? null : (
          <ButtonLink to={after} variant="secondary" data-key="ArrowRight" preventScrollReset>
            Next week
          </ButtonLink>
        )}
      </PageHeader>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="tabular-nums">
          {title} · <span className="font-semibold">{total}</span>
          {target ? ` of ${target}` : ''} · {amount}
          {note ? <span className="text-muted"> {note}</span> : null}
        </p>
        {week.rows.length > 1 ? <ListLinks print={print} csv={[[csv, 'Download CSV']]} /> : null}
      </div>
      <div className="card">
        <Grid week={week} />
      </div>
      <ChosenDay week={week} />
    </div>
  );
}

const CHOSEN = 'numeric bg-accent-tint';

/** Clients down and days across; each figure leads to the logs of its day. */
function Grid({ week: { days, rows } }: { week: WeekData }) {
  return (
    <table className="data-table week">
      <caption className="sr-only">Work of the week by client and day</caption>
      <thead>
        <tr>
          <th scope="col">Client</th>
          {days.map((day) => (
            <th key={day.day} scope="col" className={day.isChosen ? CHOSEN : 'numeric'}>
              <DayLink day={day} isHead>
                {day.name}
                {day.isToday ? (
                  <span className="text-accent">
                    <span className="max-sm:hidden"> ·</span> today
                  </span>
                ) : null}
              </DayLink>
            </th>
          ))}
          <th scope="col" className="numeric">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, link, cells, total }) => (
          <tr key={key} className={key === 'total' ? 'font-semibold' : undefined}>
            <td className="leading name py-1.5">{name}</td>
            {days.map((day, at) => {
              const lack = key === 'total' ? day.gap : null;
              return (
                <td
                  key={day.day}
                  data-label={cells[at] || lack ? day.name : undefined}
                  className={`max-sm:empty:hidden ${day.isChosen ? CHOSEN : 'numeric'}`}
                >
                  {cells[at] ? <DayLink day={day}>{cells[at]}</DayLink> : null}
                  {lack ? <p className="text-xs font-normal text-danger">{lack}</p> : null}
                </td>
              );
            })}
            <td className="numeric main">
              <Link to={link} className="inline-block py-1 hover:underline">
                {total}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayLinkProps = { day: WeekData['days'][number]; isHead?: boolean; children: ReactNode };

function DayLink({ day: { link, isChosen }, isHead = false, children }: DayLinkProps) {
  return (
    <Link
      to={link}
      preventScrollReset
      aria-current={isHead && isChosen ? 'date' : undefined}
      className="inline-block py-1 hover:underline"
    >
      {children}
    </Link>
  );
}

/** The logs of the day that was chosen, with what can be done about each. */
function ChosenDay({ week: { address, days, logs, allLogs, oneTimeKey } }: { week: WeekData }) {
  const chosen = days.find(({ isChosen }) => isChosen);
  if (chosen === undefined) return null;
  const { day, name } = chosen;
  const back = encodeURIComponent(address);
  return (
    <section aria-label={name} className="card">
      <header className="card-header">
        <h2 className="card-title">{name}</h2>
        <Link
          to={`/work-logs/new?date=${day}&back=${back}`}
          preventScrollReset
          className="button button-quiet"
        >
          Log work<span className="sr-only"> on {name}</span>
        </Link>
      </header>
      <PostForm form={{ id: 'week' }} action={address} oneTimeKey={oneTimeKey} preventScrollReset>
        <table className="data-table">
          <caption className="sr-only">Work logs of {name}</caption>
          <tbody>
            {logs.map((log) => (
              <LogRow key={log.id} log={log} day={day} back={back} />
            ))}
          </tbody>
        </table>
      </PostForm>
      {logs.length === 0 ? <p className="card-body text-muted">Nothing logged</p> : null}
      {allLogs ? (
        <Link to={allLogs} className="link card-body block">
          See all in Work Logs
        </Link>
      ) : null}
    </section>
  );
}

type RowProps = { log: WeekData['logs'][number]; day: string; back: string };

function LogRow({ log, day, back }: RowProps) {
  const { id, client, workType, description, duration, amount, isLocked } = log;
  const what = <span className="sr-only"> {`${duration} for ${client}`}</span>;
  return (
    <tr>
      <td className="leading cut">
        <p className="truncate font-medium">{client}</p>
        <p className="second">{description ? `${workType} · ${description}` : workType}</p>
      </td>
      <td className="numeric">{duration}</td>
      <td className="numeric main">{amount}</td>
      <td className="actions">
        <button name="repeat" value={id} className="icon-button icon-always">
          Repeat{what}
        </button>
        {isLocked ? (
          <span className="px-2 text-xs text-muted">Locked: invoiced</span>
        ) : (
          <>
            <Link
              to={`/work-logs/${id}/edit?back=${back}`}
              preventScrollReset
              className="icon-button icon-edit"
            >
              Edit{what}
            </Link>
            <button name="earlier" value={`${id} ${day}`} className="button button-quiet">
              <span aria-hidden="true">←</span>
              <span className="sr-only">Move to the day before:</span>
              {what}
            </button>
            <button name="later" value={`${id} ${day}`} className="button button-quiet">
              <span aria-hidden="true">→</span>
              <span className="sr-only">Move to the day after:</span>
              {what}
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
