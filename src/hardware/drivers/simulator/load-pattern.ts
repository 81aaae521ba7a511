import type { Zone } from '../../../common/calendar.js';
import type { Millis } from '../../../common/clock.js';
import type { Amps, Celsius, PowerFactor } from '../../../common/units.js';
import { Noise } from './noise.js';
import type { SensorState, SimulatedPdu } from './simulated-pdu.js';

/** The change of a load over the day and the week. */
export type Rhythm = 'steady' | 'officeHours' | 'nightly';

export interface LoadOverTime {
  /** The most that it draws. */
  readonly amps: Amps;
  readonly powerFactor: PowerFactor;
  readonly rhythm: Rhythm;
}

/** The loads of a rack, one for each outlet in the model's order, and the calendar that they follow. */
export interface RackOverTime {
  readonly loads: readonly LoadOverTime[];
  readonly zone: Zone;
  /** The same seed gives the same loads at the same time. */
  readonly seed: number;
  /** A time in which the cooling fails. */
  readonly warm?: { readonly from: Millis; readonly to: Millis };
}

const HOUR: Millis = 3_600_000;
const DAY = 24 * HOUR;
/** 1 January 1970 was a Thursday. */
const WEEKDAY_OF_1970 = 4;
const WANDERS_OVER: Millis = 10 * 60_000;

/** Each rhythm as a share of the largest load: `hour` of the local day from 0 to 24, `weekday` from 0, a Sunday. */
const SHARES: Readonly<Record<Rhythm, (hour: number, weekday: number) => number>> = {
  steady: () => 0.92,
  officeHours: (hour, weekday) => (isWorkday(weekday) ? 0.38 + 0.5 * bump(hour, 7, 18, 1.5) : 0.36),
  nightly: (hour) => 0.2 + 0.7 * bump(hour, 1, 4, 0.5),
};

const isWorkday = (weekday: number): boolean => weekday >= 1 && weekday <= 5;

/** 1 between two hours, 0 away from them, and a ramp of `width` hours around each. */
const bump = (hour: number, from: number, to: number, width: number): number =>
  ramp((hour - from) / width + 0.5) * ramp((to - hour) / width + 0.5);

const ramp = (share: number): number => Math.min(1, Math.max(0, share));

/** The share of its largest load that an outlet draws at a local time, without its noise. */
export function shareOf(rhythm: Rhythm, local: Millis): number {
  const weekday = (Math.floor(local / DAY) + WEEKDAY_OF_1970) % 7;
  return SHARES[rhythm]((local % DAY) / HOUR, weekday);
}

const INDOORS: Celsius = 22;
const WITHOUT_COOLING: Celsius = 15;

/** Changes the loads and the temperature of a simulated rack over time. A value that somebody else has set stays. */
export class LoadPattern {
  readonly #set = new Map<object, Map<string, number>>();

  constructor(private readonly rack: RackOverTime) {}

  apply(pdu: SimulatedPdu, at: Millis): void {
    const local = at + this.rack.zone.offsetAt(at);
    this.rack.loads.forEach(({ amps, powerFactor, rhythm }, position) => {
      const outlet = pdu.outlets[position];
      if (!outlet) return;
      const share = Math.min(1, shareOf(rhythm, local) + 0.08 * this.#wander(position, at));
      this.#put(outlet, 'loadAmps', Math.round(amps * share * 1000) / 1000);
      this.#put(outlet, 'powerFactor', powerFactor);
    });
    for (const sensor of pdu.sensors) if (isClimate(sensor)) this.#setClimate(sensor, local, at);
  }

  #setClimate(sensor: ClimateSensor, local: Millis, at: Millis): void {
    const { warm } = this.rack;
    const ofDay = 1.6 * Math.cos(((local / DAY) % 1) * 2 * Math.PI - (15 / 12) * Math.PI); // warmest at 15:00
    const warming = warm && at >= warm.from && at < warm.to ? WITHOUT_COOLING : 0;
    this.#put(sensor, 'temperature', INDOORS + ofDay + 0.5 * this.#wander(-1, at) + warming);
    this.#put(sensor, 'humidity', 42 - 3 * ofDay + 2 * this.#wander(-2, at));
  }

  /** A number from -1 to 1 that changes slowly, the same for the same seed, place and time. */
  #wander(place: number, at: Millis): number {
    const steps = at / WANDERS_OVER;
    const before = Math.floor(steps);
    const point = (step: number): number => new Noise(this.rack.seed * 7919 + place * 104_729 + step).offset(1);
    return point(before) + (point(before + 1) - point(before)) * (steps - before);
  }

  #put<K extends string>(part: Record<K, number>, name: K, value: number): void {
    const known = this.#set.get(part) ?? new Map<string, number>();
    this.#set.set(part, known);
    const last = known.get(name);
    if (last !== undefined && part[name] !== last) return;
    part[name] = value;
    known.set(name, value);
  }
}

type ClimateSensor = Extract<SensorState, { kind: 'temp_hum' }>;

const isClimate = (sensor: SensorState): sensor is ClimateSensor => sensor.kind === 'temp_hum';
