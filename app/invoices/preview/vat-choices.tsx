import { Button } from '../../ui/button.tsx';
import { useIsSubmitting } from '../../ui/form.tsx';
import { ChoiceField } from '../../ui/more-fields.tsx';
import { fieldState, PRESS, vatName } from './field-names.ts';
import type { Preview } from './preview.server.ts';

type Lines = Preview['lines']['of'][string];

type VatProps = { clientId: number } & NonNullable<Lines['vatQuestion']>;

/** The buttons that say which VAT holds: the contact's, or the client's own. */
export function VatAnswers({ clientId, shown, ofContact, ofClient, canFollow }: VatProps) {
  const isSubmitting = useIsSubmitting();
  const answer = (holds: 'client' | 'contact', text: string) => (
    <Button
      variant="secondary"
      name={PRESS}
      value={['vat', clientId, holds, shown.contact, shown.client].join(':')}
      disabled={isSubmitting}
    >
      {text}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {canFollow ? answer('contact', `Use the contact’s VAT: ${ofContact}`) : null}
      {answer('client', `Keep the client’s VAT: ${ofClient}`)}
    </div>
  );
}

type LineVatProps = {
  id: number;
  isChosen: boolean;
} & NonNullable<Lines['entries'][number]['vatField']>;

/** The VAT of a line that is open, after what it has now: what was chosen before stands in its row. */
export function LineVat({ id, isChosen, value, choices }: LineVatProps) {
  const name = vatName(id);
  return (
    <>
      {isChosen ? null : <input type="hidden" name={name} value={value} />}
      <ChoiceField
        field={fieldState({ name, value })}
        label="VAT of this line"
        hint="On this invoice only"
        choices={choices}
      />
    </>
  );
}
