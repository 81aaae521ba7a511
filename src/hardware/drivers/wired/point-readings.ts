import type { OnOff } from '../../../common/units.js';
import type { InletModel, PduModel, SensorModel } from '../../profiles/pdu-model.js';
import type {
  BankReading,
  InletReading,
  OutletReading,
  PowerReading,
  Readings,
  SensorReading,
} from '../../snapshot.js';
import type { PointValues } from './point-values.js';

/** The readings of a model's parts, from the values of its points. A reading without a value is absent. */
export const readingsFromPoints = (model: PduModel, values: PointValues, hubs: HubPoints): Readings => ({
  inlets: model.inlets.map((inlet) => inletOf(inlet, values)),
  banks: model.banks.map(({ id, position }): BankReading => {
    const at = `banks.${position + 1}`;
    return { id, ...powerOf(at, values), breakerClosed: values.flag(`${at}.breakerClosed`) };
  }),
  outlets: model.outlets.map(({ id, index }) => outletOf(id, `outlets.${index}`, values)),
  relayOutputs: model.relayOutputs.map(({ id, index }) => ({
    id,
    state: onOff(values.flag(`relayOutputs.${index}.state`)),
  })),
  sensors: model.sensors.map((sensor) => sensorOf(sensor, values, hubs)),
  powerOnCount: values.number('powerOnCount'),
});

/** The numbers of wired relays and inputs of the hub on a port. */
export interface HubPoints {
  relays(port: string): readonly number[];
  inputs(port: string): readonly number[];
}

const inletOf = ({ id, position, lineIds }: InletModel, values: PointValues): InletReading => {
  const at = `inlets.${position + 1}`;
  return {
    id,
    ...powerOf(at, values),
    lines: lineIds.map((line, place) => ({
      id: line.id,
      current: values.number(`${at}.lines.${place + 1}.current`),
      voltage: values.number(`${at}.lines.${place + 1}.voltage`),
    })),
    active: values.flag(`${at}.active`),
    ready: values.flag(`${at}.ready`),
  };
};

const powerOf = (at: string, values: PointValues): PowerReading => ({
  current: values.number(`${at}.current`),
  voltage: values.number(`${at}.voltage`),
  frequency: values.number(`${at}.frequency`),
  activePower: values.number(`${at}.activePower`),
  reactivePower: values.number(`${at}.reactivePower`),
  apparentPower: values.number(`${at}.apparentPower`),
  powerFactor: factor(values.number(`${at}.powerFactor`)),
  energy: values.number(`${at}.energy`),
});

const outletOf = (id: string, at: string, values: PointValues): OutletReading => ({
  id,
  state: onOff(values.flag(`${at}.state`)),
  voltagePresent: values.flag(`${at}.voltagePresent`),
  voltage: values.number(`${at}.voltage`),
  current: values.number(`${at}.current`),
  activePower: values.number(`${at}.activePower`),
  powerFactor: factor(values.number(`${at}.powerFactor`)),
  energy: values.number(`${at}.energy`),
});

function sensorOf({ port, kind }: SensorModel, values: PointValues, hubs: HubPoints): SensorReading {
  const at = `sensors.${port}`;
  if (kind === 'temp_hum') {
    const temperature = values.number(`${at}.temperature`);
    const humidity = values.number(`${at}.humidity`);
    // A device without a point for it is connected when it measures.
    const connected = values.flag(`${at}.connected`) ?? (temperature !== undefined || humidity !== undefined);
    return connected ? { port, kind, connected, temperature, humidity } : { port, kind, connected };
  }
  const relays = hubs.relays(port).flatMap((index) => {
    const closed = values.flag(`${at}.relays.${index}`);
    return closed === undefined ? [] : [{ index, state: closed ? ('CLOSE' as const) : ('OPEN' as const) }];
  });
  const inputs = hubs.inputs(port).flatMap((index) => {
    const high = values.flag(`${at}.inputs.${index}`);
    return high === undefined ? [] : [{ index, state: high ? ('HI' as const) : ('LO' as const) }];
  });
  const vdcOutput = values.flag(`${at}.vdcOutput`);
  const userSwitch = values.flag(`${at}.userSwitch`);
  const connected = values.flag(`${at}.connected`) ?? relays.length + inputs.length > 0;
  return connected
    ? { port, kind, connected, relays, inputs, vdcOutput, userSwitch }
    : { port, kind, connected, relays: [], inputs: [] };
}

const onOff = (on: boolean | undefined): OnOff | undefined => (on === undefined ? undefined : on ? 'ON' : 'OFF');

/** A power factor without its sign, by which meters give the direction of energy. */
const factor = (powerFactor: number | undefined): number | undefined =>
  powerFactor === undefined ? undefined : Math.min(1, Math.abs(powerFactor));
