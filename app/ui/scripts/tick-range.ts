import type { MutableRefObject } from 'react';

/** The box that was pressed and, with Shift, those between it and the one before it, which it sets, too. */
export function tickRange(
  last: MutableRefObject<HTMLInputElement | null>,
  box: HTMLInputElement,
  { shown, isRange }: { shown: HTMLInputElement[]; isRange: boolean },
): HTMLInputElement[] {
  const [from, to] = [last.current ? shown.indexOf(last.current) : -1, shown.indexOf(box)];
  last.current = box;
  if (!isRange || from === -1 || to === -1) return [box];
  const boxes = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const other of boxes) other.checked = box.checked;
  return boxes;
}
