import { SHOWN_LINK, SHOWN_ORGANISATION, type ShownContact } from './shown-contact.ts';

/** The hidden fields that say for which organisation a form was made, and over which link. */
export function ShownFields({ shown }: { shown: Partial<ShownContact> }) {
  const { organisationId, linked } = shown;
  return (
    <>
      {organisationId ? (
        <input type="hidden" name={SHOWN_ORGANISATION} value={organisationId} />
      ) : null}
      {linked ? <input type="hidden" name={SHOWN_LINK} value={linked} /> : null}
    </>
  );
}
