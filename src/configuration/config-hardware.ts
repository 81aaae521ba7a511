import type { PartKind } from '../common/configuration/part-ids.js';
import type { PartIds } from '../kernel/subjects.js';

/** The place of a part among those of its kind, or the port of a sensor. */
export type Place = number | string;
export type PartPlaces = Readonly<Record<PartKind, ReadonlyMap<string, Place>>>;

/** The places of parts by their ids in lower case. */
export const placesOf = (hardware: PartIds): PartPlaces => ({
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
