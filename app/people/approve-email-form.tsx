import { useForm } from '@conform-to/react';
import { useCallback, useState, type ReactNode } from 'react';
import type { FormReply } from '../http/form/form.server.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { PostForm } from '../ui/form.tsx';
import { useIsHydrated } from '../ui/scripts/hydration.ts';

/** The path that the form is posted to; there it is shown again, with its errors. */
export const APPROVE_EMAIL_PATH = '/settings/approved-emails/new';

/** The field and the button that put an email on the approved list. */
export function ApproveEmailForm({
  id,
  label,
  hint,
  reply,
  oneTimeKey,
  isDialog = false,
  renderActions,
}: {
  /** The form's id: the card's form and the dialog's can be on the same page. */
  id: string;
  label: string;
  hint?: string;
  reply?: FormReply | undefined;
  oneTimeKey: string;
  isDialog?: boolean;
  /** Places the Add button. */
  renderActions: (add: ReactNode) => ReactNode;
}) {
  const [form, fields] = useForm<{ email?: string }>({ id, lastResult: reply?.result });
  const [typed, setTyped] = useState(fields.email.initialValue ?? '');
  const readTyped = useCallback((element: HTMLFormElement) => {
    const text = new FormData(element).get('email');
    if (typeof text === 'string') setTyped(text);
  }, []);
  const isHydrated = useIsHydrated();
  return (
    <PostForm
      form={form}
      action={APPROVE_EMAIL_PATH}
      oneTimeKey={oneTimeKey}
      onStart={readTyped}
      preventScrollReset
      className={
        isDialog ? 'grid gap-4' : 'grid grid-cols-1 items-start gap-2 sm:grid-cols-[1fr_auto]'
      }
    >
      <TextField
        field={fields.email}
        label={label}
        hint={hint}
        type="email"
        placeholder="name@example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={isDialog}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      {renderActions(
        <Button
          variant={isDialog ? 'primary' : 'secondary'}
          disabled={isHydrated && typed.trim() === ''}
        >
          Add
        </Button>,
      )}
    </PostForm>
  );
}
