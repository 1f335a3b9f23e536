import { useRef } from 'react';
import { useBeforePaint } from './hydration.ts';
import { useIsLineDown } from './steady-line.ts';

/** Says that the connection is lost while a request waits for it; shown above dialogs, too. */
export function LineNotice() {
  return useIsLineDown() ? <Notice /> : null;
}

function Notice() {
  const ref = useRef<HTMLParagraphElement>(null);
  useBeforePaint(() => {
    const notice = ref.current;
    if (!notice || !('showPopover' in notice)) return;
    notice.setAttribute('popover', 'manual');
    notice.showPopover();
  }, []);
  return (
    <p ref={ref} role="alert" className="line-notice">
      No connection. What you entered is kept here, and sent as soon as the line is back.
    </p>
  );
}
