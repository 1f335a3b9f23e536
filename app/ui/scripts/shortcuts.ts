import { useLocation, useNavigate, type Location } from '@remix-run/react';
import { useEffect } from 'react';
import { useBeforePaint } from './hydration.ts';

type Place = Pick<Location, 'pathname' | 'search'>;

/** Every key and what it does, for the help dialog. */
export const SHORTCUTS = [
  { key: '/', does: 'Go to the first filter of a list' },
  { key: 'n', does: 'Log work in one line' },
  { key: 'N', does: 'Log work with a field for each part' },
  { key: 'r', does: 'On Dashboard and Work Logs: repeat the log at the top, with Undo' },
  { key: 't', does: 'Start the timer, or stop it; not on Todoist Import' },
  { key: '← →', does: 'On Week: previous or next week' },
  { key: '↑ ↓ Space', does: 'On Todoist Import: go up, down (with Shift: select), select' },
  { key: 'e s', does: 'On Todoist Import: select all that match, those with the same labels' },
  { key: 'c t d', does: 'On Todoist Import: choose the client, the work type, the duration' },
  { key: 'Enter a r', does: 'On Todoist Import: confirm, archive, reject' },
  { key: 'u', does: 'On Todoist Import: undo the last action' },
  { key: '?', does: 'Show these keys' },
  { key: 'Ctrl+Enter', does: 'Save the form that you type in (⌘+Enter on a Mac)' },
  { key: 'Esc', does: 'Close a dialog or the menu' },
] as const;

/** The address of the quick log, which returns to this place. */
export function quickLogAddress(place: Place): string {
  return withBack('/work-logs/quick-log', place);
}

/** The address of the field for a line, which returns to this place. */
function lineAddress(place: Place): string {
  return withBack('/work-logs/line', place);
}

/** The address of the list of shortcuts, which returns to this place. */
export function shortcutsAddress(place: Place): string {
  return withBack('/shortcuts', place);
}

function withBack(path: string, { pathname, search }: Place): string {
  return `${path}?back=${encodeURIComponent(`${pathname}${search}`)}`;
}

/** The address of the form with fields: from Work Logs the full one, from elsewhere the quick log. */
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
        case 'ArrowLeft':
        case 'ArrowRight': {
          const link = document.querySelector(`main a[data-key="${event.key}"]`);
          const address = link?.getAttribute('href');
          if (address && !hasTypedText()) open(address);
          return;
        }
        case 'n':
          if (!hasTypedText()) open(lineAddress({ pathname, search }));
          return;
        case 'N':
          if (!hasTypedText()) open(newLogAddress({ pathname, search }));
          return;
        case '?':
          if (!hasTypedText()) open(shortcutsAddress({ pathname, search }));
          return;
        case 'r':
        case 't': {
          const button = document.querySelector<HTMLElement>(`button[data-key="${event.key}"]`);
          if (!button || hasTypedText()) return;
          event.preventDefault();
          button.focus({ preventScroll: true });
          button.click();
          return;
        }
      }
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [navigate, pathname, search]);
}

/** Ctrl+Enter or ⌘+Enter in any field of a form presses the form's main button. */
export function useSaveKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, isComposing, repeat } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing) return;
      if (!(target instanceof HTMLElement) || !target.matches('input, select, textarea')) return;
      const form = target.closest('form');
      if (!form) return;
      event.preventDefault();
      const button = mainButtonOf(form);
      if (!repeat && button) form.requestSubmit(button);
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, []);
}

/** The button that Enter presses where a form says so; else the last of those that look main. */
function mainButtonOf(form: HTMLFormElement): HTMLButtonElement | null {
  const first = form.querySelector<HTMLButtonElement>('button[aria-hidden="true"]');
  if (first) return first.disabled ? null : first;
  const main = [
    ...form.querySelectorAll<HTMLButtonElement>('button:is(.button-primary, .button-danger)'),
  ].filter(({ disabled, type }) => !disabled && type === 'submit');
  return main.at(-1) ?? form.querySelector('button:not([type="button"], [name], :disabled)');
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

/** Whether a key press may be a shortcut. Many keyboards need Shift for `?` or `/`. */
export function isShortcutPress(event: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, isComposing, repeat, defaultPrevented } = event;
  if (defaultPrevented || isComposing || repeat || ctrlKey || altKey || metaKey) return false;
  return !isTyping(target) && !isCovered();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || target.matches('textarea, select');
}

function isCovered(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const hasPopovers = 'popover' in HTMLElement.prototype;
  return hasPopovers && document.querySelector('[popover="auto"]:popover-open') !== null;
}

const OFF = 'shortcuts=off';
const YEAR_IN_SECONDS = 31_536_000;

/**
 * Whether shortcuts are on in this browser: people who use speech input turn them off (WCAG 2.1.4). A sign-out clears
 * the storage, so a cookie keeps it.
 */
export function areShortcutsOn(): boolean {
  // The server does not know, and shows the page as for most people.
  return typeof document === 'undefined' || !document.cookie.includes(OFF);
}

/** Turns shortcuts on or off in this browser. */
export function switchShortcuts(isOn: boolean): void {
  const [prefix, suffix] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  const age = isOn ? 0 : YEAR_IN_SECONDS;
  document.cookie = `${prefix}${OFF}; Max-Age=${age}; Path=/; SameSite=Lax${suffix}`;
}
