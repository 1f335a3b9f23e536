import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Secrets in the database (Todoist token, OpenAI key, Xero tokens) are sealed with AES-256-GCM.
 * Each purpose has its own key, derived from APP_SECRET.
 */

/** How what is sealed begins, before the id of its key; older values have neither. */
const FORM = 'v2';

/** Tells which key sealed a value, and nothing about the key. */
export function keyId(appSecret: string): string {
  return Buffer.from(hkdfSync('sha256', appSecret, '', 'id of the key', 6)).toString('base64url');
}

const IV_LENGTH = 12;
const TAG_LENGTH = 16;

function keyFor(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `sealed ${purpose}`, 32));
}

/** Encrypts a secret for storage. What is sealed for one purpose cannot be opened for another. */
export function seal(appSecret: string, purpose: string, secret: string): string {
  return sealBytes(appSecret, purpose, Buffer.from(secret, 'utf8'));
}

/** Decrypts a sealed secret; null when it was sealed under another APP_SECRET, or was changed. */
export function unseal(appSecret: string, purpose: string, stored: string): string | null {
  return unsealBytes(appSecret, purpose, stored)?.toString('utf8') ?? null;
}

/** Does what {@link seal} does, for bytes, such as what is packed. */
export function sealBytes(appSecret: string, purpose: string, secret: Buffer): string {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', keyFor(appSecret, purpose), iv);
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  const text = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  return `${FORM}.${keyId(appSecret)}.${text}`;
}

/** Does what {@link unseal} does, for bytes. */
export function unsealBytes(appSecret: string, purpose: string, stored: string): Buffer | null {
  const [, id, text] = /^v2\.([\w-]{8})\.([\w-]*)$/.exec(stored) ?? [];
  if (id !== undefined && id !== keyId(appSecret)) return null;
  const bytes = Buffer.from(text ?? stored, 'base64url');
  if (bytes.length < IV_LENGTH + TAG_LENGTH) return null;
  const iv = bytes.subarray(0, IV_LENGTH);
  const tag = bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(appSecret, purpose), iv);
    decipher.setAuthTag(tag);
    return Buffer.concat([
      decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)),
      decipher.final(),
    ]);
  } catch {
    return null;
  }
}
