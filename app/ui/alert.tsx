import type { ReactNode } from 'react';

type AlertProps = { variant?: 'default' | 'destructive'; title?: string; children: ReactNode };

/** A message within the page; screen readers announce a destructive one. */
export function Alert({ variant = 'default', title, children }: AlertProps) {
  const tone =
    variant === 'destructive'
      ? 'border-danger bg-danger-tint text-ink'
      : 'border-line bg-sunken text-ink';
  return (
    <div
      role={variant === 'destructive' ? 'alert' : undefined}
      className={`rounded-lg border px-4 py-3 text-sm ${tone}`}
    >
      {title ? <p className="font-medium">{title}</p> : null}
      <p className="wrap-anywhere">{children}</p>
    </div>
  );
}
