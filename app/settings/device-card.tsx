import { Form } from '@remix-run/react';
import type { Theme } from '../http/device-choices.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormToken } from '../ui/form.tsx';

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'As the system has it'],
] as const;

/** How this device gets its pages: in which theme, and whether with scripts. */
export function DeviceCard({ theme, isLite }: { theme: Theme | 'system'; isLite: boolean }) {
  return (
    <Card title="This Device">
      <Form
        method="post"
        action="/settings/account"
        preventScrollReset
        aria-label="Theme"
        className="flex flex-wrap items-center gap-2 text-sm"
      >
        <FormToken />
        <p className="mr-auto font-medium">Theme</p>
        {THEMES.map(([value, label]) => (
          <Button
            key={value}
            name="theme"
            value={value}
            variant={value === theme ? 'primary' : 'secondary'}
            aria-pressed={value === theme}
          >
            {label}
          </Button>
        ))}
      </Form>
      {/* Loads the page anew, with scripts or without. */}
      <Form
        method="post"
        action="/settings/lite"
        reloadDocument
        className="mt-3 flex flex-wrap items-center gap-2 text-sm"
      >
        <FormToken />
        <input type="hidden" name="lite" value={isLite ? 'off' : 'on'} />
        <div className="mr-auto">
          <p className="font-medium">Lite pages</p>
          <p className="text-muted">No JavaScript, for slow connections and old phones.</p>
        </div>
        <Button variant="secondary">{isLite ? 'Turn Lite off' : 'Turn Lite on'}</Button>
      </Form>
    </Card>
  );
}
