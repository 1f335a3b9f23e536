/**
 * Whether a key press may be a shortcut. Shift may be held: many keyboards need it for `?` or `/`.
 */
export function isShortcutPress(event: KeyboardEvent): boolean {
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
