import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import type { OnOff } from '../../src/common/units.js';

/** A relay that operations may be run on. */
export interface RelayUnderTest {
  readonly id: string;
  readonly path: string;
  readonly nameMember: 'outletName' | 'relayName';
  /** Of the simulator at its first start. */
  readonly state: OnOff;
  /** Off time of a reboot, s. */
  readonly offSeconds: number;
  /** What an outlet does when the PDU itself was without mains, which never happens here. */
  readonly pwrOnState?: 'ON' | 'OFF' | 'PREV' | undefined;
  /** The API says whether something is pending for it. */
  readonly tells: boolean;
}

export interface GroupUnderTest {
  readonly name: string;
  readonly members: readonly RelayUnderTest[];
  /** Between two members turning on, s. */
  readonly delay: number;
}

const { outlets, relayOutputs } = new PduModel(SINGLE_PHASE_16);

const ALL_OUTLETS: readonly RelayUnderTest[] = outlets.map(({ id }, place) => ({
  id,
  path: `/api/outlets/${id}`,
  nameMember: 'outletName',
  state: 'ON',
  offSeconds: place % 4 === 3 ? 2 : 1,
  pwrOnState: (['ON', 'OFF', 'PREV'] as const)[place % 3],
  tells: true,
}));

const OUTLETS = ALL_OUTLETS.slice(0, -1);
/** Protected from everybody: it never moves. */
export const [LOCKED] = ALL_OUTLETS.slice(-1);

export const RELAYS: readonly RelayUnderTest[] = [
  ...OUTLETS,
  ...relayOutputs.map(({ id }): RelayUnderTest => {
    return { id, path: `/api/relayOutput/${id}`, nameMember: 'relayName', state: 'OFF', offSeconds: 1, tells: false };
  }),
];

const members = (...numbers: number[]): RelayUnderTest[] =>
  numbers.map((number) => OUTLETS[number - 1]).filter((outlet) => outlet !== undefined);

/** Their order is not that of the outlets, and they share outlets. */
export const GROUPS: readonly GroupUnderTest[] = [
  { name: 'row', members: members(3, 1, 2), delay: 1 },
  { name: 'together', members: members(4, 5, 6, 7), delay: 0 },
  { name: 'slow', members: members(9, 8), delay: 2 },
  { name: 'long', members: members(8, 7, 6, 5, 4, 3, 2, 1), delay: 0.5 },
];
