type Place = { origin: string; identityProvider: unknown };

const IP_ADDRESS = /^(?:[\d.]+|\[[\da-f:.]+\])$/i;

/**
 * Whether people may sign in with passkeys: where no identity provider is set up, and browsers allow
 * them, which is over https or on this machine's own `localhost`, and never on a bare IP address.
 */
export function offersPasskeys({ origin, identityProvider }: Place): boolean {
  const { protocol, hostname } = new URL(origin);
  if (identityProvider !== null || IP_ADDRESS.test(hostname)) return false;
  return protocol === 'https:' || /(?:^|\.)localhost$/.test(hostname);
}

/** The name that binds passkeys to this place: the host's, without the port. */
export const relyingPartyOf = ({ origin }: Pick<Place, 'origin'>) => new URL(origin).hostname;

export const NOT_OFFERED =
  'Passkeys cannot be used here: they need an installation without an identity provider, at an https address with a name.';
