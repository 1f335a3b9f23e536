import { createContext, useContext } from 'react';

/** Whether the page was asked for without scripts (`http/lite.ts`). */
export const LiteContext = createContext(false);

/**
 * Has a page without scripts load itself again after some seconds. Where the browser could run scripts, but
 * they are not sent (Lite) or not started (`start.js` reads `data-refresh`), it ignores `noscript`.
 */
export function RefreshItself({ seconds }: { seconds: number }) {
  const isLite = useContext(LiteContext);
  const refresh = <meta httpEquiv="refresh" content={String(seconds)} />;
  if (isLite) return refresh;
  return <noscript data-refresh={seconds}>{refresh}</noscript>;
}
