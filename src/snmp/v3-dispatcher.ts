import { randomBytes } from 'node:crypto';
import type { RunningEngine } from '../actions/channels/trap/snmp-engine.service.js';
import { AUTH_ALGORITHMS } from '../common/snmp/algorithms.js';
import { BerReader, BerWriter, MALFORMED, oidOctets, TAG } from './ber.js';
import type { AgentCounter } from './mib/context.js';
import { answered, isRequest, refused, tooBig, varbindOf, type Answer, type RequestPdu } from './pdu.js';
import type { Sender, V3User, V3Users } from './principal.js';
import type { AgentStatistics } from './statistics.js';
import { decrypt, hasRightDigest, SALT_LENGTH } from './usm.js';
import {
  encodeV3,
  isBelow,
  MAX_DATAGRAM,
  readScopedPdu,
  readUsmParameters,
  readV3Message,
  USM,
  V3_OVERHEAD,
  type ScopedPdu,
  type SecurityLevel,
  type UserKeys,
  type UsmParameters,
  type V3Message,
} from './v3-message.js';

/** A request that has passed all checks of security. */
export interface V3Request {
  readonly user: V3User;
  readonly level: SecurityLevel;
  readonly pdu: RequestPdu;
  /** Octets that the variables of the answer may have. */
  readonly room: number;
  /** The message as it came. */
  readonly octets: Buffer;
}

interface Dependencies {
  readonly engine: RunningEngine;
  readonly users: V3Users;
  readonly statistics: AgentStatistics;
  /** Takes one of the reports that may be sent in a second; false if there is none. */
  readonly mayReport: () => boolean;
  /** Answers a request; undefined for no answer. */
  readonly answer: (request: V3Request, from: Sender) => Answer | undefined | Promise<Answer | undefined>;
}

/** The objects that reports name (RFC 3412, RFC 3414). */
const REPORTS = {
  usmStatsUnsupportedSecLevels: '1.3.6.1.6.3.15.1.1.1.0',
  usmStatsNotInTimeWindows: '1.3.6.1.6.3.15.1.1.2.0',
  usmStatsUnknownUserNames: '1.3.6.1.6.3.15.1.1.3.0',
  usmStatsUnknownEngineIDs: '1.3.6.1.6.3.15.1.1.4.0',
  usmStatsWrongDigests: '1.3.6.1.6.3.15.1.1.5.0',
  usmStatsDecryptionErrors: '1.3.6.1.6.3.15.1.1.6.0',
  snmpUnknownPDUHandlers: '1.3.6.1.6.3.11.2.1.3.0',
  snmpUnknownContexts: '1.3.6.1.6.3.12.1.5.0',
} as const satisfies Partial<Record<AgentCounter, string>>;

/** s. */
const TIME_WINDOW = 150;
const MAX_BOOTS = 2 ** 31 - 1;

/** The sender of a message as far as it is known when it is answered. */
interface Recipient {
  readonly message: V3Message;
  readonly parameters: UsmParameters;
  readonly level: SecurityLevel;
  readonly keys: UserKeys;
}

/** Checks messages of version 3 in the order of RFC 3412 and RFC 3414, and encodes what answers them. */
export class V3Dispatcher {
  readonly #writer = new BerWriter();
  readonly #salt = randomBytes(SALT_LENGTH);

  constructor(private readonly dependencies: Dependencies) {}

  /** @param reader of the message, after its version. Throws MALFORMED. */
  handle(reader: BerReader, from: Sender): Buffer | undefined | Promise<Buffer | undefined> {
    const { engine, users } = this.dependencies;
    const message = readV3Message(reader);
    if (message.securityModel !== USM) return this.#drop('snmpUnknownSecurityModels');
    const { level } = message;
    if (level === undefined) return this.#drop('snmpInvalidMsgs');
    const parameters = readUsmParameters(message.parameters);
    const sender = { message, parameters, level: 'noAuthNoPriv', keys: {} } as const;
    if (!parameters.engineId.equals(engine.id)) return this.#report('usmStatsUnknownEngineIDs', sender);
    const user = users.find(parameters.user);
    if (!user) return this.#report('usmStatsUnknownUserNames', sender);
    if (isBelow(user.highestLevel, level)) return this.#report('usmStatsUnsupportedSecLevels', sender);
    if (level === 'noAuthNoPriv') return this.#open(user, { ...sender, level }, from);
    const keys = user.keys();
    if (keys instanceof Promise) {
      return keys.then((derived) => this.#verify(user, { ...sender, level, keys: derived }, from));
    }
    return this.#verify(user, { ...sender, level, keys }, from);
  }

  #verify(user: V3User, sender: Recipient, from: Sender): Buffer | undefined | Promise<Buffer | undefined> {
    const { parameters, message, keys } = sender;
    const { boots, time } = this.#now;
    if (!keys.auth || !this.#isAuthentic(sender)) {
      this.dependencies.users.noteWrongDigest(user, from.address);
      return this.#report('usmStatsWrongDigests', { message, parameters, level: 'noAuthNoPriv', keys: {} });
    }
    const isInWindow =
      parameters.boots === boots && boots < MAX_BOOTS && Math.abs(parameters.time - time) <= TIME_WINDOW;
    if (!isInWindow) return this.#report('usmStatsNotInTimeWindows', { ...sender, level: 'authNoPriv' });
    return this.#open(user, sender, from);
  }

