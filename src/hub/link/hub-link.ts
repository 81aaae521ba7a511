import type { Millis } from '../../common/clock.js';
import type { DownMessage } from '../../fleet-wire/messages.js';
import type { DownKind, UpKind } from '../../fleet-wire/topics.js';
import type { BrokerStatus } from '../broker/hub-broker.js';
import type { Pdu } from '../pdus/pdu.entity.js';

/** The messages that a PDU obeys only with the signature of the hub. */
export type SignedKind = 'now' | 'command' | 'close' | 'lease' | 'desired';
export type PlainKind = Exclude<DownKind, SignedKind>;

/** A message that is to be signed, without what the link adds. */
export type Unsigned<K extends SignedKind> = Omit<DownMessage<K>, 'pdu' | 'sig'>;

/** Called with the bytes as they came; throws WireError for bytes that are no message of this kind. */
export type UpHandler = (pdu: Pdu, payload: Buffer) => void | Promise<void>;
export type ConnectionListener = (pdu: Pdu) => void;

/**
 * The way between the hub and its PDUs. Nobody knows whether what is sent arrives. Only messages of active PDUs come here,
 * each under its own site and shard.
 */
export abstract class HubLink {
  /** The hub's clock, which PDUs follow: ms since 1970. It never goes back while the hub runs, whatever the wall clock does. */
  abstract get now(): Millis;

  /** The hub's clock is not before this moment, which was in an earlier run: the wall clock was set back meanwhile. */
  abstract notBefore(moment: Millis): void;

  /** Calls the handler for each message of a kind, in the order of arrival; several modules may listen to one kind. */
  abstract onUp(kind: UpKind, handler: UpHandler): void;

  abstract onConnect(listener: ConnectionListener): void;
  abstract onDisconnect(listener: ConnectionListener): void;
  abstract isConnected(pdu: Pdu): boolean;

  /** The broker between the hub and its PDUs. */
  abstract get broker(): BrokerStatus;

  /**
   * The hub's clock at which a PDU could be heard again after the last time that it could not be, whatever it did: the
   * broker was away, or the line of its site. Undefined while it cannot be heard now.
   */
  abstract audibleSince(pdu: string): Millis | undefined;

  /** The number of connections that were ended because a PDU has sent too much. */
  abstract get floods(): number;

  /** Sends a message that needs no signature. */
  abstract send<K extends PlainKind>(pdu: Pdu, kind: K, message: DownMessage<K>): void;

  /** Sends a message that only this PDU obeys, signed by the hub. */
  abstract sendSigned<K extends SignedKind>(kind: K, pdu: Pdu, message: Unsigned<K>): void;
}
