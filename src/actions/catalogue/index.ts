import { DEVICE_CODES } from './device.codes.js';
import { NOTIFY_CODES } from './notify.codes.js';
import { PEER_CODES } from './peer.codes.js';
import { POWER_CODES } from './power.codes.js';
import type { ActionRow } from './row.js';

/** Every action code of the specification, one row each, by code. */
export const ACTION_CODES: readonly ActionRow[] = [
  ...POWER_CODES,
  ...NOTIFY_CODES,
  ...PEER_CODES,
  ...DEVICE_CODES,
].sort((a, b) => a.code - b.code);

const BY_CODE: ReadonlyMap<number, ActionRow> = new Map(ACTION_CODES.map((row) => [row.code, row]));

export const actionCode = (code: number): ActionRow | undefined => BY_CODE.get(code);
