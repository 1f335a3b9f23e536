import type { ReactNode } from 'react';

/** A button with a tooltip; the button's `aria-describedby` names `id`, or another place with the same words. */
export function Tip({
  id,
  text,
  children,
}: {
  id?: string;
  /** Null: no tooltip. */
  text: string | null;
  children: ReactNode;
}) {
  if (text === null) return children;
  return (
    <span className="tip">
      {children}{' '}
      <span className="hint-text" role="tooltip" id={id}>
        {text}
      </span>
    </span>
  );
}
