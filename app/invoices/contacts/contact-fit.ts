/** What is compared of a client. */
export type ClientIdentity = { name: string; email: string | null };

/** What is compared of a contact in Xero. */
export type ContactIdentity = { name: string; email: string | null };

/** Why a contact fits a client; null when it does not. */
export type Fit = 'name' | 'email' | null;

/** Text as it is compared: without blanks around it, and in whichever case. */
export function comparable(text: string | null): string {
  return (text ?? '').normalize('NFC').trim().toLowerCase();
}

/** Whether a contact has exactly the client's name, or else its email address. Nothing fits nothing. */
export function fitOf(client: ClientIdentity, contact: ContactIdentity): Fit {
  const isSame = (one: string | null, other: string | null) =>
    comparable(one) !== '' && comparable(one) === comparable(other);
  if (isSame(client.name, contact.name)) return 'name';
  return isSame(client.email, contact.email) ? 'email' : null;
}

/** A contact as a sentence names it. */
export function nameContact({ name, email }: ContactIdentity): string {
  return email ? `“${name}” (${email})` : `“${name}”`;
}
