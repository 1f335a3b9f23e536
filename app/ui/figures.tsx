import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

type Figure = { label: string; value: string; link?: string | null };

type FiguresProps<One extends Figure> = {
  figures: One[];
  /** The classes of the grid's columns. */
  columns: string;
  /** What stands beside a figure, and below it. */
  more: (figure: One) => ReactNode;
  children?: ReactNode;
};

/** Large figures with their names, some of which lead to what they are made of. */
export function Figures<One extends Figure>(props: FiguresProps<One>) {
  return (
    <section aria-label="In total" className="card px-4 py-3">
      <dl className={`grid grid-cols-2 gap-x-6 gap-y-3 ${props.columns}`}>
        {props.figures.map((figure) => (
          <div key={figure.label} className="min-w-0 tabular-nums">
            <dt className="text-xs text-muted">{figure.label}</dt>
            <dd>
              <span className="text-lg font-semibold tracking-tight wrap-anywhere">
                {figure.link ? (
                  <Link to={figure.link} className="link">
                    {figure.value}
                  </Link>
                ) : (
                  figure.value
                )}
              </span>{' '}
              {props.more(figure)}
            </dd>
          </div>
        ))}
      </dl>
      {props.children}
    </section>
  );
}
