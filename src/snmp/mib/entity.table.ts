import { VERSION } from '../../common/version.js';
import type { Access } from '../../common/access.js';
import type { BankModel, InletModel, OutletModel, SensorModel } from '../../hardware/profiles/pdu-model.js';
import { columns, scaled, withFlag } from './cells.js';
import type { MibContext, MibSources } from './context.js';
import { scalars, table, type Column, type MibTable } from './object.js';

/** PhysicalClass of ENTITY-MIB. */
const CLASS = { chassis: 3, container: 5, sensor: 8, module: 9, port: 10 } as const;
const CHASSIS = 1;
const NO_OBJECT = '0.0';
const NOT_REPLACEABLE = 2;

/** A measurement as ENTITY-SENSOR-MIB describes it (RFC 3433): its place below the measured part, type, scale, precision. */
interface Quantity {
  readonly place: number;
  readonly name: string;
  readonly type: number;
  readonly scale: number;
  readonly precision: number;
  readonly units: string;
  /** Parts of the unit in which it is counted, by scale and precision. */
  readonly parts: number;
}

const UNITS = 9;
const MILLI = 8;
const quantity = (
  place: number,
  name: string,
  type: number,
  units: string,
  { scale = UNITS, precision = 0 }: { readonly scale?: number; readonly precision?: number } = {},
): Quantity => ({
  place,
  name,
  type,
  scale,
  precision,
  units,
  parts: 10 ** precision * (scale === MILLI ? 1000 : 1),
});

const OTHER = 1;
const VOLTS = { type: 3, units: 'V', precision: { precision: 1 } } as const;
const AMPERES = { type: 5, units: 'mA', precision: { scale: MILLI } } as const;
const TRUTH = 12;

const VOLTAGE = quantity(1, 'voltage', VOLTS.type, VOLTS.units, VOLTS.precision);
const CURRENT = quantity(2, 'current', AMPERES.type, AMPERES.units, AMPERES.precision);
const ACTIVE_POWER = quantity(3, 'active power', 6, 'W');
const FREQUENCY = quantity(4, 'frequency', 7, 'Hz', { precision: 2 });
const APPARENT_POWER = quantity(5, 'apparent power', OTHER, 'VA');
const REACTIVE_POWER = quantity(6, 'reactive power', OTHER, 'var');
const POWER_FACTOR = quantity(7, 'power factor', OTHER, '1', { precision: 2 });
const ENERGY = quantity(8, 'energy', OTHER, 'kWh', { precision: 2 });
const RELAY = quantity(9, 'relay', TRUTH, 'closed');
const BREAKER = quantity(9, 'breaker', TRUTH, 'closed');
const lineCurrent = (line: number): Quantity =>
  quantity(10 + line, `current of L${line + 1}`, AMPERES.type, AMPERES.units, AMPERES.precision);
const lineVoltage = (line: number): Quantity =>
  quantity(13 + line, `voltage of L${line + 1}`, VOLTS.type, VOLTS.units, VOLTS.precision);
const TEMPERATURE = quantity(20, 'temperature', 8, '°C', { precision: 2 });
const HUMIDITY = quantity(21, 'humidity', 9, '%RH', { precision: 1 });

/** TruthValue of a contact: closed is 1, open is 2. */
const contact = (closed: boolean | undefined): number | undefined =>
  closed === undefined ? undefined : closed ? 1 : 2;

/** A physical entity: the PDU, one of its parts, or a measurement of a part. */
interface Entity {
  readonly index: number;
  readonly parent: number;
  readonly physicalClass: number;
  /** The place among its siblings, from 1; -1 for the chassis, which is in no other entity. */
  readonly place: number;
  readonly description: string;
  readonly name: (at: MibContext) => string;
  readonly mayView: (access: Access) => boolean;
  readonly measurement?: Measurement;
}

interface Measurement {
  readonly quantity: Quantity;
  /** In the unit of the API; of a contact as TruthValue. */
  readonly value: (at: MibContext) => number | undefined;
}

type Part = Omit<Entity, 'measurement'>;
type Measured = readonly [quantity: Quantity, value: (at: MibContext) => number | undefined];

/** A part with its measurements. */
const withMeasurements = (part: Part, measured: readonly Measured[]): Entity[] => [
  part,
  ...measured.map(([each, value], place) => ({
    index: part.index + each.place,
    parent: part.index,
    physicalClass: CLASS.sensor,
    place: place + 1,
    description: `${part.description} ${each.name}`,
    name: (at: MibContext) => `${part.name(at)}: ${each.name}`,
    mayView: part.mayView,
    measurement: { quantity: each, value },
  })),
];

