import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { useIsHydrated } from './scripts/hydration.ts';

/** A button that prints the page; without scripts there is the browser's own. */
export function PrintButton(props: Pick<ComponentProps<typeof Button>, 'variant'>) {
  if (!useIsHydrated()) return null;
  return (
    <Button
      {...props}
      type="button"
      onClick={() => {
        window.print();
      }}
    >
      Print
    </Button>
  );
}
