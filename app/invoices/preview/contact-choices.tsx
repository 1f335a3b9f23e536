import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import { CREATE, toLinkChoice } from '../contacts/contact-choice.ts';
import { ShownFields } from '../contacts/shown-fields.tsx';
import { CONTACT, PRESS } from './field-names.ts';
import type { Preview } from './preview.server.ts';

type Screen = NonNullable<Preview['contacts']>['screen'];

/** The contacts in Xero that a client's invoices may go to, to choose one. */
export function ContactChoices({ clientId, screen }: { clientId: number; screen: Screen }) {
  const isSubmitting = useIsSubmitting();
  const { shown, problems, suggestions } = screen;
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3 text-sm">
      <legend className="px-1 font-medium">Contact in {screen.organisationName}</legend>
      <ShownFields shown={{ linked: shown.linked }} />
      {problems.map((problem) => (
        <Alert key={problem}>{problem}</Alert>
      ))}
      {suggestions.map(({ contactId, name, email, linkedTo }, index) => (
        <Choice key={contactId} value={toLinkChoice(contactId)} isFirst={index === 0}>
          {[name, email, linkedTo ? `contact of ${linkedTo}` : null].filter(Boolean).join(' · ')}
        </Choice>
      ))}
      <Choice value={CREATE} isFirst={suggestions.length === 0}>
        A new contact
      </Choice>
      <div>
        <Button variant="secondary" name={PRESS} value={`link:${clientId}`} disabled={isSubmitting}>
          Use this contact
        </Button>
      </div>
    </fieldset>
  );
}

type ChoiceProps = { value: string; isFirst: boolean; children: string };

function Choice({ value, isFirst, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 sm:min-h-8 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={CONTACT}
        value={value}
        autoFocus={isFirst}
        className="size-5 sm:size-4"
      />
      <span className="wrap-anywhere">{children}</span>
    </label>
  );
}
