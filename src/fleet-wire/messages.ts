import {
  NAME,
  listOf,
  oneOf as oneOfAnyCase,
  orNothing,
  text,
  textThat,
  wholeNumber,
  number,
  type ValueKind,
} from '../common/values.js';
import type { Json } from './canonical-json.js';
import { decodeJson, encodeJson, exact, objectOf, optional, parsed } from './members.js';
import { SWITCH_STATES } from './minute.js';
import { isPduId, type DownKind, type UpKind } from './topics.js';

const COUNT = exact(wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }));
/** Milliseconds, since 1970 or since the start of the controller. */
const MILLIS = COUNT;
const AMOUNT = exact(number({ min: -1e15, max: 1e15 }));
const FLAG = exact(oneBoolean());
/** An object of a PDU, such as an outlet or a bank, by its id at that PDU. */
const OBJECT = exact(text({ max: 64 }));
const CODE = exact(text({ max: 64 }));
/** The first half of a SHA-256, in hexadecimal digits. */
const HASH = textThat((given) => /^[0-9a-f]{32}$/.test(given), '32 hexadecimal digits');
const ID = textThat(isPduId, 'an id in the form of a UUID');
const SIGNATURE = textThat((given) => given.length <= 128, 'a signature');
/** The severities of events, from the least to the worst. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * The ends of a command. `refused` and `failed` have a code, that of the error at the PDU. `unknown`: the PDU may have
 * carried it out and forgotten it since.
 */
