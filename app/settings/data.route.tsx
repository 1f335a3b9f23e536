import { useLoaderData } from '@remix-run/react';
import { show } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { BackupsCard } from './backups/backups-card.tsx';
import { readBackupsCard } from './backups/backups-card.server.ts';

export const meta = pageTitle('Data');

export const loader = show(({ context }) => readBackupsCard(context));

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
