/** What a person chooses in the dialog of a client's contact. */
export type ContactChoice =
  { kind: 'link'; contactId: string } | { kind: 'create' } | { kind: 'unlink' };

export const CREATE = 'create';
export const UNLINK = 'unlink';

const LINK = /^link:([0-9a-f-]{36})$/i;

/** What the button that chooses a contact sends. */
export function toLinkChoice(contactId: string): string {
  return `link:${contactId}`;
}

/** The choice that a button sent; null for anything else. */
export function readChoice(text: string): ContactChoice | null {
  if (text === CREATE) return { kind: 'create' };
  if (text === UNLINK) return { kind: 'unlink' };
  const [, contactId] = LINK.exec(text) ?? [];
  return contactId === undefined ? null : { kind: 'link', contactId };
}

/**
 * What a page showed of a client's contact when it was made, in hidden fields of its form. A choice is
 * carried out in that organisation, and over that link, or not at all.
 */
export type ShownContact = {
  /** Null where the form does not say: then the active organisation counts. */
  organisationId: string | null;
  /** The id of the contact that the client was linked to, or {@link NOT_LINKED}; null as above. */
  linked: string | null;
};

/** The names of the two fields. */
export const SHOWN_ORGANISATION = 'organisationId';
export const SHOWN_LINK = 'linked';

export const NOT_LINKED = 'none';

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