export const OUTCOMES = ['done', 'failed', 'refused', 'expired', 'interrupted', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The commands to an outlet. */
export const SWITCH_COMMANDS = ['ON', 'OFF', 'REBOOT'] as const;

/** The most entries of a list in one message. */
const MANY = { max: 512 } as const;
const ids = listOf('a list of ids', ID, MANY);

/** The messages of a controller in JSON; minutes, ticks and replies are binary. */
const UP = {
  hello: objectOf({
    /** Rises with each start of the controller. */
    run: COUNT,
    release: exact(text({ max: 64 })),
    serial: exact(text({ max: 64 })),
    model: exact(text({ max: 64 })),
    name: exact(NAME),
    /** The hash of the list of parts and series; the hub asks for it by a query when it does not know this one. */
    profile: HASH,
    config: HASH,
    /** The controller's uptime when it asked for the time, ms. */
    asked: MILLIS,
    /** The number of its newest event; 0 without one. */
    event: COUNT,
    /** The number of the newest event that the hub has confirmed. Absent where it is not known, or of an earlier release. */
    stored: optional(COUNT),
    /** The oldest and the newest minute of its history, counted from 1970. */
    oldest: orNothing(COUNT),
    newest: orNothing(COUNT),
  }),
  gone: objectOf({ run: COUNT }),
  state: objectOf({
    run: COUNT,
    /** Rises with each message of states of this run: an older one that comes later is not applied. */
    number: COUNT,
    changes: listOf('a list of states', objectOf({ object: OBJECT, state: oneOf(...SWITCH_STATES) }), MANY),
  }),
  event: objectOf({
    run: COUNT,
    /** Rises with each event of the controller, over all runs. */
    number: COUNT,
    /** The number of the event that waits before it, 0 for the oldest. Absent where the controller is of an earlier release. */
    after: optional(COUNT),
    /** On the hub's clock, ms. */
    at: MILLIS,
    code: CODE,
    /** The id of the user's event that has triggered or ended: several may watch one object. Absent for all others. */
    event: optional(COUNT),
    /** True: the hub may have it as open already, and then has it with this number from now on. */
    again: optional(FLAG),
    /** Events up to this number that are open at the hub have ended: all that lasts has come again since. */
    closes: optional(COUNT),
    object: OBJECT,
    text: exact(text({ max: 500 })),
    value: orNothing(AMOUNT),
    limit: orNothing(AMOUNT),
    severity: oneOf(...SEVERITIES),
    raised: FLAG,
  }),
  answer: objectOf({
    /** The id of the command. */
    id: ID,
    outcome: oneOf(...OUTCOMES),
    code: orNothing(CODE),
    /** The state that the relay had afterwards, as measured. */
    measured: orNothing(oneOf(...SWITCH_STATES)),
  }),
} satisfies Partial<Record<UpKind, ValueKind<object>>>;

/** A command to switch. */
const COMMAND = objectOf({
  pdu: ID,
  id: ID,
  /** The order in which the hub has accepted its commands. */
  number: COUNT,
  target: OBJECT,
  command: oneOf(...SWITCH_COMMANDS),
  /** On the hub's clock, ms. */
  until: MILLIS,
  who: exact(NAME),
  sig: SIGNATURE,
});

/** The messages of a hub. Those with `sig` are obeyed only with the signature of the hub; see `signature.ts`. */
const DOWN = {
  /** Signed, because whoever could set the clock of a controller could make it carry out a command late. */
  now: objectOf({
    pdu: ID,
    /** As in the hello that it answers. */
    run: COUNT,
    asked: MILLIS,
    /** The hub's clock, ms since 1970. */
    clock: MILLIS,
    sig: SIGNATURE,
  }),
  command: COMMAND,
  /** A command whose time is over: it must not begin any more. */
  close: COMMAND,
  lease: objectOf({
    pdu: ID,
    /** The time for which readings are sent each second. */
    seconds: exact(wholeNumber({ min: 1, max: 60 })),
    until: MILLIS,
    sig: SIGNATURE,
  }),
  key: objectOf({}),
  query: objectOf({
    id: ID,
    kind: oneOf('profile', 'minutes'),
    /** Minutes counted from 1970, for `minutes`: from the first to the one before the second. */
    from: optional(COUNT),
    to: optional(COUNT),
  }),
  desired: objectOf({ pdu: ID, document: orNothing(HASH), release: orNothing(HASH), until: MILLIS, sig: SIGNATURE }),
  stored: objectOf({
    /** Events up to this number are stored. */
    events: optional(COUNT),
    /** The newest event of the PDU that the hub has, 0 without one, where that is not the one that its hello names. */
    newest: optional(COUNT),
    /** The commands whose outcomes are stored. */
    outcomes: optional(ids),
  }),
} satisfies Record<DownKind, ValueKind<object>>;

type Value<K> = K extends ValueKind<infer T> ? T : never;
export type JsonUpKind = keyof typeof UP;
export type UpMessage<K extends JsonUpKind> = Value<(typeof UP)[K]>;
export type DownMessage<K extends DownKind> = Value<(typeof DOWN)[K]>;

export const encodeUp = <K extends JsonUpKind>(_kind: K, message: UpMessage<K>): Buffer => encodeJson(message);
export const encodeDown = <K extends DownKind>(_kind: K, message: DownMessage<K>): Buffer => encodeJson(message);

/** Throws `WireError` for bytes that are no such message. */
export const decodeUp = <K extends JsonUpKind>(kind: K, bytes: Uint8Array): UpMessage<K> =>
  parsed(UP[kind] as ValueKind<UpMessage<K>>, decodeJson(bytes));

/**
 * The message, and all of what was sent: the signature covers members of a later release too. Throws `WireError` for
 * bytes that are no such message.
 */
export function decodeDown<K extends DownKind>(
  kind: K,
  bytes: Uint8Array,
): { readonly message: DownMessage<K>; readonly sent: Readonly<Record<string, Json>> } {
  const sent = decodeJson(bytes);
  return { message: parsed(DOWN[kind] as ValueKind<DownMessage<K>>, sent), sent };
}

/** One of these words, as it is written here. */
function oneOf<Word extends string>(...words: readonly Word[]): ValueKind<Word> {
  return exact(oneOfAnyCase(...words));
}

function oneBoolean(): ValueKind<boolean> {
  return (given) => (typeof given === 'boolean' ? { value: given } : { wrong: 'true or false' });
}
