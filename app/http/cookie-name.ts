/** Whether cookies go over https alone, and so carry `Secure`. */
export const isSecure = ({ origin }: { origin: string }) => origin.startsWith('https:');

/** The `Set-Cookie` header of a cookie that is written as it is, with its whole name; 0 seconds take it off. */
export function plainCookie(
  config: { origin: string },
  name: string,
  value: string,
  seconds: number,
): string {
  const secure = isSecure(config) ? ' Secure;' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}

/**
 * The name of a cookie: over https with a prefix, by which a browser refuses one of this name that
 * another host set. A cookie of a path of its own cannot be bound to the host as tightly.
 */
export function cookieName(config: { origin: string }, name: string, path = '/'): string {
  if (!isSecure(config)) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}
