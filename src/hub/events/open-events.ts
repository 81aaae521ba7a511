import { SINGLE_EVENTS } from '../../fleet-wire/single-events.js';

const SINGLE = SINGLE_EVENTS.map((code) => `'${code}'`).join(', ');

/**
 * The condition of the rows `e` that are not open: they are an end, have none, or are followed by another of the same
 * object, and of the same event of a user. A controller of an earlier release does not say which event it is.
 * @param table the table of the events
 */
export const isOver = (table: string): string => {
  const later = `SELECT 1 FROM "${table}" AS "later" WHERE "later"."pdu" = "e"."pdu" AND "later"."code" = "e"."code"
    AND "later"."object" = "e"."object" AND "later"."id" > "e"."id"`;
  // Each of these finds its first row in an index, however many events the object has.
  return `(NOT "e"."raised" OR "e"."code" IN (${SINGLE}) OR EXISTS (${later} AND "later"."event" = "e"."event")
    OR EXISTS (${later} AND "later"."event" = 0) OR ("e"."event" = 0 AND EXISTS (${later})))`;
};

/** The condition of those that are open. Column `open` leaves few of which that has to be found out. */
export const isOpen = (table: string): string => `("e"."open" AND NOT ${isOver(table)})`;
