import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import type { OnOff } from '../../src/common/units.js';

/** A relay that operations may be run on. */
export interface RelayUnderTest {
  readonly id: string;
  readonly path: string;
  readonly nameMember: 'outletName' | 'relayName';
  /** The state in the simulator at its first start. */
  readonly state: OnOff;
  /** Off time of a reboot, s. */
  readonly offSeconds: number;
  /** The power-on state of an outlet, which is never used here: the PDU never loses its mains. */
  readonly pwrOnState?: 'ON' | 'OFF' | 'PREV' | undefined;
  /** True if the API shows a pending step of it. */
  readonly reportsRest: boolean;
}

export interface GroupUnderTest {
  readonly name: string;
  readonly members: readonly RelayUnderTest[];
  /** The time between two members turning on, s. */
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
  reportsRest: true,
}));

const OUTLETS = ALL_OUTLETS.slice(0, -1);
/** A locked outlet: it never moves. */
export const [LOCKED] = ALL_OUTLETS.slice(-1);

export const RELAYS: readonly RelayUnderTest[] = [
  ...OUTLETS,
  ...relayOutputs.map(({ id }): RelayUnderTest => {
    return {
      id,
      path: `/api/relayOutput/${id}`,
      nameMember: 'relayName',
      state: 'OFF',
      offSeconds: 1,
      reportsRest: false,
    };
  }),
];

const members = (...numbers: number[]): RelayUnderTest[] =>
  numbers.map((number) => OUTLETS[number - 1]).filter((outlet) => outlet !== undefined);

/** Groups in an order other than that of the outlets, with common outlets. */
export const GROUPS: readonly GroupUnderTest[] = [
  { name: 'row', members: members(3, 1, 2), delay: 1 },
  { name: 'together', members: members(4, 5, 6, 7), delay: 0 },
  { name: 'slow', members: members(9, 8), delay: 2 },
  { name: 'long', members: members(8, 7, 6, 5, 4, 3, 2, 1), delay: 0.5 },
];
