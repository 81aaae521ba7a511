import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RuntimeConfig } from '../config/runtime-config.js';
import { rememberSecret } from '../logging/redaction.js';
import { deviceKey } from './device-key.js';

const CIPHER = 'aes-256-gcm';
const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that the controller must be able to read again (SNMP, SMTP) in the database and its backups, with
 * AES-256-GCM and a device key in a file of its own.
 */
@Injectable()
export class SecretBox {
  readonly #key: Buffer;

  constructor(config: RuntimeConfig) {
    this.#key = deviceKey(config.dataDir);
  }

  /** @param context the place of the secret, for example `user:2:snmpv3AuthPass`; it can be decrypted only there. */
  encrypt(text: string, context: string): string {
    rememberSecret(text);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${FORMAT}.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
  }

  /** 32 bytes that only this installation has, the same for the same purpose as long as its key is; they reveal nothing of it. */
  fingerprint(purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(`fingerprint of ${purpose}`).digest();
  }

  /** Throws when the text was encrypted with another key or for another context, or was changed since. */
  decrypt(encrypted: string, context: string): string {
    const [form, encoded = ''] = encrypted.split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    if (form !== FORMAT || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('This is no encrypted secret.');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    return rememberSecret(text);
  }
}
