import type { EventObjectKind } from '../../actions/event-occurrence.js';
import { rounded } from '../../common/units.js';
import type { Limit } from '../engine/compiled-rule.js';
import { LimitView } from '../event-explanation.view.js';

/** The acknowledgement of an alarm: somebody knows. */
export class AcknowledgementView {
  /** ISO 8601, UTC. */
  time: string;
  /** The user; only for a role that may read the log, and for the user. */
  who?: string;
  note?: string;
}

/** The measurement of an alarm now, and the limit that it is beyond. */
export class AlarmReadingView extends LimitView {
  /** In the unit of the limit; absent while it is not known. */
  value?: number;
}

/** An active alarm: an event that has triggered for one of its objects, and what triggered it lasts. */
export class AlarmView {
  /** Another one when the event ends and triggers again. */
  id: string;
  eventId: number;
  eventName: string;
  /** The object, for example "bank 1200578". */
  object: string;
  objectId: string;
  objectKind: EventObjectKind;
  /** The moment at which it triggered, ISO 8601, UTC; absent where that is not known. */
  since?: string;
  /** Only for an event with a limit. */
  reading?: AlarmReadingView;
  /** Absent while nobody has acknowledged it. */
  acknowledgement?: AcknowledgementView;
}

/** The active alarms: first those that nobody has acknowledged, the newest first. */
export class AlarmListView {
  /** At most 200. */
  alarms: AlarmView[];
  /** Number of all that the caller may see. */
  total: number;
  /** Number of those that nobody has acknowledged. */
  unacknowledged: number;
}

export const alarmReadingView = (
  { label, limit, unit, direction }: Limit,
  value: number | undefined,
): AlarmReadingView => ({ label, limit, unit, direction, ...(value !== undefined && { value: rounded(value) }) });
