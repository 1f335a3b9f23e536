import { useForm } from '@conform-to/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useRef, useState } from 'react';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, PlainButtonLink } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm, useIsSubmitting } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { describeDevice } from '../sessions/device.ts';
import { getSignedIn } from '../guard.server.ts';
import { send, show } from '../press.server.ts';
import { keepsPasskeys, makePasskey, NEEDS_SCRIPTS } from './ask-browser.ts';
import { NOT_OFFERED, offersPasskeys } from './offered.ts';
import { addPasskey, isFreshSession } from './own-passkeys.server.ts';
import { PasskeyInput } from './challenges.server.ts';

export const meta = pageTitle('Add Passkey');

export const loader = show(({ request, context }) => {
  const signedIn = getSignedIn(request, context);
  return {
    oneTimeKey: newOneTimeKey(),
    refusal: offersPasskeys(context.config) ? null : NOT_OFFERED,
    isFresh: signedIn !== null && isFreshSession(context, signedIn),
    device: describeDevice(request.headers.get('User-Agent')),
  };
});

export const action = send(
  { schema: PasskeyInput, secrets: ['answer'] },
  ({ request, context }) => ({
    wait: async (input, key) => {
      const signedIn = getSignedIn(request, context);
      if (signedIn === null) throw new ProductError(401, 'Unauthorized');
      await addPasskey(context, signedIn, input, key);
    },
    goTo: '/settings/account',
    success: 'Passkey added',
    failure: 'Failed to add the passkey',
  }),
);

export default function NewPasskey() {
  const { refusal, isFresh, device, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Add Passkey" backTo="/settings/account">
      {refusal !== null ? (
        <p className="text-sm">{refusal}</p>
      ) : isFresh ? (
        <PasskeyForm device={device} oneTimeKey={oneTimeKey} />
      ) : (
        <SignInAgain />
      )}
    </RouteDialog>
  );
}

function SignInAgain() {
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        You signed in more than an hour ago. Sign in again first, so that nobody else can add a
        passkey for you.
      </p>
      <DialogActions>
        <PlainButtonLink href="/api/login?again">Sign in again</PlainButtonLink>
      </DialogActions>
    </div>
  );
}

/** Its first submit asks the browser; the second, by itself, sends what the browser answered. */
function PasskeyForm({ device, oneTimeKey }: { device: string; oneTimeKey: string }) {
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<{ name?: string }>({
    id: 'new-passkey',
    lastResult: reply?.result,
    defaultValue: { name: device },
  });
  const field = useRef<HTMLInputElement>(null);
  const [sentence, setSentence] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const isHydrated = useIsHydrated();
  const isSubmitting = useIsSubmitting();

  const begin = async () => {
    setSentence('');
    setIsAsking(true);
    const got = await makePasskey();
    setIsAsking(false);
    const input = field.current;
    if ('sentence' in got) setSentence(got.sentence);
    else if (input) {
      input.value = got.answer;
      input.form?.requestSubmit();
      // It is used up, whatever comes of it.
      input.value = '';
    }
  };

  return (
    <PostForm
      form={form}
      oneTimeKey={oneTimeKey}
      className="grid gap-4"
      preventScrollReset
      onSubmit={(event) => {
        if (field.current?.value) return;
        event.preventDefault();
        void begin();
      }}
    >
      <p className="text-sm">
        Your device asks for your fingerprint, face or PIN, and stores the passkey. {NEEDS_SCRIPTS}
      </p>
      <TextField
        field={fields.name}
        label="Name"
        hint="Shown in your list of passkeys"
        maxLength={60}
      />
      <input ref={field} type="hidden" name="answer" />
      {sentence ? <Alert variant="destructive">{sentence}</Alert> : null}
      <DialogActions>
        <Button disabled={!isHydrated || isAsking || isSubmitting || !keepsPasskeys()}>
          Add Passkey
        </Button>
      </DialogActions>
    </PostForm>
  );
}
