import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a browser is told to ask an authenticator for. */
type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };

/** What an authenticator may do wrong, so that a test can see it refused. */
export type Wrong = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
  type?: string;
  signature?: (bytes: Buffer) => Buffer;
  algorithm?: number;
};

/** An authenticator in software: one passkey with P-256, which counts. */
export type Authenticator = {
  id: string;
  /** The answer that makes the passkey. */
  create: (options: Options, wrong?: Wrong) => string;
  /** The answer that signs in. */
  get: (options: Options, wrong?: Wrong) => string;
};

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();

/** Makes an authenticator for a browser at an origin. */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const state = { counter: 0, userHandle: '' };
  const rpId = new URL(origin).hostname;

  const clientData = (type: string, { challenge }: Options, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (wrong: Wrong, attested?: Buffer) => {
    state.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? state.counter);
    const flags = 0x01 | (wrong.isVerified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    const parts = [sha256(wrong.rpId ?? rpId), Buffer.from([flags]), counter];
    return Buffer.concat(attested ? [...parts, attested] : parts);
  };
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' };

  return {
    id: base64url(id),
    create: (options, wrong = {}) => {
      state.userHandle = options.user?.id ?? '';
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = coseKey(publicKey, wrong.algorithm ?? -7);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authenticatorData(wrong, attested))],
      ]);
      return JSON.stringify({
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, wrong)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      });
    },
    get: (options, wrong = {}) => {
      const client = clientData('webauthn.get', options, wrong);
      const data = authenticatorData(wrong);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return JSON.stringify({
        ...common,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(wrong.signature?.(signature) ?? signature),
          userHandle: wrong.userHandle ?? state.userHandle,
        },
      });
    },
  };
}

/** A public key as COSE has it: a map of its kind, algorithm, curve and point. */
function coseKey(key: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const negative = (value: number) =>
    Buffer.from(value < -24 ? [0x38, -1 - value] : [0x1f - value]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03]),
    negative(algorithm),
    Buffer.from([0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
