import type { OnOff } from '../common/units.js';
import type { RebootStatus } from '../switching/power-cycle.js';
import { blocks, register, type AnyBlocks, type RegisterRow } from './register-image.js';

/** The measurements of an inlet, bank or outlet; absent if unknown or not visible. Units as everywhere: V, A, W, kWh. */
export interface MeterFacts {
  readonly voltage?: number | undefined;
  readonly current?: number | undefined;
  readonly maxCurrent?: number | undefined;
  readonly unbalance?: number | undefined;
  readonly activePower?: number | undefined;
  readonly apparentPower?: number | undefined;
  readonly reactivePower?: number | undefined;
  readonly powerFactor?: number | undefined;
  readonly frequency?: number | undefined;
  readonly energy?: number | undefined;
  readonly lifetimeEnergy?: number | undefined;
  readonly ratedCurrent?: number | undefined;
}

export interface BankFacts extends MeterFacts {
  readonly breakerClosed?: boolean | undefined;
}

export interface OutletFacts extends MeterFacts {
  readonly state?: OnOff | undefined;
  readonly cycle?: RebootStatus | undefined;
  readonly hasRelayFault?: boolean | undefined;
  /** Number of the bank, counted from 1. */
  readonly bank?: number | undefined;
}

export interface LineFacts {
  readonly voltage?: number | undefined;
  readonly current?: number | undefined;
}

export const SENSOR_TYPES = { temperature: 1, humidity: 2, input: 3, contact: 4 } as const;

/** One value of an accessory: a temperature, a humidity, or a contact that is 0 (open, LO) or 1 (closed, HI). */
export interface SensorFacts {
  readonly type: keyof typeof SENSOR_TYPES;
  readonly reading?: number | undefined;
}

export interface TransferSwitchFacts {
  /** Number of the inlet that feeds the load, counted from 1. */
  readonly active?: number | undefined;
  /** True for each inlet that has mains within tolerance. */
  readonly ready?: readonly boolean[] | undefined;
}

export interface ControllerFacts {
  readonly counts: {
    readonly inlets: number;
    readonly protectors: number;
    readonly outlets: number;
    readonly transferSwitches: number;
    readonly banks: number;
    readonly sensors: number;
    readonly phases: number;
  };
  /** The bits of register 8, except the one that depends on the client. */
  readonly alarms: readonly boolean[];
  /** Seconds since the hardware last answered. */
  readonly silentFor: number;
  readonly uptime?: number | undefined;
  readonly unixTime?: number | undefined;
  readonly serialNumber?: number | undefined;
  readonly modelNumber?: string | undefined;
  readonly deviceName?: string | undefined;
  readonly version?: string | undefined;
}

/** Everything that the registers show. Objects that the role may not view are there without values. */
export interface PduFacts {
  readonly controller: ControllerFacts;
  readonly inlets: readonly MeterFacts[];
  readonly banks: readonly BankFacts[];
  readonly lines: readonly LineFacts[];
  readonly outlets: readonly OutletFacts[];
  readonly sensors: readonly SensorFacts[];
  readonly transferSwitch: readonly TransferSwitchFacts[];
}

const REGISTER_SET_VERSION = 1;
export const STATUS_REGISTER = 0x0008;
/** The bit of the status register that says whether this client may write. */
export const WRITING_BIT = 5;
const LONGEST_AGE = 65_534;

const bitsOf = (flags: readonly boolean[]): number =>
  flags.reduce((bits, flag, place) => (flag ? bits | (1 << place) : bits), 0);

const wattHours = (kilowattHours: number | undefined): number | undefined =>
  kilowattHours === undefined ? undefined : kilowattHours * 1000;

const METER_ROWS: readonly RegisterRow<MeterFacts>[] = [
  register('F32', 0x08, ({ voltage }) => voltage),
  register('F32', 0x0a, ({ current }) => current),
  register('F32', 0x0c, ({ maxCurrent }) => maxCurrent),
  register('F32', 0x10, ({ unbalance }) => unbalance),
  register('F32', 0x12, ({ activePower }) => activePower),
  register('F32', 0x14, ({ apparentPower }) => apparentPower),
  register('F32', 0x16, ({ powerFactor }) => powerFactor),
  register('U64', 0x18, ({ energy }) => wattHours(energy)),
  register('U64', 0x1c, ({ lifetimeEnergy }) => wattHours(lifetimeEnergy)),
  register('F32', 0x20, () => undefined), // phase angle: not measured
  register('F32', 0x22, ({ frequency }) => frequency),
  register('F32', 0x24, ({ reactivePower }) => reactivePower),
  register('F32', 0x26, ({ ratedCurrent }) => ratedCurrent),
];

/** A text of 32 characters in 16 registers, padded with 0. */
const text = (offset: number, read: (facts: ControllerFacts) => string | undefined): readonly RegisterRow<PduFacts>[] =>
  Array.from({ length: 16 }, (_, place) =>
    register('U16', offset + place, ({ controller }: PduFacts) => {
      const characters = (read(controller) ?? '').slice(0, 32).replace(/[^ -~]/g, '?');
      const codes = [characters.charCodeAt(2 * place), characters.charCodeAt(2 * place + 1)];
      return codes.reduce((word, code) => word * 256 + (Number.isNaN(code) ? 0 : code), 0);
    }),
  );

