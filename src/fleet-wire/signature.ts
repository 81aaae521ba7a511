import { sign, verify, type KeyObject } from 'node:crypto';
import { canonicalJson, type Json } from './canonical-json.js';
import { PROTOCOL_VERSION, type DownKind } from './topics.js';

/** A message before it is signed. `pdu` is the one that it is for: no other PDU accepts it. */
export interface Signable {
  readonly pdu: string;
  readonly [member: string]: Json;
}

/** Length of an Ed25519 signature in base64url. */
const SIGNATURE = /^[A-Za-z0-9_-]{86}$/;

/**
 * Adds the signature of a hub to a message: Ed25519 over the kind of the message and its canonical form. The broker
 * between hub and PDU is not trusted, so a PDU obeys only what is signed.
 */
export function signed<T extends Signable>(kind: DownKind, message: T, privateKey: KeyObject): T & { sig: string } {
  if ('sig' in message) throw new TypeError('The message is signed already.');
  return { ...message, sig: sign(null, signedBytes(kind, message), privateKey).toString('base64url') };
}

/**
 * True if the hub with this key has signed exactly this message, as this kind, for this PDU. False for everything else,
 * whatever it is.
 */
export function isSigned(
  kind: DownKind,
  pdu: string,
  message: Readonly<Record<string, Json>>,
  publicKey: KeyObject,
): boolean {
  const { sig, ...rest } = message;
  if (typeof sig !== 'string' || !SIGNATURE.test(sig) || rest['pdu'] !== pdu) return false;
  try {
    return verify(null, signedBytes(kind, rest), publicKey, Buffer.from(sig, 'base64url'));
  } catch {
    return false; // no value of JSON, or too deep
  }
}

/** The kind and version are signed too: a lease must not pass for a command. */
const signedBytes = (kind: DownKind, message: Json): Buffer =>
  Buffer.from(`rackfeed/${PROTOCOL_VERSION}/${kind}\n${canonicalJson(message)}`);
