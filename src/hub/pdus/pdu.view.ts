import type { Millis } from '../../common/clock.js';
import { VERSION } from '../../common/version.js';
import type { KnownFacts } from './pdu-facts.js';
import type { MembershipState, Pdu } from './pdu.entity.js';
import { isTooOld } from './release-age.js';

/** The number of open alarms of a PDU by their severity. */
export class AlarmCountsView {
  /** @example 1 */
  critical: number;
  /** @example 2 */
  warning: number;
  /** @example 0 */
  info: number;
}

/** A PDU of the fleet. */
export class PduView {
  /** @example "pdu-7f3a" */
  id: string;
  /** @example "Rack 7 left" */
  name: string;
  /** @example "berlin" */
  site: string;
  /** @example "1000036" */
  serial: string;
  /** @example "single-phase-16" */
  model: string;
  /** `pending`: not accepted yet; `revoked`: may not connect any more. @example "active" */
  state: MembershipState;
  /** ISO 8601. */
  enrolledAt: string;
  /** Null while that is not known, as shortly after a start of the hub. @example true */
  online: boolean | null;
  /** Its last message, ISO 8601; null if that is not known. @example "2026-11-02T08:15:00.000Z" */
  lastSeen: string | null;
  /** Active power, W; null if that is not known. @example 965.7 */
  watts: number | null;
  /**
   * The time at which the hub got the readings of that power, ISO 8601; of a PDU that is away they are the last that are known.
   * @example "2026-11-02T08:15:00.000Z"
   */
  wattsAt: string | null;
  /** Null if that is not known. @example 15 */
  outletsOn: number | null;
  /** Null if that is not known. @example 16 */
  outlets: number | null;
  /** The version of its software; null if that is not known. @example "0.1.0" */
  release: string | null;
  /**
   * True for a release more than two minor ones behind the hub's, or of an earlier major one. The PDU is served nevertheless.
   * @example false
   */
  releaseTooOld: boolean;
  /**
   * The last time in this hour at which the hub has ended its connection because it has sent too much, ISO 8601; null
   * otherwise. It may come back after a minute.
   */
  floodedAt: string | null;
  /**
   * The last time in these 15 minutes at which two controllers took turns with its key, ISO 8601; null otherwise. No command is
   * sent to it meanwhile.
   */
  keyCopiedAt: string | null;
  /** Its open events, as `GET /api/fleet/events?open=true` has them. */
  alarms: AlarmCountsView;
  /** The id of its newest event; null without one. When it changes, read `GET /api/fleet/events` again. @example 901 */
  newestEvent: number | null;
}

/** A page of PDUs. */
export class PduPageView {
  items: PduView[];
  /** For `after` of the next page; null on the last one. */
  next: string | null;
}

const textOf = (at: Millis | null): string | null => (at === null ? null : new Date(at).toISOString());

export const pduView = (
  { id, name, site, serial, model, state, enrolledAt }: Pdu,
  { online, lastSeen, watts, wattsAt, outletsOn, outlets, release, floodedAt, keyCopiedAt, ...events }: KnownFacts,
): PduView => ({
  ...{ id, name, site, serial, model, state, enrolledAt: new Date(enrolledAt).toISOString() },
  ...{
    online,
    lastSeen: textOf(lastSeen),
    watts,
    wattsAt: textOf(wattsAt),
    outletsOn,
    outlets,
    release,
    releaseTooOld: release !== null && isTooOld(release, VERSION),
    floodedAt: textOf(floodedAt),
    keyCopiedAt: textOf(keyCopiedAt),
    ...events,
  },
});
