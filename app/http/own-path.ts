/**
 * Whether a text from outside is a path, so that it cannot lead to another site: browsers take `//`
 * and `/\` for the start of another host, and leave out tabs and line ends.
 */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(text);
}
