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
      <header className="flex min-h-17.25 flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3 sm:px-5">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
          {subtitle ? <p className="text-sm wrap-anywhere text-muted">{subtitle}</p> : null}
        </div>
        {actions}
      </header>
      <div className="px-4 py-4 sm:px-5">{children}</div>
    </section>
  );
}
