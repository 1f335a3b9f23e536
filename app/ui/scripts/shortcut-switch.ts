const OFF = 'shortcuts=off';
const YEAR_IN_SECONDS = 31_536_000;

/**
 * Whether single-key shortcuts are on in this browser: yes until somebody turns them off. People who
 * use speech input need to (WCAG 2.1.4). A cookie keeps it, since a sign-out clears the storage.
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
