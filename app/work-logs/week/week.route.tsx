import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, Link } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { oncePerButton, parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { invalid } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { repeatWorkLog } from '../again/repeat.server.ts';
import { loggedWithUndo } from '../logged.server.ts';
import {
  moveWorkLog,
  loadWeek,
  weekAddress,
  WeekForm,
  type WeekData,
  type WeekDay,
} from './week.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PostForm } from '../../ui/form.tsx';
import { ListLinks } from '../../ui/list-links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export const meta = pageTitle('Week');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return loadWeek(context, new URL(request.url).searchParams.get('of'));
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const of = new URL(request.url).searchParams.get('of');
  return submit(context, oncePerButton(await parseForm(request, WeekForm)), {
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
  });
}

export default function Week() {
  return <WeekScreen week={useLoaderData<typeof loader>()} />;
}

type Log = WeekDay['logs'][number];

function WeekScreen({ week }: { week: WeekData }) {
  const { title, isThisWeek, before, after, address, total, amount, note, target, allLogs } = week;
  const { print, csv } = week;
  return (
    <>
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
      <p className="mb-5 text-sm text-muted">{title}</p>
      <p className="card px-4 py-3 text-sm">
        <span className="text-lg font-semibold tabular-nums">{total}</span>
        {target ? ` of ${target}` : ''} · <span className="tabular-nums">{amount}</span>
        {note ? <span className="text-muted tabular-nums"> {note}</span> : null}
      </p>
      <ListLinks print={print} csv={[[csv, 'Download CSV']]} />
      {allLogs ? (
        <p className="text-sm">
          Not all logs are shown here.{' '}
          <Link to={allLogs} className="link">
            See all in Work Logs
          </Link>
        </p>
      ) : null}
      <PostForm
        form={{ id: 'week' }}
        action={address}
        oneTimeKey={week.oneTimeKey}
        preventScrollReset
      >
        <ol className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
          {week.days.map((day) => (
            <Day key={day.day} day={day} address={address} />
          ))}
        </ol>
      </PostForm>
    </>
  );
}

function Day({ day, address }: { day: WeekDay; address: string }) {
  const { name, isToday, total, gap, logs } = day;
  const back = encodeURIComponent(address);
  return (
    <li className={`card ${isToday ? 'border-accent' : ''}`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
        <h2 className="font-semibold">
          {name}
          {isToday ? <span className="text-sm font-normal text-accent"> · today</span> : null}
        </h2>
        <p className="text-sm tabular-nums">
          {total}
          {gap ? <span className="text-danger"> · {gap}</span> : null}
        </p>
        <Link
          to={`/work-logs/new?date=${day.day}&back=${back}`}
          preventScrollReset
          className="button button-quiet ml-auto -mr-2"
        >
          Log<span className="sr-only"> work on {name}</span>
        </Link>
      </header>
      {logs.length === 0 ? null : (
        <ul className="divide-y divide-line px-4">
          {logs.map((log) => (
            <LogOfDay key={log.id} log={log} day={day.day} back={back} />
          ))}
        </ul>
      )}
    </li>
  );
}

function LogOfDay({ log, day, back }: { log: Log; day: string; back: string }) {
  const { id, client, workType, description, duration, amount, isLocked } = log;
  const what = <span className="sr-only"> {`${duration} for ${client}`}</span>;
  return (
    <li className="py-2">
      <div className="flex gap-3 text-sm">
        <p className="min-w-0 flex-1">
          <span className="block truncate font-medium">{client}</span>
          <span className="block truncate text-muted">
            {description ? `${workType} · ${description}` : workType}
          </span>
        </p>
        <p className="shrink-0 text-right tabular-nums">
          <span className="block">{duration}</span>
          <span className="block text-muted">{amount}</span>
        </p>
      </div>
      <div className="-mx-2 flex flex-wrap">
        <button name="repeat" value={id} className="button button-quiet">
          Repeat{what}
        </button>
        {isLocked ? (
          <span className="self-center px-2 text-xs text-muted">Locked: invoiced</span>
        ) : (
          <>
            <Link
              to={`/work-logs/${id}/edit?back=${back}`}
              preventScrollReset
              className="button button-quiet"
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
      </div>
    </li>
  );
}
