import type { PduModel } from '../hardware/profiles/pdu-model.js';
import type { PartKind } from '../common/configuration/part-ids.js';
import type { ConfigHardware } from './config-document.dto.js';

export const hardwareOf = ({ profile, ...model }: PduModel): ConfigHardware => ({
  enclosureSerial: profile.enclosureSerialNumber,
  inlets: model.inlets.map(({ id }) => id),
  lines: model.inlets.flatMap(({ lineIds }) => lineIds.map(({ id }) => id)),
  banks: model.banks.map(({ id }) => id),
  outlets: model.outlets.map(({ id }) => id),
  relayOutputs: model.relayOutputs.map(({ id }) => id),
  sensors: model.sensors.map(({ id }) => id),
});

/** The place of a part among those of its kind, or the port of a sensor. */
export type Place = number | string;
export type PartPlaces = Readonly<Record<PartKind, ReadonlyMap<string, Place>>>;

/** The places of parts by their ids in lower case. */
export const placesOf = (hardware: ConfigHardware): PartPlaces => ({
  inlet: inOrder(hardware.inlets),
  line: inOrder(hardware.lines),
  bank: inOrder(hardware.banks),
  outlet: inOrder(hardware.outlets),
  relayOutput: inOrder(hardware.relayOutputs),
  sensor: new Map(hardware.sensors.map((id) => [id.toLowerCase(), portOf(id)])),
});

/** The port in a sensor's id: `A` of `SA-1000036`. */
export const portOf = (sensorId: string): string => sensorId.charAt(1).toUpperCase();

const inOrder = (ids: readonly string[]): Map<string, Place> =>
  new Map(ids.map((id, place) => [id.toLowerCase(), place]));
