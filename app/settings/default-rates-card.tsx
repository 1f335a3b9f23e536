import { Card } from '../ui/card.tsx';

/** The rates that new clients start with. */
export function DefaultRatesCard() {
  return (
    <Card title="Default Rates" subtitle="Applied to new clients by default">
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Standard Rate</dt>
          <dd>
            <span className="font-medium tabular-nums">£60/hr</span>
            <span className="text-sm text-muted"> · regular development work</span>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Premium Rate</dt>
          <dd>
            <span className="font-medium tabular-nums">£90/hr</span>
            <span className="text-sm text-muted"> · consultancy and architecture</span>
          </dd>
        </div>
      </dl>
      <p className="mt-4 text-sm text-muted">Rates for each client can be changed in Clients.</p>
    </Card>
  );
}
