/** Where the button of a sign-in link's page posts the link's token. */
export const LINK_FORM = '/api/login/link';
