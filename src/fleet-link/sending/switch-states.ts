import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import type { SwitchState } from '../../fleet-wire/minute.js';

const RELAY = { ON: 'on', OFF: 'off' } as const;

/** The relays of all outlets, in the order of the model. */
export const relaysOf = ({ outlets }: Snapshot, { hasOutlets }: PduModel): SwitchState[] =>
  hasOutlets ? outlets.map(({ state }) => (state ? RELAY[state] : 'unknown')) : [];

/** The breakers of all banks: `on` is closed; that of a bank without one is unknown. */
export const breakersOf = ({ banks }: Snapshot): SwitchState[] =>
  banks.map(({ breakerClosed }) => (breakerClosed === undefined ? 'unknown' : breakerClosed ? 'on' : 'off'));
