import { useEffect, useRef, type RefObject } from 'react';

/**
 * Shows the values of a new address in the fields that are there already, so that the focus
 * stays where it is. A field whose own value is the same keeps what is being typed into it.
 */
export function useShownValues(
  ref: RefObject<HTMLFormElement>,
  values: Record<string, string>,
): void {
  const before = useRef(values);
  useEffect(() => {
    const changed = Object.keys(values).filter((name) => values[name] !== before.current[name]);
    before.current = values;
    const isCleared = changed.length > 0 && Object.values(values).every((value) => value === '');
    for (const name of isCleared ? Object.keys(values) : changed) {
      const control = ref.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement) control.value = values[name] ?? '';
      if (control instanceof HTMLSelectElement) {
        control.value = values[name] ?? '';
        if (control.selectedIndex < 0) control.selectedIndex = 0;
      }
    }
  }, [ref, values]);
}
