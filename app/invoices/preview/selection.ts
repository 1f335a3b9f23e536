import { useCallback, useEffect, useState, type RefObject } from 'react';

/** The checkboxes named `ids` inside an element: how many are ticked, and to tick or untick all. */
export function useSelection(ref: RefObject<HTMLElement>, most: number) {
  const [selected, setSelected] = useState(0);
  const count = useCallback(() => {
    setSelected(boxesIn(ref.current).filter(({ checked }) => checked).length);
  }, [ref]);
  // What was ticked before the scripts arrived counts as well.
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
