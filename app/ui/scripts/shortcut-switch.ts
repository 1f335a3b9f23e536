const NAME = 'shortcuts';

/**
 * Whether single-key shortcuts are on in this browser: yes until somebody turns them off. People who
 * use speech input need to (WCAG 2.1.4).
 */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    // This browser stores nothing for us.
    return true;
  }
}

/** Turns shortcuts on or off in this browser. */
export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Without storage, shortcuts stay on.
  }
}
