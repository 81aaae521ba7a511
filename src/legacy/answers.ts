import { markupText } from '../common/text.js';
import type { InletReading, OutletReading, SensorReading } from '../hardware/snapshot.js';
import type { Amps, Celsius } from '../common/units.js';

/** The answer to a successful command. */
export const DONE = '$A0';
/** The answer to a command that failed, is not allowed or unknown: legacy tools know no other refusal. */
export const FAILED = '$AF';
/** Replaces a measurement that is missing or that the caller may not see. */
const UNKNOWN = 'XX';

/** The part of the PDU's state that the caller may see. */
export interface LegacyStatus {
  /** States in the order of the outlets' index; undefined if unknown or not visible to the caller. */
  readonly outlets: readonly (OutletReading['state'] | undefined)[];
  readonly current: Amps | undefined;
  readonly temperature: Celsius | undefined;
}

/** `$A0,<bits>,<A>,<°C>`: outlet 1 is the rightmost bit; an outlet that is not known to be on is 0. */
export function statusLine({ outlets, current, temperature }: LegacyStatus): string {
  const bits = outlets.map((state) => (state === 'ON' ? '1' : '0')).reverse();
  return [DONE, bits.join(''), amps(current), celsius(temperature)].join(',');
}

/** The content of `status.xml`: relays are counted from 0, and unknown ones are left out. */
export function statusXml({ outlets, current, temperature }: LegacyStatus): string {
  const relays = outlets.map((state, index) => (state ? element(`rly${index}`, state === 'ON' ? '1' : '0') : ''));
  const meters = [element('ac0', amps(current)), element('tp0', celsius(temperature))];
  return `<response>\n${[...relays, ...meters].join('')}</response>\n`;
}

/** `$A0` and the facts, separated by commas, which are removed from the facts themselves. */
export const deviceLine = (...facts: readonly (string | number)[]): string =>
  [DONE, ...facts.map((fact) => String(fact).replace(/[^\w .:+/-]/g, ' '))].join(',');

const amps = (current: Amps | undefined): string => current?.toFixed(2) ?? UNKNOWN;
/** Whole degrees: the field is two characters wide where these tools come from. */
const celsius = (temperature: Celsius | undefined): string =>
  temperature === undefined ? UNKNOWN : String(Math.round(temperature));

const element = (name: string, value: string): string => `<${name}>${markupText(value)}</${name}>\n`;

/**
 * The total current of all lines of all inlets; undefined if one is missing. A transfer switch draws from one inlet
 * only.
 */
export function totalCurrent(inlets: readonly InletReading[]): Amps | undefined {
  const feeding = inlets.filter(({ active }) => active !== false);
  return sum(feeding.map((inlet) => sum(inlet.lines.map(({ current }) => current)) ?? inlet.current));
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length < values.length) return undefined;
  return known.reduce((total, value) => total + value, 0);
}

/** The temperature of the first sensor that has one. */
export function firstTemperature(sensors: readonly SensorReading[]): Celsius | undefined {
  const temperatures = sensors.map((sensor) =>
    sensor.kind === 'temp_hum' && sensor.connected ? sensor.temperature : undefined,
  );
  return temperatures.find((temperature) => temperature !== undefined);
}
