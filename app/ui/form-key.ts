import { useLocation } from '@remix-run/react';
import { useState } from 'react';

/**
 * The one-time key of a form that is made anew once it was saved: that of its page. When data is only read again, as
 * after a lost line, the form stays as it is, with its cursor.
 */
export function useKeyOfPage(oneTimeKey: string): string {
  const { key: page } = useLocation();
  const [made, setMade] = useState({ page, oneTimeKey });
  if (made.page === page) return made.oneTimeKey;
  setMade({ page, oneTimeKey });
  return oneTimeKey;
}
