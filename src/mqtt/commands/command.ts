import { parseTime } from '../../common/dto-decorators.js';
import { bodyObject, parseBody, type JsonObject } from '../../common/body.js';
import type { Millis } from '../../common/clock.js';
import { ApiError, type ErrorDetail } from '../../common/errors.js';
import { FLAG, kindOf, oneOf, text, type ValueKind } from '../../common/values.js';
import type { CommandTopic } from '../topics.js';

/** Longest payload of a topic of one object, bytes. */
const MAX_WORD = 16;
/** Longest command in JSON, bytes. */
const MAX_JSON = 4096;

export type CommandedState = 'ON' | 'OFF' | 'REBOOT';
export type TargetKind = 'outlet' | 'group' | 'relay';

/** A command as it was sent. */
export interface MqttCommand {
  readonly kind: TargetKind;
  /** Id or index of the object. */
  readonly target: string;
  readonly state: CommandedState;
}

/** A command in JSON. */
export interface JsonCommand extends MqttCommand {
  readonly id: string;
  /** The time at which it was sent, wall clock. */
  readonly at: Millis | undefined;
  readonly confirm: boolean;
  readonly reason: string | undefined;
}

const STATES: Readonly<Record<TargetKind, ValueKind<CommandedState>>> = {
  outlet: oneOf('ON', 'OFF', 'REBOOT'),
  group: oneOf('ON', 'OFF', 'REBOOT'),
  relay: oneOf('ON', 'OFF'),
};

/** The command of the topic of an object, whose payload is one word. Throws COMMAND_MALFORMED. */
export function wordCommand({ kind, id }: CommandTopic & { readonly kind: TargetKind }, payload: Buffer): MqttCommand {
  const word = payload.length > MAX_WORD ? undefined : payload.toString('latin1').trim();
  const read = STATES[kind](word);
  if ('wrong' in read) throw new ApiError('COMMAND_MALFORMED', `the payload must be ${read.wrong}`);
  return { kind, target: id, state: read.value };
}

const MEMBER_OF: readonly TargetKind[] = ['outlet', 'group', 'relay'];
const ID = text({ min: 1, max: 64 });
const REASON = text({ min: 0, max: 200 });
/** The id or index of an object, also as a number. */
const TARGET = kindOf('an id or an index', (given) => {
  const id = typeof given === 'number' ? String(given) : given;
  return typeof id === 'string' && id.length >= 1 && id.length <= 64 ? id : undefined;
});
const TIME = kindOf('a time in ISO 8601', (given) =>
  typeof given === 'string' || typeof given === 'number' ? parseTime(String(given)) : undefined,
);

/** The id of a payload that may be no command, for the answer to it. */
export function idIn(payload: Buffer): string | undefined {
  try {
    const read = ID(jsonIn(payload)['id']);
    return 'value' in read ? read.value : undefined;
  } catch {
    return undefined;
  }
}

/** The command in a payload of JSON. Throws COMMAND_MALFORMED, an error of a body, or VALIDATION_FAILED with each member. */
export function jsonCommand(payload: Buffer): JsonCommand {
  const given = jsonIn(payload);
  const details: ErrorDetail[] = [];
  const read = <T>(field: string, kind: ValueKind<T>): T | undefined => {
    const found = kind(given[field]);
    if ('value' in found) return found.value;
    details.push({ field, message: `${field} must be ${found.wrong}.` });
    return undefined;
  };
  const optional = <T>(field: string, kind: ValueKind<T>): T | undefined =>
    given[field] === undefined ? undefined : read(field, kind);
  const named = MEMBER_OF.filter((member) => given[member] !== undefined);
  const [kind = 'outlet'] = named;
  if (named.length !== 1) {
    details.push({ field: 'outlet', message: 'Name one of outlet, group and relay, and one only.' });
  }
  const command = {
    id: read('id', ID) ?? '',
    kind,
    target: named.length === 1 ? (read(kind, TARGET) ?? '') : '',
    state: read('state', STATES[kind]) ?? 'ON',
    confirm: optional('confirm', FLAG) ?? false,
    at: optional('at', TIME),
    reason: optional('reason', REASON),
  };
  if (details.length > 0) throw ApiError.validation(details);
  return command;
}

function jsonIn(payload: Buffer): JsonObject {
  if (payload.length > MAX_JSON) throw new ApiError('COMMAND_MALFORMED', `it has more than ${MAX_JSON} bytes`);
  return bodyObject(parseBody(payload));
}

/** A command is late after this time, which a message may need in a slow network. */
const MAX_AGE: Millis = 30_000;
/** Clocks differ by less. */
const MAX_AHEAD: Millis = 5000;

/** Throws COMMAND_STALE or COMMAND_WITHOUT_TIME. */
export function assertInTime(at: Millis | undefined, now: Millis, isTimeRequired: boolean): void {
  if (at === undefined) {
    if (isTimeRequired) throw new ApiError('COMMAND_WITHOUT_TIME').at('at');
    return;
  }
  const age = now - at;
  if (age > MAX_AGE) throw new ApiError('COMMAND_STALE', `${Math.round(age / 1000)} seconds ago`).at('at');
  if (-age > MAX_AHEAD)
    throw new ApiError('COMMAND_STALE', `${Math.round(-age / 1000)} seconds in the future`).at('at');
}
