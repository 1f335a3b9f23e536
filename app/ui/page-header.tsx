import type { ReactNode } from 'react';

/** The title of a screen, with action buttons. */
export function PageHeader({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: string;
  children?: ReactNode;
}) {
  return (
    <header className="page-header">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {subtitle ? <p>{subtitle}</p> : null}
      </div>
      {children ? <div className="no-print flex flex-wrap gap-2">{children}</div> : null}
    </header>
  );
}

/** Stands in for an empty list, and says what to do about it. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="px-6 py-8 text-center">
      <p className="font-medium">{title}</p>
      <div className="mt-1 text-sm text-muted">{children}</div>
    </div>
  );
}
