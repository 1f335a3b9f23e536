import { useLocation, useNavigate, type Location } from '@remix-run/react';
import { useBeforePaint } from '../ui/scripts/hydration.ts';
import { areShortcutsOn } from './shortcut-switch.ts';

type Place = Pick<Location, 'pathname' | 'search'>;

/** Every key and what it does, as the help dialog lists them. */
export const SHORTCUTS = [
  { key: '/', does: 'Go to the first filter of a list' },
  { key: 'n', does: 'Log work' },
  { key: '?', does: 'Show these keys' },
  { key: 'Esc', does: 'Close a dialog or the menu' },
] as const;

/** The quick log over this place, which it comes back to. */
export function quickLogAddress(place: Place): string {
  return withBack('/work-logs/quick-log', place);
}

/** The list of the keys, which comes back to this place. */
export function shortcutsAddress(place: Place): string {
  return withBack('/shortcuts', place);
}

function withBack(path: string, { pathname, search }: Place): string {
  return `${path}?back=${encodeURIComponent(`${pathname}${search}`)}`;
}

/** Where work is logged from here: over Work Logs with all fields, elsewhere with a few. */
function newLogAddress(place: Place): string {
  const isWorkLogs = place.pathname === '/' || place.pathname === '/work-logs';
  return isWorkLogs ? `/work-logs/new${place.search}` : quickLogAddress(place);
}

/** Has single keys move the focus and open dialogs, unless they are typed or were turned off. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // Before the paint: once a dialog is seen to be gone, its address is, too.
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForUs(event) || !areShortcutsOn()) return;
      const open = (address: string) => {
        event.preventDefault();
        navigate(address, { preventScrollReset: true });
      };
      switch (event.key) {
        case '/': {
          const filter = firstFilter();
          if (!filter) return;
          event.preventDefault();
          filter.focus();
          return;
        }
        case 'n':
          if (!hasTypedText()) open(newLogAddress({ pathname, search }));
          return;
        case '?':
          if (!hasTypedText()) open(shortcutsAddress({ pathname, search }));
          return;
      }
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [navigate, pathname, search]);
}

/** Shift is no modifier here: on many keyboards it takes it to type `?` or `/`. */
function isForUs(event: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, isComposing, repeat, defaultPrevented } = event;
  if (defaultPrevented || isComposing || repeat || ctrlKey || altKey || metaKey) return false;
  return !isTyping(target) && !isCovered();
}

/** A list of choices takes letters, too: they go to the choice that begins with them. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || target.matches('textarea, select');
}

/** Whether a dialog or the phone's menu lies over the screen. */
function isCovered(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const hasPopovers = 'popover' in HTMLElement.prototype;
  return hasPopovers && document.querySelector('[popover="auto"]:popover-open') !== null;
}

/** Whether something was entered into a form of the screen that leaving it would lose. */
function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main form:not([role="search"]) :is(input:is([type="text"], [type="number"], [type="password"], [type="email"]), textarea)',
  );
  return Array.from(fields).some(({ value, defaultValue }) => value !== defaultValue);
}

function firstFilter(): HTMLElement | null {
  return document.querySelector<HTMLElement>(
    'main form[role="search"] :is(input:not([type="hidden"]), select)',
  );
}
