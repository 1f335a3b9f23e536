import { useCallback, useEffect, useState, type RefObject } from 'react';

/**
 * Counts the ticked checkboxes named `ids` inside an element. `select` ticks the first `most` of
 * them, or unticks all.
 */
export function useSelection(ref: RefObject<HTMLElement>, most: number) {
  const [selected, setSelected] = useState(0);
  const count = useCallback(() => {
    setSelected(boxesIn(ref.current).filter(({ checked }) => checked).length);
  }, [ref]);
  // Boxes that were ticked before the scripts loaded count as well.
  useEffect(count, [count]);
  const select = (isSelected: boolean) => {
    for (const [index, box] of boxesIn(ref.current).entries()) {
      box.checked = isSelected && index < most;
    }
    count();
  };
  return { selected, count, select };
}

function boxesIn(element: HTMLElement | null): HTMLInputElement[] {
  return [...(element?.querySelectorAll<HTMLInputElement>('input[name="ids"]') ?? [])];
}
