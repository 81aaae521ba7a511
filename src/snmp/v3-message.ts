import { AUTH_ALGORITHMS, type AuthAlgorithm, type PrivacyAlgorithm } from '../common/snmp/algorithms.js';
import { BerReader, MALFORMED, TAG, type BerWriter } from './ber.js';
import { readPdu, writePdu, type Answer, type RequestPdu } from './pdu.js';
import { digestOf, encrypt } from './usm.js';

export const VERSION_3 = 3;
/** The user-based security model. */
export const USM = 3;
/** The bits of msgFlags. */
const FLAG = { auth: 1, privacy: 2, reportable: 4 } as const;
/** The smallest message that each side must accept (RFC 3412, section 6.3). */
const MIN_MESSAGE_SIZE = 484;

export type SecurityLevel = 'noAuthNoPriv' | 'authNoPriv' | 'authPriv';
/** The levels in their order. */
export const SECURITY_LEVELS: readonly SecurityLevel[] = ['noAuthNoPriv', 'authNoPriv', 'authPriv'];
export const isBelow = (one: SecurityLevel, other: SecurityLevel): boolean =>
  SECURITY_LEVELS.indexOf(one) < SECURITY_LEVELS.indexOf(other);

/** The keys of a user for one engine. */
export interface UserKeys {
  readonly auth?: { readonly algorithm: AuthAlgorithm; readonly key: Buffer } | undefined;
  readonly privacy?: { readonly algorithm: PrivacyAlgorithm; readonly key: Buffer } | undefined;
}

/** A message of version 3 before its security has been checked. */
export interface V3Message {
  /** The whole message as it came. */
  readonly octets: Buffer;
  readonly msgId: number;
  readonly maxSize: number;
  /** undefined for encryption without authentication, which does not exist. */
  readonly level: SecurityLevel | undefined;
  readonly isReportable: boolean;
  readonly securityModel: number;
  /** The security parameters, which only their model can read. */
  readonly parameters: BerReader;
  /** The scoped PDU, or octets that it is encrypted in. */
  readonly data: BerReader;
}

/** @param reader after the version. Throws {@link MALFORMED}. */
export function readV3Message(reader: BerReader): V3Message {
  const header = reader.inner(TAG.sequence);
  const msgId = header.integer();
  const maxSize = header.integer();
  const flags = header.octets();
  const securityModel = header.integer();
  header.finish();
  const parameters = reader.inner(TAG.octets);
  if (flags.length !== 1 || msgId < 0 || maxSize < MIN_MESSAGE_SIZE || securityModel < 1) throw MALFORMED;
  const bits = flags[0] ?? 0;
  return {
    octets: reader.bytes,
    msgId,
    maxSize,
    level: levelOf(bits),
    isReportable: (bits & FLAG.reportable) !== 0,
    securityModel,
    parameters,
    data: new BerReader(reader.bytes, reader.at, reader.end),
  };
}

function levelOf(flags: number): SecurityLevel | undefined {
  const isAuthenticated = (flags & FLAG.auth) !== 0;
  if ((flags & FLAG.privacy) === 0) return isAuthenticated ? 'authNoPriv' : 'noAuthNoPriv';
  return isAuthenticated ? 'authPriv' : undefined;
}

/** The security parameters of the user-based model. */
export interface UsmParameters {
  readonly engineId: Buffer;
  readonly boots: number;
  readonly time: number;
  readonly user: Buffer;
  readonly digest: Buffer;
  /** The place of the digest in the message. */
  readonly digestAt: number;
  readonly salt: Buffer;
}

const MAX_ENGINE_ID = 32;
const MAX_USER_NAME = 32;

/** Throws {@link MALFORMED}. */
export function readUsmParameters(outer: BerReader): UsmParameters {
  const reader = outer.inner(TAG.sequence);
  outer.finish();
  const engineId = reader.octets();
  const boots = reader.integer();
  const time = reader.integer();
  const user = reader.octets();
  const digest = reader.octets();
  const digestAt = reader.at - digest.length;
  const salt = reader.octets();
  reader.finish();
  if (engineId.length > MAX_ENGINE_ID || user.length > MAX_USER_NAME || boots < 0 || time < 0) throw MALFORMED;
  return { engineId, boots, time, user, digest, digestAt, salt };
}

export interface ScopedPdu {
  readonly contextEngineId: Buffer;
  readonly contextName: Buffer;
  readonly pdu: RequestPdu;
}

/** Throws {@link MALFORMED}. What follows the scoped PDU fills the last block of an encryption. */
export function readScopedPdu(outer: BerReader): ScopedPdu {
  const reader = outer.inner(TAG.sequence);
  const contextEngineId = reader.octets();
  const contextName = reader.octets();
  const pdu = readPdu(reader);
  reader.finish();
  return { contextEngineId, contextName, pdu };
}

/** A message of the engine. */
export interface OutgoingV3 {
  readonly msgId: number;
  readonly level: SecurityLevel;
  readonly user: Buffer;
  readonly keys: UserKeys;
  readonly engine: { readonly id: Buffer; readonly boots: number; readonly time: number };
  readonly salt: Buffer;
  readonly contextName: Buffer;
  readonly pduType: number;
  readonly requestId: number;
  readonly answer: Answer;
}

/** The largest UDP payload. */
export const MAX_DATAGRAM = 65_507;

/** Octets of a message besides its variables, at most: names, keys, numbers and lengths as long as they can be. */
export const V3_OVERHEAD = 260;

export function encodeV3(writer: BerWriter, message: OutgoingV3): Buffer {
  const { auth, privacy } = usedKeys(message);
  const { engine } = message;
  writePdu(writer, message.pduType, message.requestId, message.answer);
  writer.octets(message.contextName);
  writer.octets(engine.id);
  writer.wrap(TAG.sequence, 0);
  if (privacy) {
    const input = { boots: engine.boots, time: engine.time, salt: message.salt };
    writer.octets(encrypt(privacy.algorithm, privacy.key, writer.take(), input));
  }

  const mark = writer.size;
  writer.octets(privacy ? message.salt : NOTHING);
  const digestEnd = writer.size;
  const digestLength = auth ? AUTH_ALGORITHMS[auth.algorithm].digestLength : 0;
  writer.octets(NO_DIGEST.subarray(0, digestLength));
  writer.octets(message.user);
  writer.integer(engine.time);
  writer.integer(engine.boots);
  writer.octets(engine.id);
  writer.wrap(TAG.sequence, mark);
  writer.wrap(TAG.octets, mark);

  const header = writer.size;
  writer.integer(USM);
  writer.octets(Buffer.of((auth ? FLAG.auth : 0) | (privacy ? FLAG.privacy : 0)));
  writer.integer(MAX_DATAGRAM);
  writer.integer(message.msgId);
  writer.wrap(TAG.sequence, header);
  writer.integer(VERSION_3);
  writer.wrap(TAG.sequence, 0);

  const octets = writer.take();
  if (auth) octets.set(digestOf(auth.algorithm, auth.key, octets), octets.length - digestEnd - digestLength);
  return octets;
}

function usedKeys({ level, keys }: OutgoingV3): UserKeys {
  if (level === 'noAuthNoPriv') return {};
  return level === 'authPriv' ? keys : { auth: keys.auth };
}

const NOTHING = Buffer.alloc(0);
const NO_DIGEST = Buffer.alloc(AUTH_ALGORITHMS.SHA512.digestLength);
