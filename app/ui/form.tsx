import {
  Form,
  useFormAction,
  useNavigation,
  type FetcherWithComponents,
  useLocation,
} from '@remix-run/react';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type RefObject,
  startTransition,
} from 'react';
import { sayMoment } from '../lib/moment.ts';
import { WRONG } from '../lib/product.ts';
import { Alert } from './alert.tsx';
import { Button, ButtonLink } from './button.tsx';
import { useKeptTyping, type Offer } from './scripts/kept-typing.ts';
import { TextBrowserContext } from './text-browser.ts';

/** The session's form token, for browsers that do not tell the origin of a post. */
export const FormTokenContext = createContext<string | null>(null);

/** The hidden field with the form token; every form that posts has it. */
export function FormToken() {
  const token = useContext(FormTokenContext);
  return token === null ? null : <input type="hidden" name="formToken" value={token} />;
}

type FormState = {
  id: string;
  errors?: string[] | undefined;
  allErrors?: Record<string, string[] | undefined>;
  status?: 'success' | 'error';
  /** What was sent, until something is typed. */
  value?: object | null;
  initialValue?: Partial<Record<string, unknown>> | null;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

type PostFormProps = Omit<ComponentProps<typeof Form>, 'form'> & {
  form: FormState;
  /** A fetcher to send the form with, so that the rest of the screen stays as it is. */
  via?: Pick<FetcherWithComponents<unknown>, 'Form'>;
  /** With this key the form has its effect only once, however often it is sent. */
  oneTimeKey?: string;
  madeFrom?: MadeFrom;
  /** Called when scripts start: on a slow line somebody may have filled in the form by then. */
  onStart?: (form: HTMLFormElement) => void;
  /** What the answer to a question says. */
  anyway?: string;
  /** Where the record leads, by its id, that a question says is here already. */
  instead?: (id: string) => string;
};

/** A form that posts to its own route. The server checks every rule, so the browser's own validation stays off. */
export function PostForm({
  form,
  via,
  oneTimeKey,
  madeFrom,
  onStart,
  anyway = 'Save anyway',
  instead,
  action,
  children,
  ...rest
}: PostFormProps) {
  const Frame = via?.Form ?? Form;
  const ref = useRef<HTMLFormElement>(null);
  const address = useFormAction(action);
  const key = oneTimeKey && (sentBack(form, 'oneTimeKey') ?? oneTimeKey);
  // The answer to a question about what was sent. What is typed since gets a question of its own.
  const { confirm, existing } = (form.value ?? {}) as { confirm?: string; existing?: string };
  const [typedOver, setTypedOver] = useState<{ version: string; values: string } | null>(null);
  const hasErrors = form.status === 'error';
  const offer = useKeptTyping(ref, { id: form.id, address, hasErrors }, setTypedOver);
  useFocusOnFirstError(ref, form);
  useEffect(() => {
    if (ref.current) onStart?.(ref.current);
  }, [onStart]);
  return (
    <Frame
      method="post"
      discover="none"
      noValidate
      id={form.id}
      ref={ref}
      onSubmit={form.onSubmit}
      action={key ? otherAddress(address, key) : address}
      {...rest}
    >
      <FormToken />
      {key && <input type="hidden" name="oneTimeKey" value={key} />}
      {madeFrom && <MadeFromFields form={form} madeFrom={madeFrom} typedOver={typedOver} />}
      {offer && <KeptNotice offer={offer} />}
      {form.errors && (
        <Alert variant="destructive">
          {form.errors.join(' ') + ' '}
          <span className={existing && instead ? 'mt-3 flex flex-wrap gap-2' : undefined}>
            {existing && instead && (
              <ButtonLink to={instead(existing)} variant="secondary">
                Use the existing one
              </ButtonLink>
            )}
            {confirm && (
              <Button name="confirm" value={confirm}>
                {anyway}
              </Button>
            )}
          </span>
        </Alert>
      )}
      {hasErrors && <WrongFields form={form} />}
      {children}
    </Frame>
  );
}

/** Leads to each field that is wrong, for who cannot see them all. */
function WrongFields({ form: { id, allErrors = {} } }: { form: FormState }) {
  const names = Object.keys(allErrors).filter(Boolean);
  return names.length === 0 ? null : (
    <Alert title="There is a problem with:">
      {names.map((name) => (
        <a key={name} href={`#${id}-${name}`} className="link">
          {`${sayName(name)} `}
        </a>
      ))}
    </Alert>
  );
}

/** `hardwareItems[0].itemName` → `item name`, `clientId` → `client`. */
function sayName(name: string): string {
  return name.replace(/.*\.|Id$/g, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * An address of the same route that is not the page's: after a post to that a browser drops its copy of the page, and
 * Back would bring a new one-time key around the old entries.
 */
function otherAddress(address: string, key: string): string {
  const [path = '', search] = address.split('?');
  const parameters = new URLSearchParams(search);
  parameters.set('sent', key);
  return `${path}?${parameters.toString()}`;
}

/** The version of a record that a form was made from, and its fields' first contents. */
export type MadeFrom = { version: number; values: object };

/**
 * The hidden fields that say what a person changed, and from which version; they keep the values of the first render.
 */
function MadeFromFields({
  form,
  madeFrom,
  typedOver,
}: {
  form: FormState;
  madeFrom: MadeFrom;
  /** The record that the fields were typed over, when they were put back from an earlier form. */
  typedOver: { version: string; values: string } | null;
}) {
  const [atFirst] = useState(() => ({
    version: sentBack(form, 'version') ?? String(madeFrom.version),
    values: sentBack(form, 'madeFrom') ?? JSON.stringify(madeFrom.values),
  }));
  const { version, values } = typedOver ?? atFirst;
  return (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="madeFrom" value={values} />
    </>
  );
}

function KeptNotice({ offer }: { offer: Offer }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken px-4 py-2 text-sm"
    >
      <p className="min-w-0 flex-1">Draft kept {sayMoment(offer.at)}</p>
      <Button type="button" variant="secondary" onClick={offer.putBack}>
        Restore
      </Button>
      <Button type="button" variant="quiet" onClick={offer.discard}>
        Discard
      </Button>
    </div>
  );
}

function sentBack({ initialValue }: FormState, name: string): string | null {
  const value = initialValue?.[name];
  return typeof value === 'string' ? value : null;
}

/** Once for each answer with errors: what is typed afterwards, which is news of the form too, keeps the focus. */
function useFocusOnFirstError(ref: RefObject<HTMLFormElement>, form: FormState): void {
  const { status, allErrors } = form;
  useEffect(() => {
    if (status !== 'error') return;
    const title = () => document.title.replace(WRONG, '');
    document.title = WRONG + title();
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus();
    return () => {
      document.title = title();
    };
  }, [ref, status, allErrors]);
}

/** A hidden button, to be the first of its form, which Enter presses. Text browsers, which would show it, have none. */
export function EnterButton({
  children = 'Save',
  ...button
}: Omit<ComponentProps<'button'>, 'className' | 'tabIndex'>) {
  if (useContext(TextBrowserContext)) return null;
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

/**
 * The answer to the newest form of a fetcher; undefined once one succeeded: a fetcher itself keeps the refusal before
 * it. `onSubmit` notes the answer that stood when the form was sent; a slow browser may never draw it as under way.
 */
export function useNewestReply<Reply>({
  state,
  data,
}: Pick<FetcherWithComponents<Reply>, 'state' | 'data'>): {
  newest: FetcherWithComponents<Reply>['data'];
  onSubmit: () => void;
} {
  const [before, setBefore] = useState<typeof data>(undefined);
  return {
    // While a form is under way, its fields stay as they are.
    newest: state === 'idle' && data === before ? undefined : data,
    onSubmit: () => {
      // In a transition, as the fetcher's own state is: both are drawn together.
      startTransition(() => {
        setBefore(data);
      });
    },
  };
}

/**
 * The answer to an edit form with `key={reply?.remade}`, shown once the loader has read the same version of the
 * record: until then its lists may lack a value.
 */
export function whenLoaded<Reply extends { remade?: string }>(
  reply: Reply | undefined,
  madeFrom: Pick<MadeFrom, 'version'> | null,
): Reply | undefined {
  if (reply?.remade === undefined) return reply;
  return madeFrom !== null && madeFrom.version >= Number(reply.remade) ? reply : undefined;
}

/**
 * The one-time key of a form that is made anew once it was saved: that of its page. When data is only read again, as
 * after a lost line, the form stays as it is, with its cursor.
 */
export function useKeyOfPage(oneTimeKey: string): string {
  const { key: page } = useLocation();
  const [made, setMade] = useState({ page, oneTimeKey });
  if (made.page === page) return made.oneTimeKey;
  setMade({ page, oneTimeKey });
  return oneTimeKey;
}
