/**
 * Algorithms that are settled, and that every authenticator has one of: Ed25519, ECDSA with P-256, and
 * RSA. The newest that the library would offer as well are not yet.
 */
export const ALGORITHMS = [-8, -7, -257];

/** The library, which takes memory that most days nobody needs: loaded when a passkey is first used. */
export const webAuthn = () => import('@simplewebauthn/server');

/** The ways by which a browser reaches a passkey, as the database has them. */
export const readTransports = (json: string) => JSON.parse(json) as string[];
