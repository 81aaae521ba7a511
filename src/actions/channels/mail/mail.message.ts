import { createHash } from 'node:crypto';
import { zoneOf } from '../../../common/calendar.js';
import type { Millis } from '../../../common/clock.js';
import { rounded } from '../../../common/units.js';
import { printable } from '../../../common/text.js';
import type { SettingsStore } from '../../../settings/settings.store.js';
import { ianaZone } from '../../../common/formats.js';
import type { EventOccurrence } from '../../event-occurrence.js';

/** `2026-03-02 09:00:03 +01:00 (Europe/Berlin)`: a moment as the device's clock shows it. */
export function localTime(settings: Pick<SettingsStore, 'get'>, at: Millis): string {
  const timezone = settings.get('timezone');
  const offset = zoneOf(ianaZone(timezone) ?? 'UTC', settings.get('daylightsavings')).offsetAt(at);
  const shown = new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ');
  return `${shown} ${written(offset)} (${timezone})`;
}

function written(offset: Millis): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The words of a mail. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** The members of the device that a mail names. */
export interface MailDevice {
  readonly name: string;
  readonly serialNumber: string;
  /** The time of the occurrence as the device's clock shows it. */
  readonly time: string;
}

/** The mail that names the event, its moment, its object and its measured value. */
export function alarmMail(occurrence: EventOccurrence, { name, serialNumber, time }: MailDevice): Mail {
  const { eventName, detail, reading, heldSeconds } = occurrence;
  const rows: [string, string][] = [
    ['Event', eventName],
    ['Time', time],
    ['Device', `${name} (${serialNumber})`],
    ['Object', objectWords(occurrence)],
  ];
  if (detail !== undefined) rows.push(['Details', detail]);
  if (reading) {
    rows.push([reading.label, withUnit(reading.value, reading.unit)], ['Limit', withUnit(reading.limit, reading.unit)]);
  }
  if (heldSeconds !== undefined && heldSeconds > 0) rows.push(['Beyond for', `${rounded(heldSeconds)} s`]);
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  const lines = rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${oneLine(value)}`);
  return { subject: printable(`${name}: ${eventName}`), text: `${lines.join('\n')}\n` };
}

/** The object by its name; by its kind and id where it has none. */
function objectWords({ object, objectId, objectTitle }: EventOccurrence): string {
  if (objectTitle !== undefined) return objectTitle;
  return objectId === '' || object.includes(objectId) ? object : `${object} (${objectId})`;
}

/** The same for each attempt, so that a mail server or reader recognises a repeated mail. */
export function messageId({ eventId, code, objectId, at }: EventOccurrence, serialNumber: string, to: string): string {
  const hash = createHash('sha256').update(JSON.stringify([serialNumber, eventId, code, objectId, at, to]));
  return `<${hash.digest('hex').slice(0, 32)}@rackfeed.invalid>`;
}

const withUnit = (value: number, unit: string): string => `${rounded(value)} ${unit}`.trim();

/** A control character in a name could forge a line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
