import type { InvoicePageLine } from './invoice-screen.server.ts';

/** A work log behind a line: its time and rate, where it came from, and what was done with it. */
export function LogBehind({ log }: { log: InvoicePageLine['logs'][number] }) {
  if (log.gone !== null) {
    return (
      <p className="text-sm text-muted">
        Work log {log.id}, which {log.gone}.
      </p>
    );
  }
  const { task } = log;
  return (
    <section
      aria-label={`Work log ${log.id}`}
      className="grid gap-2 rounded-lg border border-line px-4 py-3 text-sm"
    >
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium tabular-nums">
          {log.day} · <bdi>{log.workType}</bdi> · {log.what}
        </span>{' '}
        <span className="tabular-nums">{log.amount}</span>
      </p>
      {log.description ? (
        <p className="wrap-anywhere whitespace-pre-wrap">{log.description}</p>
      ) : null}
      {log.isFree ? (
        <p className="text-muted">It was released, so it may have been changed since.</p>
      ) : null}
      {log.rate ? <p className="tabular-nums">Rate: {log.rate}</p> : null}
      {task ? (
        <p className="wrap-anywhere">
          From the Todoist task “{task.name}”{task.project ? ` of ${task.project}` : ''}, completed{' '}
          {task.completed}
          {task.description ? `: ${task.description}` : ''}
        </p>
      ) : null}
      {log.rewrites.map((rewrite) => (
        <dl key={rewrite.key} className="grid gap-1">
          <dt className="text-xs text-muted">Before AI</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{rewrite.before}</dd>
          <dt className="text-xs text-muted">After AI</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{rewrite.after}</dd>
          {rewrite.who ? <dd className="text-xs text-muted">{rewrite.who}</dd> : null}
        </dl>
      ))}
      <ol className="text-xs text-muted tabular-nums">
        {log.events.map((event) => (
          <li key={event.key}>
            {event.when}: {event.what}
          </li>
        ))}
      </ol>
    </section>
  );
}
