import type { ReactNode } from 'react';

/** A button and what it says when the pointer or the focus rests on it; it is described by the id. */
export function Tip({
  id,
  text,
  children,
}: {
  id: string;
  /** Null: there is nothing to say. */
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
