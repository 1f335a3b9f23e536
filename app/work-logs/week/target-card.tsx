import { formatDuration } from '../../lib/duration.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** The target in words. */
export function describeTarget(minutes: number | null): string {
  return minutes === null ? 'No target is set.' : `${formatDuration(minutes)} a working day.`;
}

/** The hours to be worked a day, which the Week screen measures by. */
export function TargetCard({ target }: { target: string }) {
  return (
    <Card
      title="Working Week"
      subtitle="Monday to Friday, shown on the Week screen"
      actions={
        <ButtonLink to="/settings/week-target" variant="secondary" preventScrollReset>
          Change
        </ButtonLink>
      }
    >
      <p className="text-sm">{target}</p>
    </Card>
  );
}
