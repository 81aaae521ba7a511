import { partsOf, type AuditEntryEntity } from './audit-entry.entity.js';

type Facts = Readonly<Record<string, unknown>>;

/** An entry as a row of the table reads it. */
interface EntryFacts {
  readonly ok: boolean;
  /** The object by the name that it had: `Storage head 1`, `group “Servers”`, `the mail settings`. */
  readonly object: string;
  /** ` by admin`, ` in the reboot requested by admin`: who or what did it. */
  readonly by: string;
  readonly who: string;
  /** ` from 10.0.0.5`, or empty. */
  readonly from: string;
  readonly before: Facts;
  readonly after: Facts;
  readonly entry: AuditEntryEntity;
}

/** The words for an entry, without capital letter and full stop, so that it can also follow "because". */
type Clause = (facts: EntryFacts) => string;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** The beginning of a name; no name contains it. */
const NAME = '\u0001';
/** Words with a capital letter, unless they begin with a name, which stands as it was written. */
const capital = (words: string): string =>
  words.startsWith(NAME) ? words : words.charAt(0).toUpperCase() + words.slice(1);
const many = (value: unknown): string => (typeof value === 'number' ? String(value) : 'several');
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** "… was created by admin", or "… could not be created by admin (LIST_FULL)". */
const was =
  (participle: string): Clause =>
  ({ ok, object, by, entry }) => {
    if (!ok) return `${object} could not be ${participle}${by} (${entry.result})`;
    return `${object} ${PLURALS.has(entry.object.split(':')[0] ?? '') ? 'were' : 'was'} ${participle}${by}`;
  };

/** Objects that are spoken of in the plural: "the mail settings". */
const PLURALS = new Set(['settings']);

const PARTICIPLES: Readonly<Record<string, string>> = {
  ON: 'switched on',
  OFF: 'switched off',
  OPEN: 'opened',
  CLOSE: 'closed',
  REBOOT: 'rebooted',
};
const switched: Clause = (facts) => was(PARTICIPLES[text(facts.after['state'])] ?? 'switched')(facts);

/** So many changed members are named in a sentence; the entry has all of them. */
const MAX_MEMBERS = 3;
const MAX_VALUE = 60;

/** "a, b, c and 2 more" */
function firstOf(all: readonly string[]): string {
  const more = all.length - MAX_MEMBERS;
  return `${all.slice(0, MAX_MEMBERS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A value as a sentence shows it: “db-master”, 5, and of a list of texts its first entries, or none. */
function quoted(value: unknown): string {
  if (isTexts(value)) return value.length === 0 ? 'none' : firstOf(value.map(quoted));
  const shown = text(value);
  const short = shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE)}…` : shown;
  return typeof value === 'string' ? `“${short}”` : short;
}

/** The name of an object is a name, whatever its member is called. */
const memberWord = (member: string): string => (OBJECT_NAMES.test(member) ? 'name' : member);
const OBJECT_NAMES = /^(outlet|inlet|bank|group|sensor|relay)Name$/;

/** ": name from “a” to “b”, delay to 3 and 2 more". */
function changes(before: Facts, after: Facts): string {
  const names = Object.keys(after).filter((name) => name !== 'params' && name !== 'reason');
  if (names.length === 0) return '';
  const named = names.map((name) => {
    const [word, was, is] = [memberWord(name), before[name], after[name]];
    return was === undefined || was === null
      ? `${word} to ${quoted(is)}`
      : `${word} from ${quoted(was)} to ${quoted(is)}`;
  });
  return `: ${firstOf(named)}`;
}
const changed: Clause = (facts) => `${was('changed')(facts)}${changes(facts.before, facts.after)}`;

/** The states that a relay is measured in; other measurements are of the voltage behind it. */
const STATES = new Set(['ON', 'OFF', 'OPEN', 'CLOSE']);

