import { isHub } from '../api/role.js';
import { fleet, live } from './live.js';

/** The time of the device, seconds since 1970; that of this computer until the first message of the stream. */
export function deviceNow(): number {
  const at = Date.parse((isHub ? fleet : live).device?.time ?? '');
  return Math.floor((Number.isNaN(at) ? Date.now() : at) / 1000);
}

/** A time of this computer, ms, by the clock of the device, which may differ; seconds since 1970. */
export const deviceTimeAt = (time: number): number => deviceNow() - Math.round((Date.now() - time) / 1000);
