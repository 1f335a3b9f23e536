/** Between a toast and the control above it, in pixels. */
const GAP = 12;

/** Leaves room below the page for the toast, so that nothing stays under it; a dialog ends above it until it closes. */
export function leaveRoomForToast(): void {
  const toast = document.querySelector<HTMLElement>('.toast[data-floating]');
  if (!toast) return;
  const place = toast.getBoundingClientRect();
  const room = `${Math.ceil(window.innerHeight - place.top + GAP)}px`;
  document.documentElement.style.setProperty('--toast-room', room);
  const dialog = document.querySelector<HTMLElement>('dialog:modal');
  // On a screen too low for both, the dialog keeps its place.
  if (!dialog || place.top < window.innerHeight / 2) return;
  const { bottom, right } = dialog.getBoundingClientRect();
  if (bottom > place.top && right > place.left) dialog.style.setProperty('--toast-room', room);
}
