import { createHmac, randomBytes } from 'node:crypto';
import type { Millis } from './clock.js';

/** Signed messages as Standard Webhooks defines them: three headers by which a receiver knows sender, time and content. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** Bytes of a secret that others have made. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
const SECRET_FORM = /^whsec_[A-Za-z0-9+/]+={0,2}$/;
/** Characters of the id of a message after its prefix. */
export const MESSAGE_ID_LENGTH = 26;

export interface SignedMessage {
  readonly id: string;
  /** The exact bytes that are sent. */
  readonly body: string;
}

/** A new secret: `whsec_` and the base64 of 32 random bytes. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** True for `whsec_` and the base64 of 24 to 64 bytes. */
export function isSigningSecret(text: string): boolean {
  if (!SECRET_FORM.test(text)) return false;
  const { length } = keyOf(text);
  return length >= MIN_BYTES && length <= MAX_BYTES;
}

/**
 * The headers of one attempt to send a message.
 * @param now the time of the attempt, wall clock: receivers refuse messages that are minutes old
 * @param secrets one, or while a secret is replaced both, each of which makes a signature
 */
export function signatureHeaders({ id, body }: SignedMessage, now: Millis, secrets: readonly string[]) {
  const seconds = Math.floor(now / 1000);
  const signed = `${id}.${seconds}.${body}`;
  const signatures = secrets.map((secret) => createHmac('sha256', keyOf(secret)).update(signed).digest('base64'));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}

/** The id of a message from text of at least 26 characters [0-9A-Za-z], the same at each attempt. */
export const messageIdOf = (text: string): string => `msg_${text.slice(0, MESSAGE_ID_LENGTH)}`;

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
