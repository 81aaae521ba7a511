import { live, useLiveSummary } from '../live/live.js';
import { isolated } from '../language/direction.js';
import { outletTitle } from './outlet-title.js';
import { inletName } from './inlet-name.js';

/** The name of an object of this PDU; undefined if no object that the role may see has this id. */
export function objectName(id: string): string | undefined {
  return (
    outletName(id) ??
    live.get('banks', id)?.bankName ??
    live.get('inlets', id)?.inletName ??
    live.get('relayOutputs', id)?.relayName ??
    live.get('sensors', id)?.sensorName
  );
}

function outletName(id: string): string | undefined {
  const outlet = live.get('outlets', id);
  return outlet && outletTitle(outlet);
}

export const useInletName = (id: string): string => useLiveSummary(() => inletName(live, id));

const OUTLET_ID = /["„]?\b(\d+-\d+)\b["“]?/g;

/** A sentence of the server with the names of the outlets in place of their ids. */
export const withOutletNames = (sentence: string): string =>
  sentence.replace(OUTLET_ID, (found, id: string) => isolated(outletName(id) ?? found));
