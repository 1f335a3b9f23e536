import { Form } from '@remix-run/react';
import { Button } from '../ui/button.tsx';
import { FormToken } from '../ui/form.tsx';

/**
 * The switch for pages without scripts on this device. It reloads the page, with scripts or
 * without.
 */
export function LiteSwitch({ isOn }: { isOn: boolean }) {
  return (
    <Form
      method="post"
      action="/settings/lite"
      reloadDocument
      className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm"
    >
      <FormToken />
      <input type="hidden" name="lite" value={isOn ? 'off' : 'on'} />
      <div>
        <p className="font-medium">Lite pages</p>
        <p className="text-muted">
          {isOn
            ? 'This device gets pages without scripts. Everything works; nothing else is loaded.'
            : 'Pages without scripts, for a slow line or an old phone. Everything works; for this device alone.'}
        </p>
      </div>
      <Button variant="secondary">{isOn ? 'Turn Lite off' : 'Turn Lite on'}</Button>
    </Form>
  );
}
