function pageNotFound(): never {
  throw new Response('Not found', { status: 404 });
}

/** Every address that no other route takes, whatever the method. */
export const loader = pageNotFound;
export const action = pageNotFound;

export default function NotFound() {
  return null;
}
