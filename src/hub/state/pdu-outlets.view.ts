import { ApiProperty } from '@nestjs/swagger';
import type { Amps, Celsius, Hertz, KilowattHours, OnOff, VoltAmperes, Volts, Watts } from '../../common/units.js';
import type { Millis } from '../../common/clock.js';
import type { MeasureName } from '../../readings-format/measures.js';
import { onOffOf } from '../commands/command.view.js';
import type { PduState } from './pdu-state.js';

/** An outlet of a PDU, as the hub knows it; null for what is not known or not measured. */
export class FleetOutletView {
  /** For example 1-1200578. @example "1-1200578" */
  id: string;
  /** @example "db-master" */
  name: string;
  /** Id of its bank. @example "1200578" */
  bank: string;
  /** @example "ON" */
  @ApiProperty({ enum: ['ON', 'OFF'], nullable: true })
  state: OnOff | null;
  /** A @example 1.24 */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** W @example 140 */
  @ApiProperty({ type: Number, nullable: true })
  activePower: Watts | null;
  /** kWh; only rises. @example 1250.4 */
  @ApiProperty({ type: Number, nullable: true })
  activeEnergy: KilowattHours | null;
}

/** A bank of a PDU, as the hub knows it. */
export class FleetBankView {
  /** @example "1200578" */
  id: string;
  /** @example "Left side" */
  name: string;
  /** True for a closed breaker; null for one that is not known, and for a bank without one. @example true */
  @ApiProperty({ type: Boolean, nullable: true })
  breakerClosed: boolean | null;
  /** A @example 3.8 */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** W @example 426.7 */
  @ApiProperty({ type: Number, nullable: true })
  activePower: Watts | null;
}

/** A line conductor of an inlet that has several. */
export class FleetLineView {
  /** @example "L1-1000036" */
  id: string;
  /** For example L1. @example "L1" */
  name: string;
  /** A @example 8.56 */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** V @example 119.8 */
  @ApiProperty({ type: Number, nullable: true })
  voltage: Volts | null;
}

/** An inlet of a PDU, as the hub knows it. That of a transfer switch which does not feed the load measures nothing. */
export class FleetInletView {
  /** @example "I1-1000036" */
  id: string;
  /** @example "Feed A" */
  name: string;
  /** A @example 8.56 */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** V @example 119.8 */
  @ApiProperty({ type: Number, nullable: true })
  voltage: Volts | null;
  /** Hz @example 60 */
  @ApiProperty({ type: Number, nullable: true })
  frequency: Hertz | null;
  /** W @example 965.7 */
  @ApiProperty({ type: Number, nullable: true })
  activePower: Watts | null;
  /** VA @example 1024.8 */
  @ApiProperty({ type: Number, nullable: true })
  apparentPower: VoltAmperes | null;
  /** Active by apparent power, 0 to 1. @example 0.942 */
  @ApiProperty({ type: Number, nullable: true })
  powerFactor: number | null;
  /** kWh since the last reset of its meter. @example 21804.6 */
  @ApiProperty({ type: Number, nullable: true })
  activeEnergy: KilowattHours | null;
  /** None of a single-phase inlet, nor of a controller that is older than these. */
  lines: FleetLineView[];
}

/** A sensor of temperature and humidity, as the hub knows it; one that is unplugged measures nothing. */
export class FleetSensorView {
  /** For example SA-1000036. @example "SA-1000036" */
  id: string;
  /** @example "Cold aisle" */
  name: string;
  /** °C @example 22.5 */
  @ApiProperty({ type: Number, nullable: true })
  temperature: Celsius | null;
  /** % relative humidity @example 40 */
  @ApiProperty({ type: Number, nullable: true })
  humidity: number | null;
}

/** The parts of a PDU with their newest readings. */
export class FleetOutletsView {
  /** True, false, or null while it is not known. @example true */
  @ApiProperty({ type: Boolean, nullable: true })
  online: boolean | null;
  /** The time at which the readings came; ISO 8601, UTC; null without any. @example "2026-11-02T08:15:00.000Z" */
  @ApiProperty({ type: String, nullable: true })
  readAt: string | null;
  /** True for readings of this second; false for the means of the newest minute, or the last readings before it. */
  live: boolean;
  inlets: FleetInletView[];
  banks: FleetBankView[];
  outlets: FleetOutletView[];
  sensors: FleetSensorView[];
}

/** @param pdu undefined for one that was never heard */
export function outletsView(pdu: PduState | undefined, online: boolean | null, now: Millis): FleetOutletsView {
  const profile = pdu?.profile;
  const readings = pdu?.readings(now);
  const value = (quantity: MeasureName, object: string): number | null =>
    readings?.profile.value(quantity, object, readings.values) ?? null;
  return {
    online,
    readAt: readings ? new Date(readings.at).toISOString() : null,
    live: readings?.isLive ?? false,
    inlets: (profile?.inlets ?? []).map(({ id, name, lines = [] }) => ({
      ...{ id, name, current: value('current', id), voltage: value('voltage', id), frequency: value('frequency', id) },
      ...{ activePower: value('activePower', id), apparentPower: value('apparentPower', id) },
      ...{ powerFactor: value('powerFactor', id), activeEnergy: value('energy', id) },
      lines: lines.map((line) => ({
        ...{ id: line.id, name: line.name },
        ...{ current: value('current', line.id), voltage: value('voltage', line.id) },
      })),
    })),
    banks: (profile?.banks ?? []).map(({ id, name }) => {
      const state = onOffOf(pdu?.stateOf(id));
      const breakerClosed = state === null ? null : state === 'ON';
      return { id, name, breakerClosed, current: value('current', id), activePower: value('activePower', id) };
    }),
    outlets: (profile?.outlets ?? []).map(({ id, name, bank }) => ({
      ...{ id, name, bank, state: onOffOf(pdu?.stateOf(id)) },
      ...{ current: value('current', id), activePower: value('activePower', id), activeEnergy: value('energy', id) },
    })),
    sensors: (profile?.sensors ?? []).map(({ id, name }) => ({
      ...{ id, name, temperature: value('temperature', id), humidity: value('humidity', id) },
    })),
  };
}
