import { useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { FormReply } from '../../lib/form.server.ts';
import { isMasked, MASKED_SECRET } from '../../lib/masked-secret.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/hydration.ts';

/**
 * The API token. With scripts its errors show here, and nothing else on the screen moves;
 * without, on a page of its own.
 */
export function TokenForm({
  id,
  hasToken,
  reply,
}: {
  id: string;
  hasToken: boolean;
  reply?: FormReply;
}) {
  const fetcher = useFetcher<FormReply>();
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState('');
  const saves = useSaves(fetcher, () => {
    setTyped('');
  });
  const result = fetcher.data?.result ?? reply?.result;
  const errors = result?.error?.apiToken ?? result?.error?.[''] ?? undefined;
  const isUnchanged = typed.trim() === '' || isMasked(typed);
  return (
    <PostForm
      form={{ id, status: result?.status }}
      via={fetcher}
      action="/settings/todoist/token"
      preventScrollReset
      className="grid max-w-xl gap-3"
    >
      {/* What was typed goes when it is saved, and when there is no token any more. */}
      <div key={`${saves} ${String(hasToken)}`}>
        <TextField
          field={{
            id: `${id}-field`,
            name: 'apiToken',
            initialValue: hasToken ? MASKED_SECRET : '',
            errors,
            errorId: `${id}-error`,
            descriptionId: `${id}-description`,
          }}
          label="API Token"
          hint="In Todoist: Settings, Integrations, Developer. It is kept sealed, and never shown again."
          type="password"
          autoComplete="off"
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
      </div>
      <div>
        <Button disabled={(isHydrated && isUnchanged) || fetcher.state !== 'idle'}>Save</Button>
      </div>
    </PostForm>
  );
}

/** How often the form was saved: an answer without a reply leads on, and only a saved form does. */
function useSaves(
  { state, data }: Pick<ReturnType<typeof useFetcher<FormReply>>, 'state' | 'data'>,
  onSaved: () => void,
): number {
  const [saves, setSaves] = useState(0);
  const isSaved = state === 'loading' && data === undefined;
  useEffect(() => {
    if (!isSaved) return;
    setSaves((count) => count + 1);
    onSaved();
    // Once for each save, whatever is drawn meanwhile.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSaved]);
  return saves;
}