/** By the last part of a kind, such as `create` in `group.create`; a kind of its own in the next table comes first. */
const OPERATIONS: Readonly<Record<string, Clause>> = {
  create: was('created'),
  change: changed,
  delete: was('deleted'),
  switch: switched,
  reboot: ({ object, by }) => `a reboot of ${object} was requested${by}`,
  turnOnCancelled: ({ object, by }) => `the pending turn-on of ${object} was cancelled${by}`,
  undo: (facts) => was('undone')({ ...facts, object: `the last switching of ${facts.object}` }),
  fault: ({ object, after, entry }) => {
    const asked = text(after['asked']);
    const measured = text(after['measured']);
    if (measured === '')
      return `${object} did not confirm the command ${asked}: nothing was measured (${entry.result})`;
    const found = STATES.has(measured) ? `it is measured as ${measured}` : `there is ${measured}`;
    return `${object} did not follow the command ${asked}: ${found} (${entry.result})`;
  },
};

const KINDS: Readonly<Record<string, Clause>> = {
  'alarm.acknowledge': ({ by, after, entry }) =>
    `the alarm ${alarmWords(entry, after)} was acknowledged${by}` +
    (after['note'] === undefined ? '' : ` with the note ${quoted(after['note'])}`),
  'alarm.unacknowledge': ({ by, after, entry }) =>
    `the acknowledgement of the alarm ${alarmWords(entry, after)} was taken back${by}`,
  'action.run': ({ ok, object, by, after, entry }) => {
    if (after['test'] === true) return `${object} was tested${by}${ok ? '' : ` and failed (${entry.result})`}`;
    if (ok) return `${object} was run${by}`;
    const detail = after['detail'] === undefined ? entry.result : text(after['detail']).replace(/\.$/, '');
    return `${object} was ${after['state'] === 'skipped' ? 'not run' : 'run without success'}${by}: ${detail}`;
  },
  'automation.limit': ({ after }) =>
    `events triggered too often: ${many(after['runsRefused'])} actions were not run and ` +
    `${many(after['occurrencesNotStored'])} triggers not recorded`,
  'automation.pause': ({ object, after }) =>
    `actions switched ${object} too often and leave it alone until ${text(after['until'])}`,
  'bank.breakerClosed': ({ object, after }) => `the breaker of ${object} was closed again${missedBy(after)}`,
  'bank.breakerTripped': ({ object, after }) => `the breaker of ${object} tripped${missedBy(after)}`,
  'certificate.renew': was('renewed'),
  'certificate.upload': was('replaced'),
  'config.apply': (facts) => {
    const members = new Set([...Object.keys(facts.before), ...Object.keys(facts.after)]).size;
    return `${was('imported')(facts)}${members === 0 ? '' : `, ${members} ${members === 1 ? 'change' : 'changes'}`}`;
  },
  'config.export': was('exported'),
  'controller.fault': ({ after, entry }) =>
    `the ${processOf(entry)} reported a fault: ${text(after['message']).replace(/\.$/, '')}`,
  'controller.recovered': ({ after, entry }) =>
    `a fault of the ${processOf(entry)} ended: ${text(after['message']).replace(/\.$/, '')}`,
  'device.start': ({ after }) => `the controller started with version ${text(after['version'])}`,
  'device.coldStart': () => 'the PDU had lost its mains and brings its outlets to their power-on states',
  'device.configReset': ({ by, entry }) => `the ${processOf(entry)} was reset to factory settings${by}`,
  'device.reboot': ({ by }) => `a restart of the controller was requested${by}`,
  'device.rebootAll': ({ by, after }) =>
    `a reboot of all ${count(after['outlets'])} outlets, one after another, was requested${by}`,
  'device.turnAllOn': ({ by, after }) =>
    `switching on all ${count(after['outlets'])} outlets, one after another, was requested${by}`,
  'device.undo': ({ by, after }) => `a switching of ${namesOf(after)} was undone${by}`,
  'energy.reset': was('reset'),
  'event.missed': ({ object, after }) => `${object} missed its time of ${text(after['due'])}`,
  'event.trigger': ({ object }) => `${object} triggered`,
  'firmware.install': ({ ok, by, after, entry }) =>
    ok
      ? `firmware ${text(after['version'])} was installed${by}`
      : `firmware could not be installed${by} (${entry.result})`,
  'firmware.rollBack': ({ before, after }) =>
    `firmware ${text(before['version'])} was rolled back to version ${text(after['version'])}`,
  'firmware.selfTest': ({ after }) => `firmware ${text(after['version'])} passed its self-test`,
  'group.switch': (facts) =>
    `${switched(facts)}${Array.isArray(facts.after['outlets']) ? ` (${count(facts.after['outlets'])} outlets)` : ''}`,
  'group.undo': ({ object, by, after }) => `the last switching of ${object} was undone${by} (${namesOf(after)})`,
  'history.resetExtremes': ({ object, by }) => `the lowest and highest readings of ${object} were reset${by}`,
  'host.network': ({ ok, entry }) =>
    `the network settings of the host ${ok ? 'were applied' : `could not be applied (${entry.result})`}`,
  'inlet.mainsBack': ({ object, after }) => `the mains of ${object} came back${missedBy(after)}`,
  'inlet.mainsLost': ({ object, after }) => `the mains of ${object} were lost${missedBy(after)}`,
  'inlet.transfer': ({ object, after }) => `the transfer switch took ${object} as its source${missedBy(after)}`,
  'mqtt.drop': ({ after }) => `${many(after['count'])} commands by MQTT were dropped, as they came too fast`,
  'mqtt.refuse': ({ by }) => `a command by MQTT was refused${by}`,
  'nut.clearFsd': ({ by }) => `the forced shutdown of all UPS clients was cleared${by}`,
  'nut.setFsd': ({ by }) => `the forced shutdown of all UPS clients was set${by}`,
  'outlet.reachability': ({ object, after, before }) => {
    const reachable = after['reachable'] ?? before['reachable'];
    if (after['reachable'] === undefined && reachable === undefined)
      return `the device on ${object} changed its reachability`;
    return `the device on ${object} ${after['reachable'] === true ? 'answers again' : 'does not answer any more'}`;
  },
  'pdu.accept': was('accepted'),
  'pdu.command': ({ object, by, after }) =>
    `${object} was sent the command ${text(after['command'])} for ${outletOf(after)}${by}`,
  'pdu.commandEnd': ({ object, after }) =>
    `${object} answered the command ${text(after['command'])} for ${outletOf(after)}: ` +
    text(after['outcome']) +
    (after['code'] === null ? '' : ` (${text(after['code'])})`),
  'pdu.enrol': ({ object, who, from, after }) =>
    `${object} enrolled${from} with the ${who}${after['state'] === 'pending' ? ' and waits to be accepted' : ''}`,
  'pdu.revoke': was('revoked'),
  'peer.forget': ({ object, by }) => `the stored certificate of ${object} was removed${by}`,
  'peer.pin': ({ object, by }) => `the certificate of ${object} was stored${by}`,
  'sensor.connected': ({ object, after }) => `${object} was connected${missedBy(after)}`,
  'sensor.disconnected': ({ object, after }) => `${object} was disconnected${missedBy(after)}`,
  'session.end': ({ object }) => `a session of ${object} ended`,
  'session.expire': ({ object }) => `a session of ${object} expired`,
  'session.signIn': ({ who, from }) => `${who} signed in${from}`,
  'session.signInFailed': ({ who, from, after }) =>
    after['furtherFailures'] === undefined
      ? `a sign-in as “${who}”${from} failed`
      : `${many(after['furtherFailures'])} further sign-ins as “${who}”${from} failed`,
  'session.signInRefused': ({ after }) => `${many(after['refused'])} sign-ins were refused after too many failed ones`,
  'session.signOut': ({ object, by }) => `a session of ${object} was ended${by}`,
  'simulator.change': was('changed'),
  'syslog.dropped': ({ after }) => `${many(after['count'])} messages to the syslog server were dropped`,
  'webhook.rotate': ({ object, by }) => `a new secret of ${object} was made${by}`,
  'webhook.switchOff': ({ object, after }) => `${object} was switched off: ${text(after['detail']).replace(/\.$/, '')}`,
  'user.lock': ({ object }) => `${object} was locked after too many failed sign-ins`,
  'user.password': ({ object, by }) => `the password of ${object} was changed${by}`,
  'user.passwordReset': ({ object, by }) => `the password of ${object} was reset${by}`,
  'user.sshKey': ({ object, by }) => `an SSH key was added to ${object}${by}`,
  'user.sshKeyDelete': ({ object, by }) => `an SSH key of ${object} was deleted${by}`,
  'user.token': ({ object, by }) => `an access token of ${object} was created${by}`,
  'user.tokenRevoke': ({ object, by }) => `the access token of ${object} was revoked${by}`,
};

