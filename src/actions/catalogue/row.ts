import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { PermissionFlag } from '../../common/access.js';
import type { Cause } from '../../common/cause.js';
import type { Millis } from '../../common/clock.js';
import type { ActionTools } from '../execution/action-tools.js';
import type { Delivery } from '../../outbound/delivery.js';
import type { EventOccurrence } from '../event-occurrence.js';
import type { SwitchTargetsService } from './switch-targets.service.js';
import type { ActionParam } from './param.js';

/** The three parameters of an action, checked and in the clear; unused ones are empty. */
export type Params = readonly [string, string, string];

/** Exactly three, absent ones empty. */
export const toParams = ([first = '', second = '', third = '']: readonly string[]): Params => [first, second, third];

/** The command for a relay. */
export type Move = 'ON' | 'OFF' | 'REBOOT' | 'OPEN' | 'CLOSE';

/** The relays of this PDU that an action moves, and how. */
export interface Moves {
  /** Outlet ids, relay output ids, or the sensor id of an I/O hub. */
  readonly objects: readonly string[];
  readonly move: Move;
  /** Index of the relay on an I/O hub. */
  readonly part?: number;
}

/** The reason of an action run, the cause that the audit log names, and the time limit. */
export interface ActionContext {
  readonly occurrence: EventOccurrence;
  readonly cause: Cause;
  /** Aborted when the time of the attempt is over: what goes to others ends with it, switching on this PDU goes on. */
  readonly signal: AbortSignal;
}

/** One action code. The DTO, the catalogue of the browser, the runner and the test run all live by it. */
export interface ActionRow {
  readonly code: number;
  /** As the specification's table names it. */
  readonly name: string;
  readonly params: readonly ActionParam[];
  /** The permissions that a user of the action needs besides `modifyOutlets` of the outlets that it switches. */
  readonly needs: (params: Params) => readonly PermissionFlag[];
  /** True when it shows every outlet: `viewOutlets` must list them all. */
  readonly showsOutlets?: (params: Params) => boolean;
  /** It changes something, so it is never done twice: not after a stop, nor when it may have arrived. */
  readonly switches: boolean;
  /** Tried again when the channel says that this is harmless and might help. */
  readonly retries: boolean;
  readonly fits: (model: PduModel) => boolean;
  /** The receiver: actions with the same one run one after another. Empty: this PDU. */
  readonly target: (params: Params) => string;
  /** The object elsewhere that it commands: an older command that did not arrive is not repeated after a newer one that may have. */
  readonly commands?: (params: Params) => string;
  readonly moves?: (targets: SwitchTargetsService, params: Params) => Moves;
  /** The message that would be sent, or a description of what would be done. Contains no secret. */
  readonly message?: (tools: ActionTools, params: Params, occurrence: EventOccurrence) => string | object;
  /** The missing settings without which it cannot be done at all, as a sentence. */
  readonly unavailableReason?: (tools: ActionTools) => string | undefined;
  /** Does it; rejects with an ApiError where this PDU refuses. */
  readonly perform: (tools: ActionTools, params: Params, context: ActionContext) => Promise<Delivery>;
  /** Called in the unit of work that stores or deletes such an action, with its parameters as they are then. */
  readonly saved?: (tools: ActionTools, params: Params, cause: Cause) => Promise<void>;
  /** After a stop in the middle: true when it is known to have happened since the moment given (wall clock). */
  readonly happened?: (tools: ActionTools, params: Params, since: Millis) => boolean;
}

export const DONE: Delivery = { delivered: true };
export const always = (): boolean => true;
export const onThisPdu = (): string => '';
export const noPermissions = (): readonly PermissionFlag[] => [];
