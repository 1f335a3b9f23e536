import { FormProvider, FormStateInput, type FormMetadata } from '@conform-to/react';
import type { FormEvent, ReactNode } from 'react';
import { EnterButton, PostForm, type MadeFrom } from '../../ui/form.tsx';

/** The form element around the fields of Add Log, Edit Log and the quick forms. */
export function LogFormFrame<Values extends Record<string, unknown>>({
  form,
  oneTimeKey,
  madeFrom,
  action,
  canSave,
  onInput,
  children,
}: {
  form: FormMetadata<Values>;
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
  action?: string;
  canSave: boolean;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}) {
  return (
    <FormProvider context={form.context}>
      <PostForm
        form={form}
        oneTimeKey={oneTimeKey}
        madeFrom={madeFrom}
        action={action}
        className="log-form grid gap-4"
        onInput={onInput}
        preventScrollReset
      >
        <FormStateInput />
        <EnterButton disabled={!canSave} />
        {children}
      </PostForm>
    </FormProvider>
  );
}
