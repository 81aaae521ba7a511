import type { UpKind } from '../../fleet-wire/topics.js';

/** The way to the hub. */
export interface Uplink {
  readonly isOpen: boolean;
  /** Sends while there is a connection; nobody knows whether it arrives. */
  send(kind: UpKind, payload: Buffer): void;
}
