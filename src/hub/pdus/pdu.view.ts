import type { KnownFacts } from './pdu-facts.js';
import type { Pdu, PduState } from './pdu.entity.js';

/** A PDU of the fleet. */
export class PduView {
  id: string;
  name: string;
  site: string;
  serial: string;
  model: string;
  /** `pending`: not accepted yet; `revoked`: may not connect any more. */
  state: PduState;
  /** ISO 8601. */
  enrolledAt: string;
  /** Null while that is not known, as shortly after a start of the hub. */
  online: boolean | null;
  /** Its last message, ISO 8601; null if that is not known. */
  lastSeen: string | null;
  /** Active power, W; null if that is not known. */
  watts: number | null;
  /** Null if that is not known. */
  outletsOn: number | null;
  /** Null if that is not known. */
  outlets: number | null;
}

/** A page of PDUs. */
export class PduPageView {
  items: PduView[];
  /** For `after` of the next page; null on the last one. */
  next: string | null;
}

export const pduView = (
  { id, name, site, serial, model, state, enrolledAt }: Pdu,
  { online, lastSeen, watts, outletsOn, outlets }: KnownFacts,
): PduView => ({
  ...{ id, name, site, serial, model, state, enrolledAt: new Date(enrolledAt).toISOString() },
  ...{ online, lastSeen: lastSeen === null ? null : new Date(lastSeen).toISOString(), watts, outletsOn, outlets },
});
