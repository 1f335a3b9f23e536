import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Secrets in the database (Todoist token, OpenAI key, Xero tokens) are sealed with AES-256-GCM.
 * Each purpose has its own key, derived from APP_SECRET.
 */

const IV_LENGTH = 12;
const TAG_LENGTH = 16;

function keyFor(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `sealed ${purpose}`, 32));
}

/** Encrypts a secret for storage. What is sealed for one purpose cannot be opened for another. */
export function seal(appSecret: string, purpose: string, secret: string): string {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', keyFor(appSecret, purpose), iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a sealed secret; null when it was sealed under another APP_SECRET, or was changed. */
export function unseal(appSecret: string, purpose: string, stored: string): string | null {
  const bytes = Buffer.from(stored, 'base64url');
  if (bytes.length < IV_LENGTH + TAG_LENGTH) return null;
  const iv = bytes.subarray(0, IV_LENGTH);
  const tag = bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(appSecret, purpose), iv);
    decipher.setAuthTag(tag);
    const secret = [decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()];
    return Buffer.concat(secret).toString('utf8');
  } catch {
    return null;
  }
}
