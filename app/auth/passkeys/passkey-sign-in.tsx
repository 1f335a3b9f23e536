import { useEffect, useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { keepsPasskeys, NEEDS_SCRIPTS, usePasskey } from './ask-browser.ts';

/** The button that signs in with a passkey: a script fills the form with what the passkey has signed. */
export function PasskeySignIn() {
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState('');
  const [sentence, setSentence] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (answer !== '') form.current?.submit();
  }, [answer]);

  const begin = async () => {
    setSentence('');
    setIsAsking(true);
    const got = await usePasskey();
    setIsAsking(false);
    if ('answer' in got) setAnswer(got.answer);
    else setSentence(got.sentence);
  };

  return (
    <form
      ref={form}
      method="post"
      action="/api/login/passkey"
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <FormToken />
      <input type="hidden" name="answer" value={answer} />
      <Button disabled={!isHydrated || isAsking || !keepsPasskeys()}>Sign in with a passkey</Button>
      <p className="text-sm text-muted">{NEEDS_SCRIPTS}</p>
      {sentence ? <Alert variant="destructive">{sentence}</Alert> : null}
    </form>
  );
}
