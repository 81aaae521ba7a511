import { Entity } from 'typeorm';
import { Bytes, Long } from '../../database/columns.js';

const MAX_HOURS = 2 ** 24;

/** The hour of a minute; both are counted from 1970. */
export const hourOf = (minute: number): number => Math.floor(minute / 60);

/** The id of an hour of a PDU; those of one PDU are adjacent, in the order of time. */
export const hourId = (pdu: number, hour: number): number => pdu * MAX_HOURS + hour;
export const hourOfId = (id: number): number => id % MAX_HOURS;
export const pduOfHourId = (id: number): number => Math.floor(id / MAX_HOURS);

/** The minutes of one hour of one PDU. */
@Entity('minute_hour')
export class MinuteHourEntity {
  /** Number of the PDU, and of the hour, see `hourId`. */
  @Long({ primary: true })
  id: number;

  /** See `HourMinutes`. */
  @Bytes()
  data: Buffer;
}
