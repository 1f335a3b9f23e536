import type { FetcherWithComponents } from '@remix-run/react';
import { startTransition, useState } from 'react';

/**
 * The answer to the newest form of a fetcher; undefined once one of them succeeded. A fetcher itself keeps the last
 * answer that had a body, so after a refusal and a success it still has the refusal. `onSubmit` is for the form: it
 * notes the answer that stood when the form was sent. A slow browser may never draw the form as under way, so that
 * cannot tell it.
 */
export function useNewestReply<Reply>({
  state,
  data,
}: Pick<FetcherWithComponents<Reply>, 'state' | 'data'>): {
  newest: FetcherWithComponents<Reply>['data'];
  onSubmit: () => void;
} {
  const [before, setBefore] = useState<typeof data>(undefined);
  return {
    // While a form is under way, its fields stay as they are.
    newest: state === 'idle' && data === before ? undefined : data,
    onSubmit: () => {
      // In a transition, as the fetcher's own state is: both are drawn together.
      startTransition(() => {
        setBefore(data);
      });
    },
  };
}
