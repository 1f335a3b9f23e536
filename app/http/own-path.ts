/** Whether a text from outside is a path, so that it cannot lead to another site. */
export function isOwnPath(text: string): boolean {
  const base = 'https://own.invalid';
  if (!text.startsWith('/') || !URL.canParse(text, base)) return false;
  return new URL(text, base).origin === base;
}
