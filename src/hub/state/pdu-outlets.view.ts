import { ApiProperty } from '@nestjs/swagger';
import type { Amps, Celsius, Hertz, KilowattHours, OnOff, VoltAmperes, Volts, Watts } from '../../common/units.js';
import type { Millis } from '../../common/clock.js';
import type { MeasureName } from '../../readings-format/measures.js';
import { onOffOf } from '../commands/command.view.js';
import type { PduPicture } from './pdu-picture.js';

/** An outlet of a PDU, as the hub knows it; null for what is not known or not measured. */
export class FleetOutletView {
  /** For example 1-1200578. */
  id: string;
  name: string;
  /** Id of its bank. */
  bank: string;
  @ApiProperty({ enum: ['ON', 'OFF'], nullable: true })
  state: OnOff | null;
  /** A */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** W */
  @ApiProperty({ type: Number, nullable: true })
  activePower: Watts | null;
  /** kWh; only rises. */
  @ApiProperty({ type: Number, nullable: true })
  activeEnergy: KilowattHours | null;
}

/** A bank of a PDU, as the hub knows it. */
export class FleetBankView {
  id: string;
  name: string;
  /** True for a closed breaker; null for one that is not known, and for a bank without one. */
  @ApiProperty({ type: Boolean, nullable: true })
  breakerClosed: boolean | null;
  /** A */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** W */
  @ApiProperty({ type: Number, nullable: true })
  activePower: Watts | null;
}

/** A line conductor of an inlet that has several. */
export class FleetLineView {
  id: string;
  /** For example L1. */
  name: string;
  /** A */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** V */
  @ApiProperty({ type: Number, nullable: true })
  voltage: Volts | null;
}

/** An inlet of a PDU, as the hub knows it. That of a transfer switch which does not feed the load measures nothing. */
export class FleetInletView {
  id: string;
  name: string;
  /** A */
  @ApiProperty({ type: Number, nullable: true })
  current: Amps | null;
  /** V */
  @ApiProperty({ type: Number, nullable: true })
  voltage: Volts | null;
  /** Hz */
  @ApiProperty({ type: Number, nullable: true })
  frequency: Hertz | null;
  /** W */
  @ApiProperty({ type: Number, nullable: true })
  activePower: Watts | null;
  /** VA */
  @ApiProperty({ type: Number, nullable: true })
  apparentPower: VoltAmperes | null;
  /** Active by apparent power, 0 to 1. */
  @ApiProperty({ type: Number, nullable: true })
  powerFactor: number | null;
  /** kWh since the last reset of its meter. */
  @ApiProperty({ type: Number, nullable: true })
  activeEnergy: KilowattHours | null;
  /** None of a single-phase inlet, nor of a controller that is older than these. */
  lines: FleetLineView[];
}

/** A sensor of temperature and humidity, as the hub knows it; one that is unplugged measures nothing. */
export class FleetSensorView {
  /** For example SA-1000036. */
  id: string;
  name: string;
  /** °C */
  @ApiProperty({ type: Number, nullable: true })
  temperature: Celsius | null;
  /** % relative humidity */
  @ApiProperty({ type: Number, nullable: true })
  humidity: number | null;
}

/** The parts of a PDU with their newest readings. */
export class FleetOutletsView {
  /** True, false, or null while it is not known. */
  @ApiProperty({ type: Boolean, nullable: true })
  online: boolean | null;
  /** The time at which the readings came; ISO 8601, UTC; null without any. */
  @ApiProperty({ type: String, nullable: true })
  readAt: string | null;
  /** True for readings of a second; false for the means of the newest minute. */
  live: boolean;
  inlets: FleetInletView[];
  banks: FleetBankView[];
  outlets: FleetOutletView[];
  sensors: FleetSensorView[];
}

/** @param picture undefined for a PDU that was never heard */
export function outletsView(picture: PduPicture | undefined, online: boolean | null, now: Millis): FleetOutletsView {
  const profile = picture?.profile;
  const readings = picture?.readings(now);
  const value = (quantity: MeasureName, object: string): number | null =>
    readings ? (profile?.value(quantity, object, readings.values) ?? null) : null;
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
      const state = onOffOf(picture?.stateOf(id));
      const breakerClosed = state === null ? null : state === 'ON';
      return { id, name, breakerClosed, current: value('current', id), activePower: value('activePower', id) };
    }),
    outlets: (profile?.outlets ?? []).map(({ id, name, bank }) => ({
      ...{ id, name, bank, state: onOffOf(picture?.stateOf(id)) },
      ...{ current: value('current', id), activePower: value('activePower', id), activeEnergy: value('energy', id) },
    })),
    sensors: (profile?.sensors ?? []).map(({ id, name }) => ({
      ...{ id, name, temperature: value('temperature', id), humidity: value('humidity', id) },
    })),
  };
}
