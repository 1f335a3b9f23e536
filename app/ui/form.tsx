import { Form, useFormAction, useNavigation, type FetcherWithComponents } from '@remix-run/react';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  type ComponentProps,
  type FormEvent,
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

type FormState = {
  id: string;
  errors?: string[] | undefined;
  status?: 'success' | 'error';
  initialValue?: unknown;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

type PostFormProps = Omit<ComponentProps<typeof Form>, 'form'> & {
  form: FormState;
  /** Answers the form in its place, where the rest of the screen is to stay as it is. */
  via?: Pick<FetcherWithComponents<unknown>, 'Form'>;
  /** Makes the form's effect happen once, however often it arrives. */
  oneTimeKey?: string;
  /** Takes the form as it is when scripts start: on a slow line it is filled in by then. */
  onStart?: (form: HTMLFormElement) => void;
};

/**
 * A form that posts to its own route. The server checks every rule and says every
 * message, so the browser's own validation stays off.
 */
export function PostForm({
  form,
  via,
  oneTimeKey,
  onStart,
  action,
  children,
  ...rest
}: PostFormProps) {
  const Frame = via?.Form ?? Form;
  const ref = useRef<HTMLFormElement>(null);
  const address = useFormAction(action);
  const key = oneTimeKey && (keyOf(form) ?? oneTimeKey);
  useFocusOnFirstError(ref, form);
  useEffect(() => {
    if (ref.current) onStart?.(ref.current);
  }, [onStart]);
  return (
    <Frame
      method="post"
      noValidate
      id={form.id}
      ref={ref}
      onSubmit={form.onSubmit}
      action={key ? besidePage(address, key) : address}
      {...rest}
    >
      <FormToken />
      {key ? <input type="hidden" name="oneTimeKey" value={key} /> : null}
      {form.errors ? <Alert variant="destructive">{form.errors.join(' ')}</Alert> : null}
      {children}
    </Frame>
  );
}

/**
 * The page's address as another one. A browser forgets the page it keeps for an address that
 * it posts to; Back would then fetch a new page, with a new key around the old entries.
 */
function besidePage(address: string, key: string): string {
  const [path = '', search] = address.split('?');
  const parameters = new URLSearchParams(search);
  parameters.set('sent', key);
  return `${path}?${parameters.toString()}`;
}

/** The key that the server sent back with the form, if it did. */
function keyOf({ initialValue }: FormState): string | null {
  if (typeof initialValue !== 'object' || initialValue === null) return null;
  const key = 'oneTimeKey' in initialValue ? initialValue.oneTimeKey : null;
  return typeof key === 'string' ? key : null;
}

function useFocusOnFirstError(ref: RefObject<HTMLFormElement>, form: FormState): void {
  useEffect(() => {
    if (form.status !== 'error') return;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus();
  }, [ref, form]);
}

/**
 * A form's first button, which nobody sees, is what Enter presses: else it would press the
 * first of the others, whatever that does. A text browser shows it: what it says is true.
 */
export function EnterButton({
  children = 'Save',
  ...button
}: Omit<ComponentProps<'button'>, 'className' | 'tabIndex'>) {
  return (
    <button className="sr-only" tabIndex={-1} aria-hidden="true" {...button}>
      {children}
    </button>
  );
}

/** Whether a form is on its way to the server. */
export function useIsSubmitting(): boolean {
  return useNavigation().state === 'submitting';
}
