import { ApiProperty } from '@nestjs/swagger';
import type { LastCommand } from '../hardware/relays/relay-intent.store.js';
import type { Access } from '../common/access.js';
import type { Cause } from '../common/cause.js';
import type { OnOff } from '../common/units.js';

const SOURCES = ['user', 'event', 'powerCycle', 'coldStart', 'controller'] as const;
type Source = (typeof SOURCES)[number];

/** The last command that the relay of an outlet was given. */
export class LastSwitchingView {
  /** ISO 8601, UTC. */
  time: string;
  /** The commanded state; if the relay measures otherwise, something else has moved it, or it has not followed. */
  @ApiProperty({ enum: ['ON', 'OFF'] })
  state: OnOff;
  /**
   * `user`: a person or a program, with an account or by a protocol that has none; `event`: an action of an event; `powerCycle`: a step of a reboot or
   * of a sequence; `coldStart`: the power-on state, after the PDU had lost its mains; `controller`: any other part of it.
   * Absent for a command given before this was recorded.
   * @example "user"
   */
  @ApiProperty({ enum: SOURCES, required: false })
  by?: Source;
  /**
   * The user (needs `viewUsersList`) or the event (needs `viewEventActions`); for a `powerCycle` whoever asked for it.
   * @example "anna"
   */
  who?: string;
}

const SOURCE_OF: Readonly<Record<Cause['kind'], Source>> = {
  session: 'user',
  token: 'user',
  basic: 'user',
  snmp: 'user',
  ssh: 'user',
  nut: 'user',
  modbus: 'user',
  redfish: 'user',
  mqtt: 'user',
  fleet: 'user',
  action: 'event',
  schedule: 'event',
  powerCycle: 'powerCycle',
  coldStart: 'coldStart',
  system: 'controller',
};

/** @param access of the reader; names are left out where nobody in particular reads */
export function lastSwitchingView(asked: LastCommand | undefined, access?: Access): LastSwitchingView | undefined {
  if (!asked) return undefined;
  const { state, at, via, who } = asked;
  const by = via ? SOURCE_OF[via] : undefined;
  return {
    time: new Date(at).toISOString(),
    state,
    ...(by && { by }),
    ...(by && who && access && mayKnow(by, access) && { who }),
  };
}

/** Equal for all readers who get the same names. */
export const knownNames = (access: Access): string =>
  `${access.can('viewUsersList') ? 'users' : ''} ${access.can('viewEventActions') ? 'events' : ''}`;

function mayKnow(by: Source, access: Access): boolean {
  const [users, events] = [access.can('viewUsersList'), access.can('viewEventActions')];
  if (by === 'user') return users;
  if (by === 'event') return events;
  return by === 'powerCycle' && users && events; // either may have asked for it
}