/** The entities of a model, in ascending order of their index, which stays the same as long as the model does. */
function entitiesOf({ driver: { model } }: MibSources): Entity[] {
  const chassis: Entity = {
    index: CHASSIS,
    parent: 0,
    physicalClass: CLASS.chassis,
    place: -1,
    description: `Rackfeed PDU ${model.profile.modelNumber}`,
    name: ({ sources }) => sources.settings.get('deviceName'),
    mayView: withFlag('viewGlobalDeviceSettings'),
  };
  return [
    chassis,
    ...model.sensors.flatMap(sensorEntities),
    ...model.inlets.flatMap(inletEntities),
    ...model.banks.flatMap(bankEntities),
    ...(model.hasOutlets ? model.outlets.flatMap((outlet) => outletEntities(outlet, model.profile)) : []),
  ];
}

const PORT_INDEX = { A: 900, B: 950 } as const;

const sensorEntities = (sensor: SensorModel): Entity[] =>
  withMeasurements(
    {
      index: PORT_INDEX[sensor.port],
      parent: CHASSIS,
      physicalClass: CLASS.container,
      place: sensor.position + 1,
      description: `Sensor port ${sensor.port}`,
      name: (at) => at.sensor(sensor).sensorName,
      mayView: withFlag('viewPortInfo'),
    },
    sensor.kind === 'temp_hum'
      ? [
          [TEMPERATURE, (at) => at.sensor(sensor).sensorTempInC],
          [HUMIDITY, (at) => at.sensor(sensor).sensorHumidity],
        ]
      : [],
  );

const inletEntities = (inlet: InletModel): Entity[] =>
  withMeasurements(
    {
      index: 1000 * (inlet.position + 1),
      parent: CHASSIS,
      physicalClass: CLASS.port,
      place: inlet.position + 1,
      description: `Inlet ${inlet.position + 1}`,
      name: (at) => at.inlet(inlet).inletName,
      mayView: withFlag('viewInletStats'),
    },
    [
      [VOLTAGE, (at) => at.inlet(inlet).inletVoltageRms],
      [CURRENT, (at) => at.inlet(inlet).inletCurrentRms],
      [ACTIVE_POWER, (at) => at.inlet(inlet).inletActivePower],
      [FREQUENCY, (at) => at.inlet(inlet).inletLineFrequency],
      [APPARENT_POWER, (at) => at.inlet(inlet).inletApparentPower],
      [REACTIVE_POWER, (at) => at.inlet(inlet).inletReactivePower],
      [POWER_FACTOR, (at) => at.inlet(inlet).inletPowerFactor],
      [ENERGY, (at) => at.inlet(inlet).inletEnergyAccumulation],
      ...(inlet.lines.length > 1 ? lineMeasurements(inlet) : []),
    ],
  );

const lineMeasurements = (inlet: InletModel): Measured[] => [
  ...inlet.lines.map((_, line): Measured => [
    lineCurrent(line),
    (at) => at.inlet(inlet).inletLines?.[line]?.currentRms,
  ]),
  ...inlet.lines.map((_, line): Measured => [
    lineVoltage(line),
    (at) => at.inlet(inlet).inletLines?.[line]?.voltageRms,
  ]),
];

const bankEntities = (bank: BankModel): Entity[] =>
  withMeasurements(
    {
      index: 20_000 + 100 * (bank.position + 1),
      parent: CHASSIS,
      physicalClass: CLASS.module,
      place: bank.position + 1,
      description: `Bank ${bank.position + 1}`,
      name: (at) => at.bank(bank).bankName,
      mayView: withFlag('viewBankStats'),
    },
    [
      [VOLTAGE, (at) => at.bank(bank).voltageRms],
      [CURRENT, (at) => at.bank(bank).currentRms],
      [ACTIVE_POWER, (at) => at.bank(bank).activePower],
      [FREQUENCY, (at) => at.bank(bank).lineFrequency],
      [APPARENT_POWER, (at) => at.bank(bank).apparentPower],
      [REACTIVE_POWER, (at) => at.bank(bank).reactivePower],
      [POWER_FACTOR, (at) => at.bank(bank).powerFactor],
      [ENERGY, (at) => at.bank(bank).energyAccumulation],
      ...(bank.breaker === undefined
        ? []
        : [[BREAKER, (at: MibContext) => contact(at.bank(bank).circuitBreakerClosed)] as const]),
    ],
  );