/** A bit for each outlet, 16 in a register. */
const outletBits = (offset: number, isSet: (outlet: OutletFacts) => boolean): readonly RegisterRow<PduFacts>[] =>
  Array.from({ length: 16 }, (_, place) =>
    register('U16', offset + place, ({ outlets }: PduFacts) =>
      bitsOf(outlets.slice(16 * place, 16 * place + 16).map(isSet)),
    ),
  );

const CONTROLLER_ROWS: readonly RegisterRow<PduFacts>[] = [
  register('U16', 0x00, () => REGISTER_SET_VERSION),
  register('U16', 0x01, ({ controller }) => controller.counts.inlets),
  register('U16', 0x02, ({ controller }) => controller.counts.protectors),
  register('U16', 0x03, ({ controller }) => controller.counts.outlets),
  register('U16', 0x04, ({ controller }) => controller.counts.transferSwitches),
  register('U16', 0x05, ({ controller }) => controller.counts.banks),
  register('U16', 0x06, ({ controller }) => controller.counts.sensors),
  register('U16', 0x07, ({ controller }) => controller.counts.phases),
  register('U16', STATUS_REGISTER, ({ controller }) => bitsOf(controller.alarms)),
  register('U16', 0x09, ({ controller }) => Math.min(LONGEST_AGE, controller.silentFor)),
  register('U32', 0x0a, ({ controller }) => controller.uptime),
  register('U32', 0x0c, ({ controller }) => controller.unixTime),
  register('U32', 0x0e, ({ controller }) => controller.serialNumber),
  ...text(0x10, ({ modelNumber }) => modelNumber),
  ...text(0x20, ({ deviceName }) => deviceName),
  ...text(0x30, ({ version }) => version),
  ...outletBits(0x40, ({ state }) => state === 'ON'),
  ...outletBits(0x50, ({ state }) => state !== undefined),
];

const CYCLES: Readonly<Record<RebootStatus, number>> = { none: 0, pendingOff: 1, pendingOn: 2 };

const contactState = ({ type, reading }: SensorFacts): number => {
  if (reading === undefined) return 0;
  if (type === 'temperature' || type === 'humidity') return 1;
  return reading === 0 ? 2 : 3;
};

const number = (flag: boolean | undefined): number | undefined => (flag === undefined ? undefined : Number(flag));

const SENSOR_ROWS: readonly RegisterRow<SensorFacts>[] = [
  register('U16', 0, ({ type }) => SENSOR_TYPES[type]),
  register('U16', 1, contactState),
  register('F32', 2, ({ reading }) => reading),
];

const TRANSFER_SWITCH_ROWS: readonly RegisterRow<TransferSwitchFacts>[] = [
  register('U16', 1, ({ active }) => active),
  register('U16', 2, () => 1), // the preferred inlet
  register('U16', 3, ({ ready }) => ready && bitsOf(ready)),
];

const BANK_ROWS: readonly RegisterRow<BankFacts>[] = [
  register('U16', 0, ({ breakerClosed }) => number(breakerClosed)),
  register('U16', 1, ({ ratedCurrent }) => ratedCurrent),
  ...METER_ROWS,
];

const LINE_ROWS: readonly RegisterRow<LineFacts>[] = [
  register('F32', 0x08, ({ voltage }) => voltage),
  register('F32', 0x0a, ({ current }) => current),
];

const OUTLET_ROWS: readonly RegisterRow<OutletFacts>[] = [
  register('U16', 0, ({ state }) => state && Number(state === 'ON')),
  register('U16', 1, ({ cycle }) => cycle && CYCLES[cycle]),
  register('U16', 2, ({ hasRelayFault: fault }) => (fault === undefined ? undefined : Number(!fault))),
  register('U16', 3, ({ bank }) => bank),
  ...METER_ROWS,
];

/** The register map. Addresses of the first inlet, protector, outlet and sensor are those of Xerus. */
export const REGISTER_MAP: readonly AnyBlocks<PduFacts>[] = [
  blocks({ base: 0x0000, size: 0x60, most: 1, rows: CONTROLLER_ROWS, subjects: (facts: PduFacts) => [facts] }),
  blocks({ base: 0x0800, size: 8, most: 256, rows: SENSOR_ROWS, subjects: ({ sensors }: PduFacts) => sensors }),
  blocks({
    base: 0x2000,
    size: 8,
    most: 1,
    rows: TRANSFER_SWITCH_ROWS,
    subjects: ({ transferSwitch }: PduFacts) => transferSwitch,
  }),
  blocks({ base: 0x3000, size: 0x40, most: 64, rows: METER_ROWS, subjects: ({ inlets }: PduFacts) => inlets }),
  blocks({ base: 0x4000, size: 0x40, most: 128, rows: BANK_ROWS, subjects: ({ banks }: PduFacts) => banks }),
  blocks({ base: 0x6000, size: 0x40, most: 128, rows: LINE_ROWS, subjects: ({ lines }: PduFacts) => lines }),
  blocks({ base: 0x8000, size: 0x40, most: 512, rows: OUTLET_ROWS, subjects: ({ outlets }: PduFacts) => outlets }),
];
