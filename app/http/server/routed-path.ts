/**
 * The path of an address as the router reads it: in small letters, with what stands for other signs as those,
 * without dots that lead elsewhere and without slashes behind.
 */
export function routedPath(address: string): string {
  if (!address.startsWith('/')) return address;
  const { pathname } = new URL(`http://host${address}`);
  const path = pathname.replace(/\/+$/, '');
  return decoded(path).toLowerCase();
}

function decoded(path: string): string {
  try {
    // A slash that is written so belongs to its part.
    const parts = path.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F'));
    return parts.join('/');
  } catch {
    return path;
  }
}

/** Whether an address is one that programs come to with a token, as the router reads it. */
export function isForPrograms(address: string): boolean {
  return isApiAddress(address) || /^\/mcp(\/|$)/.test(routedPath(address));
}

/** Whether an address is one of the API's, as the router reads it. */
export function isApiAddress(address: string): boolean {
  return /^\/api(\/|$)/.test(routedPath(address));
}
