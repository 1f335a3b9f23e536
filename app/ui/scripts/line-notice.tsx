import { useRef, useEffect } from 'react';
import { useBeforePaint } from './hydration.ts';
import { useLineTrouble, type LineTrouble, addressNow, isKeptOnDevice } from './steady-line.ts';
import { useRevalidator } from '@remix-run/react';

const SAYS: Record<LineTrouble, string> = {
  lost: 'No connection. What you entered is kept here, and sent once you are online again.',
  silent:
    'No answer yet. What you entered is kept here. Wait, or send it again: it is never saved twice.',
};

/** Says what is wrong with the line while a request waits for it; shown above dialogs, too. */
export function LineNotice() {
  const trouble = useLineTrouble();
  return trouble && <Notice says={SAYS[trouble]} />;
}

function Notice({ says }: { says: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useBeforePaint(() => {
    const notice = ref.current;
    if (!notice || !('showPopover' in notice)) return;
    notice.setAttribute('popover', 'manual');
    notice.showPopover();
  }, []);
  return (
    <p ref={ref} role="alert" className="line-notice">
      {says}
    </p>
  );
}

/**
 * Loads a list of which the document had only the beginning, behind a dialog (`seenRows`); without a line, from the
 * device.
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
