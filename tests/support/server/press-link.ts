import { LINK_FORM } from '#app/http/form/link-form.ts';

/** Presses the button of a sign-in link's page without reading the page; not followed further. */
export function pressLink(link: string): Promise<Response> {
  const { origin, searchParams } = new URL(link);
  return fetch(`${origin}${LINK_FORM}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: searchParams.get('token') ?? '' }),
  });
}
