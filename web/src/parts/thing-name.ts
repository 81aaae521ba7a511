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

const OUTLET_ID = /"?\b(\d+-\d+)\b"?/g;

/** A sentence of the server with the names of the outlets in place of their ids. */
export const withNames = (sentence: string): string =>
  sentence.replace(OUTLET_ID, (found, id: string) => live.thing('outlets', id)?.outletName ?? found);
