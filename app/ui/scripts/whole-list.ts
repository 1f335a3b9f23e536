import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Loads a list whose document had the beginning of it only, since it was behind a dialog (`seenRows`).
 * `isMissing` once the rest may be seen.
 */
export function useWholeList(isMissing: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (isMissing) revalidate();
  }, [isMissing, revalidate]);
}