/** The outlet of another PDU: `outlet “db-master”`, or `outlet 1-70` if its name was not known. */
const outletOf = ({ outlet, outletName }: Facts): string =>
  `outlet ${outletName === undefined ? text(outlet) : quoted(outletName)}`;

/** `of event “Tripped” at Bank 1`. */
function alarmWords({ object, name, about, aboutName }: AuditEntryEntity, after: Facts): string {
  const condition = CONDITIONS[text(after['alarm'])];
  if (condition !== undefined) return `of ${condition} ${objectWords(object, name)}`;
  return `of ${objectWords(object, name)} at ${about === null ? text(after['about']) : objectWords(about, aboutName)}`;
}

/** The alarms that have no event. */
const CONDITIONS: Readonly<Record<string, string>> = {
  breakerTripped: 'the tripped breaker of',
  inletLost: 'the lost mains of',
  relayFault: 'the failed relay of',
  noPower: 'the missing power of',
  overload: 'the overload of',
  highLoad: 'the high load of',
};

/** "Hypervisor 1, Hypervisor 2, Storage and 2 more", of the outlets that an undo has put back. */
function namesOf({ names }: Facts): string {
  const all = Array.isArray(names) ? names.map(text) : [];
  return all.length === 0 ? 'several outlets' : firstOf(all);
}

