const NAME = 'shortcuts';

/**
 * Whether single keys do something in this browser. They do until somebody turns them off, as
 * who speaks instead of typing has to (WCAG 2.1.4).
 */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    // A browser that keeps nothing for us.
    return true;
  }
}

/** Turns the keys of this browser on or off. */
export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Then they stay as they are.
  }
}
