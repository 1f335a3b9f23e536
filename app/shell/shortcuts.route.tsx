import { useLoaderData } from '@remix-run/react';
import { show } from '../auth/press.server.ts';
import { isOwnPath } from '../http/own-path.ts';
import { pageTitle } from '../lib/product.ts';
import { CheckboxField } from '../ui/more-fields.tsx';
import { useIsHydrated } from '../ui/scripts/hydration.ts';
import { CancelLink, DialogActions, RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { areShortcutsOn, switchShortcuts, SHORTCUTS } from '../ui/scripts/shortcuts.ts';

export const meta = pageTitle('Keyboard shortcuts');

export const loader = show(({ url }) => {
  const back = url.searchParams.get('back') ?? '';
  return { backTo: isOwnPath(back) ? back : '/' };
});

export default function Shortcuts() {
  const { backTo } = useLoaderData<typeof loader>();
  const isHydrated = useIsHydrated();
  return (
    <RouteDialog title="Keyboard shortcuts" backTo={backTo}>
      <div className="grid gap-4">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
          {SHORTCUTS.map(({ key, does }) => (
            <div key={does} className="contents">
              <dt>
                <kbd className="key-cap">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">Shortcuts need JavaScript, and pause while you type.</p>
        {isHydrated ? <Switch /> : null}
        <DialogActions leave={<CancelLink variant="primary">Close</CancelLink>} />
      </div>
    </RouteDialog>
  );
}

function Switch() {
  return (
    <CheckboxField
      field={{
        id: 'use-shortcuts',
        name: 'shortcuts',
        initialValue: areShortcutsOn() ? 'on' : '',
        errorId: 'use-shortcuts-error',
        descriptionId: 'use-shortcuts-description',
      }}
      label="Use these keys in this browser"
      onChange={(event) => {
        switchShortcuts(event.currentTarget.checked);
      }}
    />
  );
}
