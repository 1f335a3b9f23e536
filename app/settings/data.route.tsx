import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { BackupsCard } from './backups/backups-card.tsx';
import { readBackupsCard } from './backups/backups-card.server.ts';

export const meta = pageTitle('Data');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return readBackupsCard(context);
}

export default function Data() {
  return (
    <div className="parts">
      <PageHeader title="Data">
        <ButtonLink to="/import" variant="secondary">
          Import
        </ButtonLink>
        <ButtonLink to="/history" variant="secondary">
          History
        </ButtonLink>
      </PageHeader>
      <BackupsCard {...useLoaderData<typeof loader>()} />
    </div>
  );
}
