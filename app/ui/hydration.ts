import { useEffect, useLayoutEffect, useState } from 'react';

/** Whether scripts run here; false in the server's HTML and until they do. */
export function useIsHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    setIsHydrated(true);
  }, []);
  return isHydrated;
}

/** An effect before the browser paints; on the server, where nothing paints, none. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;
