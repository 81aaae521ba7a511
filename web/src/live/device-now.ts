import { isHub } from '../api/role.js';
import { fleet, live } from './live.js';

/** The time of the device, seconds since 1970; that of this computer until the first message of the stream. */
export function deviceNow(): number {
  const at = Date.parse((isHub ? fleet : live).device?.time ?? '');
  return Math.floor((Number.isNaN(at) ? Date.now() : at) / 1000);
}
