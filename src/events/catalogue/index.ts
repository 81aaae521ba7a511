import { BANK_CODES } from './bank.codes.js';
import { CONTROLLER_CODES } from './controller.codes.js';
import { INLET_CODES } from './inlet.codes.js';
import { NETWORK_CODES } from './network.codes.js';
import { OUTLET_CODES } from './outlet.codes.js';
import type { EventRow } from './row.js';
import { SCHEDULE_CODES } from './schedule.codes.js';
import { SENSOR_CODES } from './sensor.codes.js';
import { TRANSFER_CODES } from './transfer.codes.js';

/** Every event code, one row each, by code. */
export const EVENT_CODES: readonly EventRow[] = [
  ...NETWORK_CODES,
  ...INLET_CODES,
  ...BANK_CODES,
  ...OUTLET_CODES,
  ...SENSOR_CODES,
  ...SCHEDULE_CODES,
  ...TRANSFER_CODES,
  ...CONTROLLER_CODES,
].sort((a, b) => a.code - b.code);

const BY_CODE: ReadonlyMap<number, EventRow> = new Map(EVENT_CODES.map((row) => [row.code, row]));

export const eventCode = (code: number): EventRow | undefined => BY_CODE.get(code);
