import { useNavigate } from '@remix-run/react';
import type { RefObject } from 'react';
import { useBeforePaint } from './hydration.ts';

/**
 * Follows plain links inside an element without reloading the page. A list has a hundred links; as
 * `Link` components they would take a third of the time to render it.
 */
export function useInternalLinks(ref: RefObject<HTMLElement>): void {
  const navigate = useNavigate();
  useBeforePaint(() => {
    const element = ref.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isPlainClick(event) || link.target || link.origin !== location.origin) return;
      event.preventDefault();
      navigate(`${link.pathname}${link.search}${link.hash}`, { preventScrollReset: true });
    };
    element.addEventListener('click', follow);
    return () => {
      element.removeEventListener('click', follow);
    };
  }, [ref, navigate]);
}

/** A click without the keys that make a browser open a link in another tab or window. */
function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;
}
