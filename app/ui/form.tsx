import { Form, useFormAction, useNavigation, type FetcherWithComponents } from '@remix-run/react';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
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
  /** The record that the form edits, as it stood when the form was made. */
  madeFrom?: MadeFrom;
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
  madeFrom,
  onStart,
  action,
  children,
  ...rest
}: PostFormProps) {
  const Frame = via?.Form ?? Form;
  const ref = useRef<HTMLFormElement>(null);
  const address = useFormAction(action);
  const key = oneTimeKey && (sentBack(form, 'oneTimeKey') ?? oneTimeKey);
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
      {madeFrom ? <MadeFromFields form={form} madeFrom={madeFrom} /> : null}
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

/** A version of a record, and the texts that the fields of its form start with. */
export type MadeFrom = { version: number; values: object };

/**
 * The answer to an edit form, to be shown with `key={reply?.remade}`. One that the server remade
 * comes up anew, and not before what its loader reads is there, too: its lists may lack what it
 * is to show.
 */
export function whenLoaded<Reply extends { remade?: string }>(
  reply: Reply | undefined,
  madeFrom: Pick<MadeFrom, 'version'> | null,
): Reply | undefined {
  if (reply?.remade === undefined) return reply;
  return madeFrom !== null && madeFrom.version >= Number(reply.remade) ? reply : undefined;
}

/**
 * What tells the server which fields a person changed, and since when others may have. Both stay
 * what they were when the form came up, as what its fields show does.
 */
function MadeFromFields({ form, madeFrom }: { form: FormState; madeFrom: MadeFrom }) {
  const [{ version, values }] = useState(() => ({
    version: sentBack(form, 'version') ?? String(madeFrom.version),
    values: sentBack(form, 'madeFrom') ?? JSON.stringify(madeFrom.values),
  }));
  return (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="madeFrom" value={values} />
    </>
  );
}

/** A hidden field as the server sent it back with the form, if it did. */
function sentBack({ initialValue }: FormState, name: string): string | null {
  if (typeof initialValue !== 'object' || initialValue === null) return null;
  const value = (initialValue as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
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
