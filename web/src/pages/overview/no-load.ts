import type { LiveOf } from '../../live/live-store.js';

/**
 * True for an inlet or a bank that is known to carry nothing: it measures no current, or is the one of a transfer switch
 * that waits. Without a reading nothing is claimed.
 */
export function carriesNothing(object: LiveOf<'inlets'> | LiveOf<'banks'> | undefined): boolean {
  if (object === undefined) return false;
  if ('bankName' in object) return object.currentRms === 0;
  return object.inletCurrentRms === 0 || (object.atsInletActive === false && !object.inletCurrentRms);
}
