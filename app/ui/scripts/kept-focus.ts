import { useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

const FOCUSABLE =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** An element that had the focus, and where it stood. */
export type Place = {
  element: HTMLElement;
  form: HTMLFormElement | null;
  /** The elements around it, innermost first, and at which of their children it stood. */
  around: { parent: Element; index: number }[];
};

/**
 * Keeps the focus where work goes on. A browser drops it when the focused element is removed or disabled; it then
 * goes to the same control as it is now, to the first field of a saved form, to the neighbour of a row that is gone,
 * or to the title.
 */
export function useKeptFocus(): void {
  const { state, formAction } = useNavigation();
  const last = useRef<Place | null>(null);
  /** The last place outside of toasts, which come and go. */
  const onScreen = useRef<Place | null>(null);
  const isIdle = useRef(true);
  const sentTo = useRef<string | null>(null);
  isIdle.current = state === 'idle';
  if (formAction !== undefined) sentTo.current = pathOf(formAction);

  useEffect(() => {
    const note = ({ target }: Pick<FocusEvent, 'target'>) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      last.current = placeOf(target);
      if (!target.closest('.toast')) onScreen.current = last.current;
    };
    // Whether the person left it, or it is being removed or disabled, is known a moment later.
    const forget = ({ target }: FocusEvent) => {
      setTimeout(() => {
        const place = last.current;
        if (place?.element !== target) return;
        const wasLeft = place.element.isConnected && !place.element.matches(':disabled');
        if (wasLeft && document.activeElement !== target) last.current = null;
      });
    };
    const check = () => {
      if (last.current && isIdle.current && document.activeElement === document.body) {
        // After the effects of the same change, which may set the focus themselves.
        requestAnimationFrame(() => setTimeout(restore));
      }
    };
    const restore = () => {
      const place = last.current;
      if (!place || !isIdle.current || document.activeElement !== document.body) return;
      const isInToast = place.element.closest('.toast') !== null;
      const goal = goalFor(isInToast ? (onScreen.current ?? place) : place, sentTo.current);
      sentTo.current = null;
      goal?.focus({ preventScroll: goal.matches('h1') || partLedTo(place) !== null });
    };
    const changes = new MutationObserver(check);
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    });
    // What got the focus before the scripts were here.
    note({ target: document.activeElement });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}

const pathOf = (address: string) => new URL(address, window.location.href).pathname;

/** Where an element stands, to find what is there once it is gone. */
export function placeOf(element: HTMLElement): Place {
  const around: Place['around'] = [];
  let child: Element = element;
  while (child.parentElement) {
    const parent: Element = child.parentElement;
    around.push({ parent, index: [...parent.children].indexOf(child) });
    child = parent;
  }
  return { element, form: element.closest('form'), around };
}

function goalFor(place: Place, sentTo: string | null): HTMLElement | null {
  const { element, form } = place;
  const part = partLedTo(place);
  if (part) return firstIn(part, () => true);
  const again = form?.id ? document.getElementById(form.id) : null;
  const wasEmptied = again !== form && form !== null && pathOf(form.action) === sentTo;
  if (again && wasEmptied) return firstIn(again, () => true);
  if (element.matches(':disabled') && element.isConnected) return null;
  return nearest(place);
}

/** The part of another page that a link led to, such as a card of Settings; null while the page is the same. */
function partLedTo({ around }: Place): HTMLElement | null {
  // What holds the title holds every page.
  const isSamePage = around.some(({ parent }) => parent.isConnected && !parent.querySelector('h1'));
  return isSamePage ? null : document.getElementById(window.location.hash.slice(1));
}

/**
 * What can have the focus where an element stood: itself, the like of the next row, of the row before, or the title.
 */
export function nearest({ element, around }: Place): HTMLElement | null {
  if (element.isConnected && element.getClientRects().length > 0) return element;
  const isAlike = (other: HTMLElement) => kindOf(other) === kindOf(element);
  for (const [depth, { parent: then, index }] of around.entries()) {
    const parent = then.isConnected ? then : inItsPlace(around, depth);
    if (!parent) continue;
    if (parent.matches('main, body') || parent.querySelector('h1')) break;
    // A row may have rows without controls below it, such as its description.
    const before = [...parent.children].slice(0, index).reverse();
    const near = [parent.children[index], ...before.slice(0, MOST_BEFORE)];
    for (const child of near) {
      const found = child && (firstIn(child, isAlike) ?? firstIn(child, () => true));
      if (found) return found;
    }
  }
  return document.querySelector('h1[tabindex="-1"]') ?? document.getElementById('main');
}

/** What stands where an element stood that was drawn anew with all around it, such as a list. */
function inItsPlace(around: Place['around'], depth: number): Element | undefined {
  const outer = around[depth + 1];
  const parent = outer?.parent.isConnected ? outer.parent : outer && inItsPlace(around, depth + 1);
  return parent?.children[outer?.index ?? 0];
}

/** How many elements back the row before may begin. */
const MOST_BEFORE = 4;

function firstIn(place: Element, isWanted: (element: HTMLElement) => boolean): HTMLElement | null {
  const all = [place, ...place.querySelectorAll(FOCUSABLE)];
  const found = all.find(
    (one) => one instanceof HTMLElement && one.matches(FOCUSABLE) && canFocus(one) && isWanted(one),
  );
  return found instanceof HTMLElement ? found : null;
}

function canFocus(element: HTMLElement): boolean {
  const isShown = element.getClientRects().length > 0;
  return isShown && element.tabIndex >= 0 && !element.matches(':disabled');
}

/** What a control does: its field's name, or the first word of what it says. */
function kindOf(element: HTMLElement): string {
  const said = element.getAttribute('aria-label') ?? element.textContent;
  const isButton = element.matches('a, button');
  const what = isButton ? said.trim().split(/\s/)[0] : element.getAttribute('name');
  return `${element.tagName} ${what ?? ''}`;
}
