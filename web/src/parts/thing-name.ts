import { live } from '../live/live.js';

/** What the operator calls a thing of this PDU; undefined where there is none with this id, or the role may not see it. */
export function thingName(id: string): string | undefined {
  return (
    live.thing('outlets', id)?.outletName ??
    live.thing('banks', id)?.bankName ??
    live.thing('inlets', id)?.inletName ??
    live.thing('relayOutputs', id)?.relayName ??
    live.thing('sensors', id)?.sensorName
  );
}
