import { AS_IT_IS } from '../ui/scripts/page-only.tsx';
import { COUNT_ID, NOTICE_ID } from './places.ts';

/** Where the service worker says that a page is a kept copy, and of when. */
export function OfflineNotice() {
  return <div id={NOTICE_ID} className="offline-notice" role="status" {...AS_IT_IS} />;
}

/** Where the number of forms stands that wait on this device; it floats, so nothing moves. */
export function WaitingCount() {
  return <div id={COUNT_ID} className="waiting-count no-print" role="status" {...AS_IT_IS} />;
}
