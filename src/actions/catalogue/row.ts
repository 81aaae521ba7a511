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

/** Why an action runs, who stands in the audit log for what it does, and how long it may take. */
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
  /** What the role of who makes, changes or uses the action needs, beside `modifyOutlets` of the outlets it moves. */
  readonly needs: (params: Params) => readonly PermissionFlag[];
  /** True when it shows every outlet: `viewOutlets` must list them all. */
  readonly showsOutlets?: (params: Params) => boolean;
  /** It changes something, so it is never done twice: not after a stop, nor when it may have arrived. */
  readonly switches: boolean;
  /** Tried again when the channel says that this is harmless and might help. */
  readonly retries: boolean;
  readonly fits: (model: PduModel) => boolean;
  /** Whom it goes to: actions to the same one run one after another. Empty: this PDU. */
  readonly target: (params: Params) => string;
  readonly moves?: (targets: SwitchTargetsService, params: Params) => Moves;
  /** What would be sent or done, in words or as the message itself. Contains no secret. */
  readonly message?: (tools: ActionTools, params: Params, occurrence: EventOccurrence) => string | object;
  /** What must be set before it can be done at all, as a sentence. */
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
