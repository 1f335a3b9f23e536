import { useFetcher } from '@remix-run/react';
import { useState } from 'react';
import type { FormReply } from '../../http/form/form.server.ts';
import { SaveButton } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm, useNewestReply } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';

type Props = {
  id: string;
  /** The stored template, its version, and the form's key. */
  madeFrom: { version: number; values: { template: string }; oneTimeKey: string };
  reply?: FormReply | undefined;
};

/**
 * The form for the description of invoice lines. With scripts, errors show in place; without them,
 * on a page of their own.
 */
export function TemplateForm({ id, madeFrom, reply }: Props) {
  const fetcher = useFetcher<FormReply>();
  const { newest, onSubmit } = useNewestReply(fetcher);
  const shown = newest ?? reply;
  // After a save, and where another window saved, the form is made anew.
  const key = shown?.remade ?? madeFrom.version;
  return <TemplateFields key={key} {...{ id, madeFrom, fetcher, onSubmit }} reply={shown} />;
}

type Sender = { fetcher: ReturnType<typeof useFetcher<FormReply>>; onSubmit: () => void };

function TemplateFields({ id, madeFrom, fetcher, onSubmit, reply }: Props & Sender) {
  const isHydrated = useIsHydrated();
  const result = reply?.result;
  const given = result?.initialValue?.template;
  const initial = typeof given === 'string' ? given : madeFrom.values.template;
  const [typed, setTyped] = useState(initial);
  const isBlank = typed.trim() === '';
  return (
    <PostForm
      form={{
        id,
        onSubmit,
        status: result?.status,
        initialValue: result?.initialValue,
        errors: result?.error?.[''] ?? undefined,
      }}
      madeFrom={madeFrom}
      oneTimeKey={madeFrom.oneTimeKey}
      via={fetcher}
      action="/settings/xero/template"
      preventScrollReset
      className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[1fr_auto]"
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
      <SaveButton disabled={(isHydrated && isBlank) || fetcher.state !== 'idle'}>
        Save Invoice Template
      </SaveButton>
    </PostForm>
  );
}
