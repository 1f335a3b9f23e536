import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { addressNow, isKeptOnDevice, useLineTrouble } from './steady-line.ts';

/**
 * Loads a list whose document had the beginning of it only, since it was behind a dialog (`seenRows`).
 * `isMissing` once the rest may be seen. Without a line the device may have the whole page.
 */
export function useWholeList(isMissing: boolean): void {
  const { revalidate } = useRevalidator();
  const isLost = useLineTrouble() === 'lost';
  useEffect(() => {
    if (isMissing) revalidate();
  }, [isMissing, revalidate]);
  useEffect(() => {
    if (!isMissing || !isLost) return;
    void isKeptOnDevice(addressNow()).then((isKept) => {
      if (isKept) window.location.reload();
    });
  }, [isMissing, isLost]);
}
