import type { FetcherWithComponents } from '@remix-run/react';
import { useState } from 'react';

/**
 * The answer to the newest form of a fetcher; undefined once one of them succeeded. A fetcher itself keeps the last
 * answer that had a body, so after a refusal and a success it still has the refusal.
 */
export function useNewestReply<Reply>({
  state,
  data,
}: Pick<FetcherWithComponents<Reply>, 'state' | 'data'>): FetcherWithComponents<Reply>['data'] {
  const [before, setBefore] = useState<typeof data>(undefined);
  if (state === 'submitting' && data !== before) setBefore(data);
  // While a form is under way, its fields stay as they are.
  return state === 'idle' && data === before ? undefined : data;
}
