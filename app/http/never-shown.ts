/**
 * The screen of an address that only takes the press of a button. It is never shown: only with a component does Remix
 * answer a refusal with an error page, and not with bare text.
 */
export function NeverShown() {
  return null;
}