/** The kinds with a sentence of their own, and the ends of kinds that share one. */
export const DESCRIBED_KINDS: readonly string[] = Object.keys(KINDS);
export const DESCRIBED_OPERATIONS: readonly string[] = Object.keys(OPERATIONS);

/** The process that an entry is about: a hub names itself. */
const processOf = ({ name }: AuditEntryEntity): string => name ?? 'controller';

function missedBy(after: Facts): string {
  return after['whileStopped'] === true ? ' while the controller was not running' : '';
}

const PROTOCOLS: Readonly<Record<string, string>> = {
  snmp: 'SNMP',
  ssh: 'SSH',
  nut: 'NUT',
  modbus: 'Modbus',
  mqtt: 'MQTT',
};

/** An object by its name alone. */
const named =
  (kind: string) =>
  (name: string | undefined, id: string): string =>
    name === undefined ? `${kind} ${id}` : NAME + name;

/** An object by its name, or its id where it had none. */
const OBJECTS: Readonly<Record<string, (name: string | undefined, id: string) => string>> = {
  outlet: named('outlet'),
  relayOutput: named('relay output'),
  bank: named('bank'),
  line: named('line'),
  inlet: named('inlet'),
  sensor: named('sensor'),
  hubRelay: (_, id) => `relay ${id} of the I/O hub`,
  vdcOutput: (_, id) => `the DC supply of I/O hub ${id}`,
  group: (name, id) => `group ${name === undefined ? id : `“${name}”`}`,
  webhook: (name, id) => `webhook ${name === undefined ? id : `“${name}”`}`,
  redfishSubscription: (name, id) => `Redfish subscription ${id}${name === undefined ? '' : ` of ${name}`}`,
  event: (name, id) => `event ${name === undefined ? id : `“${name}”`}`,
  action: (name, id) => `action ${name === undefined ? id : `“${name}”`}`,
  user: (name, id) => `user ${name === undefined ? id : `“${name}”`}`,
  role: (name, id) => `role ${name === undefined ? id : `“${name}”`}`,
  peer: (_, id) => `PDU ${id}`,
  pdu: named('PDU'),
  enrolment: (name, id) => `enrolment token ${name === undefined ? id : `“${name}”`}`,
  settings: (_, id) => `the ${PROTOCOLS[id] ?? id} settings`,
  certificate: (_, id) => (id === 'custom' ? 'the uploaded certificate' : 'the self-signed certificate'),
  config: (_, id) => (id === '' ? 'the configuration' : `the configuration of ${id}`),
  energy: (name, id) => (id === 'all' ? 'the energy counters' : `the energy counter of ${name ?? id}`),
  simulator: () => 'the simulated PDU',
  device: (name) => `the ${name ?? 'PDU'}`,
};

