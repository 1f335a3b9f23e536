import { Form, useNavigation } from '@remix-run/react';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  type ComponentProps,
  type RefObject,
} from 'react';
import { Alert } from './alert.tsx';

/** The session's form token, for browsers that do not say where a post comes from. */
export const FormTokenContext = createContext<string | null>(null);

/** The hidden field with the form token; it stands in every form that posts. */
export function FormToken() {
  const token = useContext(FormTokenContext);
  return token === null ? null : <input type="hidden" name="formToken" value={token} />;
}

type FormState = { id: string; errors?: string[] | undefined; status?: 'success' | 'error' };

/**
 * A form that posts to its own route. The server checks every rule and says every
 * message, so the browser's own validation stays off.
 */
export function PostForm({
  form,
  onStart,
  children,
  ...rest
}: Omit<ComponentProps<typeof Form>, 'form'> & {
  form: FormState;
  /** Takes the form as it is when scripts start: on a slow line it is filled in by then. */
  onStart?: (form: HTMLFormElement) => void;
}) {
  const ref = useRef<HTMLFormElement>(null);
  useFocusOnFirstError(ref, form);
  useEffect(() => {
    if (ref.current) onStart?.(ref.current);
  }, [onStart]);
  return (
    <Form method="post" noValidate id={form.id} ref={ref} {...rest}>
      <FormToken />
      {form.errors ? <Alert variant="destructive">{form.errors.join(' ')}</Alert> : null}
      {children}
    </Form>
  );
}

function useFocusOnFirstError(ref: RefObject<HTMLFormElement>, form: FormState): void {
  useEffect(() => {
    if (form.status !== 'error') return;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [ref, form]);
}

/** Whether a form is on its way to the server. */
export function useIsSubmitting(): boolean {
  return useNavigation().state === 'submitting';
}
