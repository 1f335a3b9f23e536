import type { ChangeTone } from './change.ts';
import type { Figure, StatisticsCard } from '../dashboard-screen.server.ts';

const TONES: Record<ChangeTone, string> = {
  better: 'text-success',
  worse: 'text-danger',
  neutral: 'text-muted',
};

/** Hours and revenue of today, this week and this month, each compared with the period before. */
export function StatisticsGrid({ cards }: { cards: StatisticsCard[] }) {
  return (
    <div className="grid gap-3 sm:gap-5 md:grid-cols-3 print:grid-cols-3">
      {cards.map(({ title, figures }) => (
        <section key={title} aria-label={title} className="card px-4 py-3 sm:py-4">
          <h2 className="text-sm font-semibold">{title}</h2>
          <dl className="mt-2 grid gap-x-3 gap-y-2 @[19rem]:grid-cols-[2fr_3fr]">
            {figures.map((figure) => (
              <FigureView key={figure.label} figure={figure} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function FigureView({ figure: { label, value, note, change, previous } }: { figure: Figure }) {
  return (
    <div className="min-w-0 tabular-nums">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>
        <span className="flex flex-wrap items-baseline gap-x-2 @[19rem]:flex-col">
          <span className="text-2xl font-semibold tracking-tight wrap-anywhere">{value}</span>{' '}
          <span className={`text-sm font-medium ${TONES[change.tone]}`}>{change.text}</span>{' '}
        </span>
        {note ? <span className="block text-xs text-muted">{note}</span> : null}{' '}
        {previous ? <span className="block text-xs text-muted">{previous}</span> : null}
      </dd>
    </div>
  );
}
