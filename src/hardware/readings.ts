import type { PduModel } from './profiles/pdu-model.js';
import type { Readings } from './snapshot.js';

/** The picture before the hardware has answered once: every thing of the profile, no measurement. */
export const readingsWithoutMeasurement = (model: PduModel): Readings => ({
  inlets: model.inlets.map(({ id, lineIds }) => ({ id, lines: lineIds.map((line) => ({ id: line.id })) })),
  banks: model.banks.map(({ id }) => ({ id })),
  outlets: model.outlets.map(({ id }) => ({ id })),
  relayOutputs: model.relayOutputs.map(({ id }) => ({ id })),
  sensors: model.sensors.map(({ port, kind }) =>
    kind === 'temp_hum' ? { port, kind, connected: false } : { port, kind, connected: false, relays: [], inputs: [] },
  ),
});
