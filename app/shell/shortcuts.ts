import { useLocation, useNavigate, type Location } from '@remix-run/react';
import { useBeforePaint } from '../ui/scripts/hydration.ts';
import { areShortcutsOn } from './shortcut-switch.ts';

type Place = Pick<Location, 'pathname' | 'search'>;

/** Every key and what it does, for the help dialog. */
export const SHORTCUTS = [
  { key: '/', does: 'Go to the first filter of a list' },
  { key: 'n', does: 'Log work' },
  { key: '?', does: 'Show these keys' },
  { key: 'Esc', does: 'Close a dialog or the menu' },
] as const;

/** The address of the quick log, which returns to this place. */
export function quickLogAddress(place: Place): string {
  return withBack('/work-logs/quick-log', place);
}

/** The address of the list of shortcuts, which returns to this place. */
export function shortcutsAddress(place: Place): string {
  return withBack('/shortcuts', place);
}

function withBack(path: string, { pathname, search }: Place): string {
  return `${path}?back=${encodeURIComponent(`${pathname}${search}`)}`;
}

/**
 * The address of the form to log work: from Work Logs the full form, from elsewhere the quick log.
 */
function newLogAddress(place: Place): string {
  const isWorkLogs = place.pathname === '/' || place.pathname === '/work-logs';
  return isWorkLogs ? `/work-logs/new${place.search}` : quickLogAddress(place);
}

/** Handles the shortcuts, except while somebody types or has turned them off. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // Before the paint, so that a key pressed once a dialog is gone uses the new address.
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutPress(event) || !areShortcutsOn()) return;
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

/**
 * Whether a key press may be a shortcut. Shift may be held: many keyboards need it for `?` or `/`.
 */
function isShortcutPress(event: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, isComposing, repeat, defaultPrevented } = event;
  if (defaultPrevented || isComposing || repeat || ctrlKey || altKey || metaKey) return false;
  return !isTyping(target) && !isCovered();
}

/** Whether the focused element takes letters; a select does, to jump to a choice. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || target.matches('textarea, select');
}

/** Whether a dialog or the menu of narrow screens covers the screen. */
function isCovered(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const hasPopovers = 'popover' in HTMLElement.prototype;
  return hasPopovers && document.querySelector('[popover="auto"]:popover-open') !== null;
}

/** Whether leaving the screen would lose text typed into one of its forms. */
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
