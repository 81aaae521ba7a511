import type { Millis } from '../../common/clock.js';

/** The broker between a hub and its PDUs, as the hub uses it: in the process of the hub, or beside it. */
export interface HubBroker {
  isConnected(pdu: string): boolean;
  /** Sends to who reads the topic now. Nobody knows whether it arrives. */
  publish(topic: string, payload: Buffer, qos: 0 | 1): void;
  /** Ends the connection of a PDU, or ignores it where only the broker could end it. */
  disconnect(pdu: string): void;
  /** Called once a second. */
  onTick(uptime: Millis): void;
  stop(): Promise<void>;
}

/** The broker of a hub, for its users. */
export interface BrokerStatus {
  /** `embedded`: it is a part of the hub; `connected` or `unreachable`: it is beside it. */
  readonly state: 'embedded' | 'connected' | 'unreachable';
  /** Host and port of the one that is connected, or was tried last; undefined for the one in the hub. */
  readonly address: string | undefined;
  /** `Clock.uptime()` at which the state has begun. */
  readonly since: Millis;
  /** The reason why it cannot be reached, as a sentence. */
  readonly reason: string | undefined;
  /** The sites whose bridge has lost its line, with the uptime at which the hub has learnt of it. */
  readonly lostSites: ReadonlyMap<string, Millis>;
}