export const DESCRIBED_OBJECTS: readonly string[] = Object.keys(OBJECTS);

function objectWords(object: string, name: string | null): string {
  const [kind, id] = partsOf(object);
  return OBJECTS[kind]?.(name ?? undefined, id) ?? name ?? object;
}

/** The origins that a reader may not see. */
export interface Discretion {
  readonly hidesUsers?: boolean;
  readonly hidesEvents?: boolean;
}

/** The user or event that acted: "admin", "admin over SSH", "event “Bank 1 nearly full”". */
function actor({ via, who }: AuditEntryEntity, { hidesUsers, hidesEvents }: Discretion): string {
  if (via === 'action') return hidesEvents ? 'an event' : `event “${who}”`;
  if (via === 'schedule') return 'a schedule';
  if (via === 'system') return 'the controller';
  if (via === 'fleet') return `${hidesUsers ? 'a user' : who} through the hub`;
  if (via === 'coldStart') return 'the power-up after a loss of mains';
  const protocol = PROTOCOLS[via];
  return `${hidesUsers ? 'a user' : who}${protocol === undefined ? '' : ` over ${protocol}`}`;
}

/** ` by …`: of a step of a power cycle or sequence, the command that it belongs to. */
function by(entry: AuditEntryEntity, cause: AuditEntryEntity | undefined, discretion: Discretion): string {
  if (entry.via === 'system') return '';
  const request = cause && ` requested by ${actor(cause, discretion)}`;
  if (cause?.kind.endsWith('.reboot') && entry.via === 'powerCycle') return ` in the reboot${request ?? ''}`;
  if (cause?.kind === 'group.switch') {
    return ` with ${objectWords(cause.object, cause.name)}, requested by ${actor(cause, discretion)}`;
  }
  if (cause && ['device.turnAllOn', 'device.rebootAll'].includes(cause.kind)) return ` in the sequence${request ?? ''}`;
  if (cause?.kind.endsWith('.undo')) return ` in the undo${request ?? ''}`;
  if (entry.via === 'powerCycle') {
    // Whoever asked for it may be a user or an event.
    const { hidesUsers, hidesEvents } = discretion;
    return ` in a reboot or sequence${hidesUsers || hidesEvents ? '' : ` requested by ${entry.who}`}`;
  }
  return ` by ${actor(entry, discretion)}`;
}

const membersOf = (json: string | null): Facts => (json === null ? {} : (JSON.parse(json) as Facts));

