import { useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { askForPasskey, keepsPasskeys, NEEDS_SCRIPTS } from './ask-browser.ts';

/** The button that signs in with a passkey: a script fills the form with what the passkey has signed. */
export function PasskeySignIn() {
  const field = useRef<HTMLInputElement>(null);
  const [sentence, setSentence] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const isHydrated = useIsHydrated();

  const begin = async () => {
    setSentence('');
    setIsAsking(true);
    const got = await askForPasskey();
    setIsAsking(false);
    if ('sentence' in got) setSentence(got.sentence);
    else if (field.current) {
      field.current.value = got.answer;
      field.current.form?.submit();
    }
  };

  return (
    <form
      method="post"
      action="/api/login/passkey"
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <FormToken />
      <input ref={field} type="hidden" name="answer" />
      <Button disabled={!isHydrated || isAsking || !keepsPasskeys()}>Sign in with a passkey</Button>
      <p className="text-sm text-muted">{NEEDS_SCRIPTS}</p>
      {sentence ? <Alert variant="destructive">{sentence}</Alert> : null}
    </form>
  );
}
