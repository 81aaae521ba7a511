import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { PermissionFlag } from '../../kernel/access.js';
import type { Cause } from '../../kernel/cause.js';
import type { Millis } from '../../kernel/clock.js';
import type { ActionTools } from '../action-tools.js';
import type { Delivery } from '../channels/channel.js';
import type { Firing } from '../firing.js';
import type { SwitchTargets } from '../switch-targets.service.js';
import type { ActionParam } from './param.js';

/** The three parameters of an action, checked and in the clear; unused ones are empty. */
export type Params = readonly [string, string, string];

/** Exactly three, absent ones empty. */
export const three = ([first = '', second = '', third = '']: readonly string[]): Params => [first, second, third];

/** What a relay is told. */
export type Move = 'ON' | 'OFF' | 'REBOOT' | 'OPEN' | 'CLOSE';

/** The relays of this PDU that an action moves, and how. */
export interface Moves {
  /** Outlet ids, relay output ids, or the sensor id of an I/O hub. */
  readonly objects: readonly string[];
  readonly move: Move;
  /** Index of the relay on an I/O hub. */
  readonly part?: number;
}

/** Why an action runs: the firing, and who stands in the audit log for what it does. */
export interface Occasion {
  readonly firing: Firing;
  readonly cause: Cause;
}

/** One action code. The DTO, the catalogue of the browser, the executor and the trial all live by it. */
export interface ActionRow {
  readonly code: number;
  /** As the specification's table names it. */
  readonly name: string;
  readonly params: readonly ActionParam[];
  /** What the role of who makes, changes or uses the action needs, beside `modifyOutlets` of the outlets it moves. */
  readonly needs: (params: Params) => readonly PermissionFlag[];
  /** True when it tells of every outlet: `viewOutlets` must list them all. */
  readonly showsOutlets?: (params: Params) => boolean;
  /** It changes something, so it is never done twice: not after a stop, nor when it may have arrived. */
  readonly switches: boolean;
  /** Tried again when the channel says that this is harmless and might help. */
  readonly retries: boolean;
  readonly fits: (model: PduModel) => boolean;
  /** Whom it goes to: actions to the same one run one after another. Empty: this PDU. */
  readonly target: (params: Params) => string;
  readonly moves?: (targets: SwitchTargets, params: Params) => Moves;
  /** What would be sent or done, in words or as the message itself. Contains no secret. */
  readonly message?: (tools: ActionTools, params: Params, firing: Firing) => string | object;
  /** What must be set before it can be done at all, as a sentence. */
  readonly obstacle?: (tools: ActionTools) => string | undefined;
  /** Does it; rejects with an ApiError where this PDU refuses. */
  readonly perform: (tools: ActionTools, params: Params, occasion: Occasion) => Promise<Delivery>;
  /** Called in the unit of work that stores or deletes such an action, with its parameters as they are then. */
  readonly saved?: (tools: ActionTools, params: Params, cause: Cause) => Promise<void>;
  /** After a stop in the middle: true when it is known to have happened since the moment given (wall clock). */
  readonly happened?: (tools: ActionTools, params: Params, since: Millis) => boolean;
}

export const DONE: Delivery = { delivered: true };
export const always = (): boolean => true;
export const here = (): string => '';
export const nothing = (): readonly PermissionFlag[] => [];
