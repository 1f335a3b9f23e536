import { show } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { LIST_ID } from './places.ts';

export const meta = pageTitle('Waiting to be sent');

export const loader = show(() => null);

/** What waits on this device: the service worker puts its list into this page, and answers the buttons in it. */
export default function Waiting() {
  return (
    <>
      <PageHeader title="Waiting to be sent" />
      <Card title="On this device">
        <div id={LIST_ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: NOTHING }} />
      </Card>
    </>
  );
}

const NOTHING = '<p>Nothing to send.</p>';
