import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Card } from '../ui/card.tsx';

/** A card, or a message in its place when its data could not be read. */
export function OneCard<Data>({
  title,
  card,
  children,
}: {
  title: string;
  card: { data: Data } | null;
  children: (data: Data) => ReactNode;
}) {
  if (card) return children(card.data);
  return (
    <Card title={title}>
      <Alert variant="destructive" title="This card could not be loaded">
        Nothing is lost, and the other cards work. Reload the page to try again.
      </Alert>
    </Card>
  );
}
