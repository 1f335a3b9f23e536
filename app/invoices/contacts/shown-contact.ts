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
