import { type ReactNode, useEffect } from 'react';

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

/** How long the pointer rests before a tooltip shows, in milliseconds; as in styles/messages.css. */
const DELAY = 700;

/** Within this time after leaving a tooltip, in milliseconds, the next one shows at once. */
const SKIP_DELAY = 300;

/**
 * Shows tooltips without a delay while the pointer goes from one to the next; the style sheet shows them, without a
 * script.
 */
export function useTooltipSkipDelay(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let at: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = ({ target }: PointerEvent) => {
      const next = target instanceof Element ? target.closest('.hint, .tip') : null;
      if (next === at) return;
      at = next;
      clearTimeout(timer);
      const isSkipping = dataset.tooltips === 'at-once';
      if (next && !isSkipping) timer = setTimeout(() => (dataset.tooltips = 'at-once'), DELAY);
      if (!next && isSkipping) timer = setTimeout(() => delete dataset.tooltips, SKIP_DELAY);
    };
    document.addEventListener('pointerover', follow);
    return () => {
      document.removeEventListener('pointerover', follow);
      clearTimeout(timer);
      delete dataset.tooltips;
    };
  }, []);
}
