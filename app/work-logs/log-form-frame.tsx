import { FormProvider, FormStateInput, type FormMetadata } from '@conform-to/react';
import type { FormEvent, ReactNode } from 'react';
import { PostForm } from '../ui/form.tsx';

/**
 * The form around any entry of work. Its first button, which nobody sees, is what Enter
 * presses: else Enter would press the first row's Remove.
 */
export function LogFormFrame<Values extends Record<string, unknown>>({
  form,
  oneTimeKey,
  action,
  canSave,
  onInput,
  children,
}: {
  form: FormMetadata<Values>;
  oneTimeKey?: string;
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
        action={action}
        className="log-form grid gap-4"
        onInput={onInput}
        preventScrollReset
      >
        <FormStateInput />
        <button className="sr-only" tabIndex={-1} aria-hidden="true" disabled={!canSave}>
          Save
        </button>
        {children}
      </PostForm>
    </FormProvider>
  );
}