const outletEntities = (
  outlet: OutletModel,
  { outletMetering, outletSwitching }: { readonly outletMetering: boolean; readonly outletSwitching: boolean },
): Entity[] =>
  withMeasurements(
    {
      index: 100_000 + 100 * outlet.index,
      parent: CHASSIS,
      physicalClass: CLASS.port,
      place: outlet.index,
      description: `Outlet ${outlet.index}`,
      name: (at) => at.outlet(outlet).outletName,
      mayView: (access) => access.mayView(outlet.id),
    },
    [
      ...(outletMetering
        ? ([
            [VOLTAGE, (at) => at.outlet(outlet).circuitVoltage],
            [CURRENT, (at) => at.outlet(outlet).currentRms],
            [ACTIVE_POWER, (at) => at.outlet(outlet).watts],
          ] satisfies Measured[])
        : []),
      ...(outletSwitching ? ([[RELAY, (at) => relayOf(outlet, at)]] satisfies Measured[]) : []),
    ],
  );

const relayOf = (outlet: OutletModel, at: MibContext): number | undefined => {
  const { state } = at.outlet(outlet);
  return contact(state && state === 'ON');
};

/** EntitySensorStatus. */
const STATUS = { ok: 1, unavailable: 2, nonoperational: 3 } as const;
/** The range of EntitySensorValue, whose ends mean less and more. */
const MAX_VALUE = 1_000_000_000;
const POLL_MILLIS = 1000;
const CENTISECOND = 10;

type MeasuredEntity = Entity & { readonly measurement: Measurement };
const isMeasured = (entity: Entity): entity is MeasuredEntity => entity.measurement !== undefined;

function valueOf(
  {
    measurement: {
      quantity: { parts },
      value,
    },
  }: MeasuredEntity,
  at: MibContext,
): number | undefined {
  const now = scaled(value(at), parts);
  return now === undefined ? undefined : Math.max(-MAX_VALUE, Math.min(MAX_VALUE, now));
}

function statusOf({ measurement }: MeasuredEntity, at: MibContext): number {
  if (measurement.value(at) === undefined) return STATUS.unavailable;
  return at.snapshot.fresh ? STATUS.ok : STATUS.nonoperational;
}

/** ENTITY-MIB (RFC 6933) and ENTITY-SENSOR-MIB (RFC 3433), which managers read of every device. */
export function entityTables(sources: MibSources): MibTable[] {
  const { profile } = sources.driver.model;
  const entities = entitiesOf(sources);
  const measured = entities.filter(isMeasured);
  const chassisOnly =
    (text: string) =>
    ({ index }: Entity): string =>
      index === CHASSIS ? text : '';
  const physical: Column<Entity>[] = columns<Entity>('1.3.6.1.2.1.47.1.1.1.1', [
    [2, 'octets', ({ description }) => description],
    [3, 'oid', () => NO_OBJECT],
    [4, 'integer', ({ parent }) => parent],
    [5, 'integer', ({ physicalClass }) => physicalClass],
    [6, 'integer', ({ place }) => place],
    [7, 'octets', ({ name }, at) => name(at)],
    [8, 'octets', chassisOnly(sources.driver.name)],
    [9, 'octets', () => ''],
    [10, 'octets', chassisOnly(VERSION)],
    [11, 'octets', chassisOnly(profile.enclosureSerialNumber)],
    [12, 'octets', chassisOnly('Rackfeed')],
    [13, 'octets', chassisOnly(profile.modelNumber)],
    [14, 'octets', () => ''],
    [15, 'octets', () => ''],
    [16, 'integer', () => NOT_REPLACEABLE],
  ]);
  return [
    table<Entity>({
      rows: () => entities.map((row) => ({ index: [row.index], row })),
      mayView: ({ mayView }, access) => mayView(access),
      columns: physical,
    }),
    // The model changes only with a restart.
    scalars(() => true, columns('1.3.6.1.2.1.47.1.4', [[1, 'timeTicks', () => 0]])),
    table<MeasuredEntity>({
      rows: () => measured.map((row) => ({ index: [row.index], row })),
      mayView: ({ mayView }, access) => mayView(access),
      columns: [
        ...columns<MeasuredEntity>('1.3.6.1.2.1.99.1.1.1', [
          [1, 'integer', ({ measurement }) => measurement.quantity.type],
          [2, 'integer', ({ measurement }) => measurement.quantity.scale],
          [3, 'integer', ({ measurement }) => measurement.quantity.precision],
          [4, 'integer', valueOf],
          [5, 'integer', statusOf],
          [6, 'octets', ({ measurement }) => measurement.quantity.units],
          [7, 'timeTicks', (_, { snapshot }) => Math.floor(Math.max(0, snapshot.readAt) / CENTISECOND) % 2 ** 32],
          [8, 'gauge32', () => POLL_MILLIS],
        ]),
      ],
    }),
  ];
}
