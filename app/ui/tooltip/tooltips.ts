import { useEffect } from 'react';

/** How long the pointer rests before a tooltip shows, in milliseconds; the style sheet waits as long. */
const DELAY = 700;

/** After one was seen, the next shows without a delay if the pointer gets there within this time. */
const SKIP_DELAY = 300;

/**
 * Spares whoever goes from tooltip to tooltip the wait before each. The style sheet shows them, so
 * that they need no script; this only says when it need not wait.
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
