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