function clauseOf(entry: AuditEntryEntity, cause: AuditEntryEntity | undefined, discretion: Discretion): string {
  const { kind, object, name, who, address, before, after, result } = entry;
  const facts: EntryFacts = {
    ok: result === 'ok',
    object: objectWords(object, name),
    by: by(entry, cause, discretion),
    who: discretion.hidesUsers ? 'a user' : NAME + who,
    from: address === null || discretion.hidesUsers ? '' : ` from ${address}`,
    before: membersOf(before),
    after: membersOf(after),
    entry,
  };
  const clause = KINDS[kind] ?? OPERATIONS[kind.slice(kind.indexOf('.') + 1)];
  return clause?.(facts) ?? `${kind} of ${facts.object}${facts.by}${facts.ok ? '' : ` (${result})`}`;
}

/** The condition that an event saw: "Bank 1 was above 16 A for 10 s (17.2 A)". */
function condition(trigger: AuditEntryEntity): string | undefined {
  const { reading, heldSeconds, condition: code, about } = membersOf(trigger.after);
  const object = trigger.about === null ? text(about) : objectWords(trigger.about, trigger.aboutName);
  const held = typeof heldSeconds === 'number' && heldSeconds > 0 ? ` for ${heldSeconds} s` : '';
  if (typeof reading === 'object' && reading !== null) {
    const { label, value, unit, limit } = reading as Facts;
    const [measured, bound] = [Number(value), Number(limit)];
    const side = measured > bound ? 'above' : measured < bound ? 'below' : 'at';
    const what = unit === 'A' ? object : `the ${text(label)} of ${object}`;
    const inUnit = (number: number) => `${number}${unit === '' || unit === undefined ? '' : ` ${text(unit)}`}`;
    return `${what} was ${side} ${inUnit(bound)}${held} (${inUnit(measured)})`;
  }
  if (typeof code !== 'string') return undefined;
  return trigger.about === null ? `of “${code}”` : `of “${code}” at ${object}${held}`;
}

/** Kinds that say what led to them, if it is not in who did it already. */
const SAY_WHY = new Set(['event.trigger', 'device.start']);

/** The entry that another follows from; undefined where there is none, or the reader may not see it. */
export type CauseOf = (entry: AuditEntryEntity) => AuditEntryEntity | undefined;

/** ", because …" of an entry; empty where nothing is known. */
function because(entry: AuditEntryEntity, causeOf: CauseOf, discretion: Discretion): string {
  const cause = causeOf(entry);
  if (entry.kind === 'event.trigger') return reason(triggerReason(entry, causeOf, discretion));
  if (cause?.kind === 'event.trigger') return reason(triggerReason(cause, causeOf, discretion));
  if (cause && SAY_WHY.has(entry.kind)) return reason(clauseOf(cause, causeOf(cause), discretion));
  return '';
}

/** A measurement says most; then the fact that is recorded of its own; then the name of the event code. */
function triggerReason(trigger: AuditEntryEntity, causeOf: CauseOf, discretion: Discretion): string | undefined {
  const seen = condition(trigger);
  const cause = causeOf(trigger);
  if (cause && !seen?.includes(' was ')) return clauseOf(cause, causeOf(cause), discretion);
  return seen;
}

const reason = (words: string | undefined): string => (words === undefined ? '' : `, because ${words}`);

/**
 * An entry as a complete English sentence: "Storage head 1 was switched off by event “Bank 1 nearly full”, because Bank 1
 * was above 16 A for 10 s (17.2 A)." Names are those of the time of the entry, and stand as they were written.
 */
export function sentenceOf(entry: AuditEntryEntity, causeOf: CauseOf, discretion: Discretion = {}): string {
  const clause = clauseOf(entry, causeOf(entry), discretion);
  const given = membersOf(entry.after)['reason'];
  const said =
    SAID_WHY.has(entry.via) && typeof given === 'string' ? ` Reason: ${given}${given.endsWith('.') ? '' : '.'}` : '';
  return `${capital(clause)}${because(entry, causeOf, discretion)}.${said}`.replaceAll(NAME, '');
}

/** Whoever commands by one of these may give a reason. */
export const SAID_WHY: ReadonlySet<string> = new Set(['session', 'token', 'basic', 'ssh', 'snmp']);
