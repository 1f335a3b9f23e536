import { Form } from '@remix-run/react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';

type Tenant = { tenantId: string; tenantName: string };

/** The organisations that Xero lets the product into, with a button for each that is not active. */
export function SwitchOrganisation({
  tenants,
  activeId,
}: {
  tenants: Tenant[];
  /** Null when none is active. */
  activeId: string | null;
}) {
  return (
    <div>
      <h3 className="text-sm font-medium">Switch Organisation</h3>
      {tenants.length === 0 ? (
        <p className="mt-1 text-sm text-muted">Xero names no organisation so far.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {tenants.map(({ tenantId, tenantName }) => (
            <li key={tenantId} className="flex items-center justify-between gap-4 py-2">
              <div className="min-w-0">
                <p className="text-sm wrap-anywhere">{tenantName}</p>
                <p className="text-xs text-muted wrap-anywhere">{tenantId}</p>
              </div>
              {tenantId === activeId ? (
                <Badge tone="success">Current</Badge>
              ) : (
                <Form method="post" action="/settings/xero/organisation" preventScrollReset>
                  <FormToken />
                  <input type="hidden" name="tenantId" value={tenantId} />
                  <Button variant="secondary" aria-label={`Switch to ${tenantName}`}>
                    Switch
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
