import type { FetcherWithComponents } from '@remix-run/react';
import { startTransition, useState } from 'react';
import type { MadeFrom } from '../form.tsx';

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

/**
 * The answer to an edit form, for a form with `key={reply?.remade}`. A form that the server remade
 * is shown only once the loader has read the same version of the record: until then its lists may
 * lack a value that it is to show.
 */
export function whenLoaded<Reply extends { remade?: string }>(
  reply: Reply | undefined,
  madeFrom: Pick<MadeFrom, 'version'> | null,
): Reply | undefined {
  if (reply?.remade === undefined) return reply;
  return madeFrom !== null && madeFrom.version >= Number(reply.remade) ? reply : undefined;
}
