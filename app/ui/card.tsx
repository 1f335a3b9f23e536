import type { ReactNode } from 'react';

/** A raised box with a heading, and with action buttons at the heading's right. */
export function Card({
  title,
  subtitle,
  actions,
  id,
  children,
}: {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-label={title} className="card">
      <header className="card-header">
        <div className="card-titles">
          <h2 className="card-title">{title}</h2>
          {subtitle ? <p className="card-subtitle">{subtitle}</p> : null}
        </div>
        {actions}
      </header>
      <div className="card-body">{children}</div>
    </section>
  );
}