  #isAuthentic({ parameters, message, keys: { auth } }: Recipient): boolean {
    return (
      auth !== undefined &&
      parameters.digest.length === AUTH_ALGORITHMS[auth.algorithm].digestLength &&
      hasRightDigest(auth.algorithm, auth.key, message.octets, parameters.digestAt)
    );
  }

  /** Decrypts and reads the request of a sender who is the one that he says he is, and has it answered. */
  #open(user: V3User, sender: Recipient, from: Sender): Buffer | undefined | Promise<Buffer | undefined> {
    const scoped = sender.level === 'authPriv' ? decrypted(sender) : plain(sender.message);
    if (!scoped) return this.#report('usmStatsDecryptionErrors', { ...sender, level: 'authNoPriv' });
    const { pdu, contextEngineId, contextName } = scoped;
    if (!contextEngineId.equals(this.dependencies.engine.id)) {
      return this.#report('snmpUnknownPDUHandlers', sender, pdu.requestId);
    }
    if (contextName.length > 0) return this.#report('snmpUnknownContexts', sender, pdu.requestId);
    if (!isRequest(pdu.type)) return this.#drop('snmpUnknownPDUHandlers');
    if (isBelow(sender.level, user.level)) {
      // Nobody has shown yet that he knows a secret: these answers are as few as reports.
      if (sender.level === 'noAuthNoPriv' && !this.dependencies.mayReport()) return undefined;
      return this.#respond(sender, pdu, refused('authorizationError', 0, pdu));
    }
    const { octets } = sender.message;
    const room = roomOf(sender) - V3_OVERHEAD;
    // A SET is answered with its variables: one whose sender could not read the answer is not done.
    const isTooBig = pdu.type === TAG.set && pdu.varbindOctets.length > room && !this.#fits(sender, pdu);
    if (isTooBig) return this.#respond(sender, pdu, tooBig(pdu, false));
    const answer = this.dependencies.answer({ user, level: sender.level, pdu, room, octets }, from);
    if (answer instanceof Promise) return answer.then((late) => late && this.#respond(sender, pdu, late));
    return answer && this.#respond(sender, pdu, answer);
  }

  #respond(recipient: Recipient, pdu: RequestPdu, answer: Answer): Buffer {
    const encoded = this.#encode(recipient, TAG.response, pdu.requestId, answer);
    if (encoded.length <= roomOf(recipient)) return encoded;
    return this.#encode(recipient, TAG.response, pdu.requestId, tooBig(pdu, false));
  }

  /** True if the sender can read an answer that repeats the variables. */
  #fits(recipient: Recipient, pdu: RequestPdu): boolean {
    const answer = refused('noError', 0, pdu);
    return this.#encode(recipient, TAG.response, pdu.requestId, answer).length <= roomOf(recipient);
  }

  /** Counts why a message is not answered. */
  #drop(counter: AgentCounter): Buffer | undefined {
    this.dependencies.statistics.count(counter);
    return undefined;
  }

  #report(counter: keyof typeof REPORTS, recipient: Recipient, requestId = 0): Buffer | undefined {
    const count = this.dependencies.statistics.count(counter);
    if (!recipient.message.isReportable || !this.dependencies.mayReport()) return undefined;
    const varbind = varbindOf(REPORT_OIDS[counter], 'counter32', count);
    return this.#encode(recipient, TAG.report, requestId, answered([varbind]));
  }

  #encode({ message, parameters, level, keys }: Recipient, pduType: number, requestId: number, answer: Answer): Buffer {
    const engine = { id: this.dependencies.engine.id, ...this.#now };
    return encodeV3(this.#writer, {
      msgId: message.msgId,
      level,
      user: parameters.user,
      keys,
      engine,
      salt: this.#nextSalt(keys, engine.boots),
      contextName: NO_CONTEXT,
      pduType,
      requestId,
      answer,
    });
  }

  get #now(): { readonly boots: number; readonly time: number } {
    const { engine } = this.dependencies;
    return { boots: engine.boots, time: engine.time() };
  }

  /** A salt that no message of the engine has had; with DES it begins with the boots (RFC 3414, 8.1.1.1). */
  #nextSalt({ privacy }: UserKeys, boots: number): Buffer {
    for (let at = SALT_LENGTH - 1; at >= 0; at--) {
      const octet = ((this.#salt[at] ?? 0) + 1) & 0xff;
      this.#salt[at] = octet;
      if (octet !== 0) break;
    }
    if (privacy?.algorithm !== 'DES') return this.#salt;
    const salt = Buffer.from(this.#salt);
    salt.writeUInt32BE(boots >>> 0, 0);
    return salt;
  }
}

const NO_CONTEXT = Buffer.alloc(0);
/** The octets of the largest message that the sender can read. */
const roomOf = ({ message: { maxSize } }: Recipient): number => Math.min(maxSize, MAX_DATAGRAM);
const REPORT_OIDS = Object.fromEntries(Object.entries(REPORTS).map(([name, oid]) => [name, oidOctets(oid)])) as Record<
  keyof typeof REPORTS,
  Buffer
>;

/** Throws MALFORMED. */
function plain({ data }: V3Message): ScopedPdu {
  const scoped = readScopedPdu(data);
  data.finish();
  return scoped;
}

/** The scoped PDU of an encrypted message; undefined if the key is not the one that it was encrypted with. */
function decrypted({ message: { data }, parameters, keys: { privacy } }: Recipient): ScopedPdu | undefined {
  const octets = data.octets();
  data.finish();
  const opened = privacy && decrypt(privacy.algorithm, privacy.key, octets, parameters);
  if (!opened) return undefined;
  try {
    return readScopedPdu(new BerReader(opened));
  } catch (error) {
    if (error === MALFORMED) return undefined;
    throw error;
  }
}
