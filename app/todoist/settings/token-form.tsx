import { useFetcher } from '@remix-run/react';
import { useCallback, useState } from 'react';
import type { FormReply } from '../../http/form/form.server.ts';
import { isMasked, MASKED_SECRET } from '../../http/form/masked-secret.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';

/**
 * The form for the API token. With scripts, errors show in place; without them, on a page of their
 * own.
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
  const readTyped = useCallback((element: HTMLFormElement) => {
    const text = new FormData(element).get('apiToken');
    if (typeof text === 'string') setTyped(text);
  }, []);
  const result = fetcher.data?.result ?? reply?.result;
  const errors = result?.error?.apiToken ?? result?.error?.[''] ?? undefined;
  const isUnchanged = typed.trim() === '' || isMasked(typed);
  return (
    <PostForm
      form={{ id, status: result?.status }}
      via={fetcher}
      action="/settings/todoist/token"
      onStart={readTyped}
      preventScrollReset
      className="grid max-w-xl gap-3"
    >
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
      <div>
        <Button disabled={(isHydrated && isUnchanged) || fetcher.state !== 'idle'}>Save</Button>
      </div>
    </PostForm>
  );
}
