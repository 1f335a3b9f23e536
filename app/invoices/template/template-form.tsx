import type { SubmissionResult } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';

type Reply = { result: SubmissionResult };

/**
 * The form for the description of invoice lines. With scripts, errors show in place; without them,
 * on a page of their own.
 */
export function TemplateForm({
  id,
  template,
  reply,
}: {
  id: string;
  template: string;
  reply?: Reply | undefined;
}) {
  const fetcher = useFetcher<Reply>();
  const isHydrated = useIsHydrated();
  const result = fetcher.data?.result ?? reply?.result;
  const given = result?.initialValue?.template;
  const initial = typeof given === 'string' ? given : template;
  const [typed, setTyped] = useState(initial);
  const isBlank = typed.trim() === '';
  return (
    <PostForm
      form={{ id, status: result?.status, errors: result?.error?.[''] ?? undefined }}
      via={fetcher}
      action="/settings/xero/template"
      preventScrollReset
      className="grid gap-3"
    >
      <TextField
        field={{
          id: `${id}-field`,
          name: 'template',
          initialValue: initial,
          errors: result?.error?.template ?? undefined,
          errorId: `${id}-error`,
          descriptionId: `${id}-description`,
        }}
        label="Invoice Description Template"
        hint="Use {date} (dd/mm/yyyy), {workType} and {description}."
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <div>
        <Button disabled={(isHydrated && isBlank) || fetcher.state !== 'idle'}>
          Save Invoice Template
        </Button>
      </div>
    </PostForm>
  );
}
