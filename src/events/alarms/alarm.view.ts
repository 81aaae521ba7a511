import { ApiProperty } from '@nestjs/swagger';
import type { EventObjectKind } from '../../actions/event-occurrence.js';
import { rounded } from '../../common/units.js';
import type { Limit } from '../engine/compiled-rule.js';
import { LimitView } from '../event-explanation.view.js';
import { CONDITION_KINDS } from './conditions.js';

/** The acknowledgement of an alarm: somebody knows. */
export class AcknowledgementView {
  /** ISO 8601, UTC. */
  time: string;
  /** The user; only for a role that may read the log, and for the user. @example "anna" */
  who?: string;
  /** @example "On my way" */
  note?: string;
}

/** The measurement of an alarm now, and the limit that it is beyond. */
export class AlarmReadingView extends LimitView {
  /** In the unit of the limit; absent while it is not known. @example 16.3 */
  value?: number;
}

/** The subject of an alarm: an event that has triggered, or a condition that needs no event. */
export const ALARM_KINDS = ['event', ...CONDITION_KINDS] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * An active alarm: an event that has triggered for one of its objects, and what triggered it lasts; or a condition that
 * is watched without an event.
 */
export class AlarmView {
  /** Another one when it ends and begins again. @example "event-mhk3l1o0-1200578" */
  id: string;
  /**
   * `event`: an event has triggered. `breakerTripped`: of a bank. `inletLost`: it has no mains, or a transfer switch finds it
   * out of tolerance. `relayFault`: of an outlet that did not follow. `noPower`: outlets of a bank are without power, and the
   * caller does not see the alarm of the breaker or inlet that is the cause. `overload`, `highLoad`: the current of an inlet,
   * line, bank or metered outlet is at its rating or at 80 % of it.
   */
  @ApiProperty({ enum: ALARM_KINDS })
  kind: AlarmKind;
  /** `warning` for a high load only. @example "critical" */
  @ApiProperty({ enum: ['critical', 'warning'] })
  severity: 'critical' | 'warning';
  /** Only of an event. @example 3 */
  eventId?: number;
  /** Only of an event. @example "Left side above 80 %" */
  eventName?: string;
  /** The object. @example "bank 1200578" */
  object: string;
  /** @example "1200578" */
  objectId: string;
  /** @example "bank" */
  objectKind: EventObjectKind;
  /** The name of the object; absent for one without a name, or that the caller may not view. @example "Storage" */
  objectName?: string;
  /** Only of `noPower`: ids of the outlets without power that the caller may view. */
  outletIds?: string[];
  /** Its beginning, ISO 8601, UTC; absent where that is not known. @example "2026-11-02T08:15:00.000Z" */
  since?: string;
  /** Only for an event with a limit, and for a load. */
  reading?: AlarmReadingView;
  /** Only of a load: the rating of the circuit or outlet, A. */
  ratedCurrent?: number;
  /** Absent while nobody has acknowledged it. */
  acknowledgement?: AcknowledgementView;
}

/** The active alarms: first those that nobody has acknowledged, the critical ones, the newest. */
export class AlarmListView {
  /** At most 200. */
  alarms: AlarmView[];
  /** Number of all that the caller may see. @example 1 */
  total: number;
  /** Number of those that nobody has acknowledged. @example 0 */
  unacknowledged: number;
}

export const alarmReadingView = (
  { label, limit, unit, direction }: Limit,
  value: number | undefined,
): AlarmReadingView => ({ label, limit, unit, direction, ...(value !== undefined && { value: rounded(value) }) });
