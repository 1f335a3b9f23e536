import { ButtonLink } from '../ui/button.tsx';
import { Alert } from '../ui/alert.tsx';
import { Card } from '../ui/card.tsx';

/** Says that the server runs with another key than the stored secrets, and what can be done. */
export function KeyCard({ sealed }: { sealed: string[] }) {
  return (
    <Card title="Another key">
      <div className="grid gap-3">
        <Alert variant="destructive" title="The server runs with another key">
          {`${sealed.join(' and ')} ${sealed.length === 1 ? 'is' : 'are'} sealed with another key than the server has now, so what needs ${sealed.length === 1 ? 'it' : 'them'} does not work. Nothing is lost: whoever runs the server should restore the first key (APP_SECRET, or the file app-secret in the data folder) and start it again; then all of it works again.`}
        </Alert>
        <p className="text-sm">
          If the first key is lost for good, begin with the new one, and then connect again.
        </p>
        <div>
          <ButtonLink to="/settings/key/begin" variant="secondary" preventScrollReset>
            Begin with the New Key
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
