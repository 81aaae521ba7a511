import { isolating } from './direction.js';

type Facts = Readonly<Record<string, unknown>>;

/** @param after the members of the log entry after the change */
type Sentence = (ok: boolean, who: string, object: string, after: Facts) => string;

/** The past tense of an operation that succeeded; "tried to" and the infinitive of one that failed. */
const did = (ok: boolean, past: string, infinitive: string): string => (ok ? past : `tried to ${infinitive}`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const switched: Sentence = (ok, who, object, { state }) => {
  if (state === 'ON' || state === 'OFF') return `${who} ${did(ok, 'turned', 'turn')} ${object} ${state.toLowerCase()}.`;
  if (state === 'OPEN') return `${who} ${did(ok, 'opened', 'open')} ${object}.`;
  if (state === 'CLOSE') return `${who} ${did(ok, 'closed', 'close')} ${object}.`;
  return `${who} ${did(ok, 'rebooted', 'reboot')} ${object}.`;
};

/** Sentences for the last part of a kind, such as `create` in `group.create`. */
const operations: Readonly<Record<string, Sentence>> = {
  create: (ok, who, object) => `${who} ${did(ok, 'created', 'create')} ${object}.`,
  change: (ok, who, object) => `${who} ${did(ok, 'changed', 'change')} ${object}.`,
  delete: (ok, who, object) => `${who} ${did(ok, 'deleted', 'delete')} ${object}.`,
  switch: switched,
  reboot: (ok, who, object) => `${who} ${did(ok, 'rebooted', 'reboot')} ${object}.`,
  turnOnCancelled: (_, who, object) => `${who} cancelled the pending turn-on of ${object}.`,
  fault: (_ok, _who, object, { asked }) => `${capital(object)} did not follow the command ${text(asked)}.`,
};

/** Sentences for kinds that need their own. */
const kinds: Readonly<Record<string, Sentence>> = {
  'action.run': (ok, who, object, { test }) =>
    test === true ? `${who} ${did(ok, 'tested', 'test')} ${object}.` : `${who} ${did(ok, 'ran', 'run')} ${object}.`,
  'automation.limit': () => 'Events triggered too often, so some of their actions did not run.',
  'automation.pause': (_ok, _who, object) =>
    `${capital(object)} was switched too often, so actions do not switch it for a while.`,
  'certificate.renew': (ok, who, object) => `${who} ${did(ok, 'renewed', 'renew')} ${object}.`,
  'certificate.upload': (ok, who) => `${who} ${did(ok, 'uploaded', 'upload')} a certificate.`,
  'config.apply': (ok, who, object) => `${who} ${did(ok, 'imported', 'import')} ${object}.`,
  'config.export': (ok, who, object) => `${who} ${did(ok, 'exported', 'export')} ${object}.`,
  'controller.fault': (_ok, _who, _object, { message }) => `Controller fault: ${text(message)}`,
  'controller.recovered': (_ok, _who, _object, { message }) => `Controller fault resolved: ${text(message)}`,
  'device.coldStart': () => 'Power was restored. The outlets take their power-on states.',
  'device.configReset': (ok, who) => `${who} ${did(ok, 'reset', 'reset')} the controller to factory settings.`,
  'device.reboot': (ok, who) => `${who} ${did(ok, 'restarted', 'restart')} the controller.`,
  'device.rebootAll': (ok, who) => `${who} ${did(ok, 'rebooted', 'reboot')} all outlets, one after another.`,
  'device.turnAllOn': (ok, who) => `${who} ${did(ok, 'turned', 'turn')} all outlets on, one after another.`,
  'energy.reset': (ok, who, object) => `${who} ${did(ok, 'reset', 'reset')} ${object}.`,
  'event.missed': (_ok, _who, object) => `${capital(object)} missed its scheduled time.`,
  'event.trigger': (_ok, _who, object) => `${capital(object)} triggered.`,
  'firmware.install': (ok, who, _object, { version }) =>
    `${who} ${did(ok, 'installed', 'install')} firmware ${text(version)}`.trim() + '.',
  'firmware.rollBack': (_ok, _who, _object, { version }) => `The firmware was rolled back to version ${text(version)}.`,
  'firmware.selfTest': () => 'The firmware ran its self-test.',
  'history.resetExtremes': (ok, who, object) =>
    `${who} ${did(ok, 'reset', 'reset')} the minimum and maximum of ${object}.`,
  'host.network': (ok) => `The controller ${did(ok, 'applied', 'apply')} the network settings of the host.`,
  'nut.setFsd': (_ok, who) => `${who} set FSD: every upsmon of this PDU shuts its host down.`,
  'nut.clearFsd': (ok, who) => `${who} ${did(ok, 'cleared', 'clear')} FSD.`,
  'outlet.reachability': (_ok, _who, object, { reachable }) =>
    `The device behind ${object} ${reachable === true ? 'answers pings again' : 'does not answer pings any more'}.`,
  'peer.forget': (ok, who, object) => `${who} ${did(ok, 'removed', 'remove')} the stored certificate of ${object}.`,
  'peer.pin': (ok, who, object) => `${who} ${did(ok, 'stored', 'store')} the certificate of ${object}.`,
  'session.end': (_ok, _who, object) => `A session of ${object} ended.`,
  'session.expire': (_ok, _who, object) => `A session of ${object} expired.`,
  'session.signIn': (_ok, who) => `${who} signed in.`,
  'session.signInFailed': (_ok, who) => `${who} failed to sign in.`,
  'session.signInRefused': () => 'Sign-ins were refused after too many failed attempts.',
  'session.signOut': (ok, who, object) => `${who} ${did(ok, 'ended', 'end')} a session of ${object}.`,
  'user.lock': (_ok, _who, object) => `${capital(object)} was locked after too many failed sign-ins.`,
  'user.password': (ok, who, object) => `${who} ${did(ok, 'changed', 'change')} the password of ${object}.`,
  'user.passwordReset': (ok, who, object) => `${who} ${did(ok, 'reset', 'reset')} the password of ${object}.`,
  'user.sshKey': (ok, who, object) => `${who} ${did(ok, 'added', 'add')} an SSH key of ${object}.`,
  'user.sshKeyDelete': (ok, who, object) => `${who} ${did(ok, 'deleted', 'delete')} an SSH key of ${object}.`,
  'user.token': (ok, who, object) => `${who} ${did(ok, 'created', 'create')} an access token of ${object}.`,
  'user.tokenRevoke': (ok, who, object) => `${who} ${did(ok, 'revoked', 'revoke')} the access token of ${object}.`,
};

const named =
  (kind: string) =>
  (name: string): string =>
    `${kind} “${name}”`;

const protocols: Readonly<Record<string, string>> = { snmp: 'SNMP', ssh: 'SSH', nut: 'NUT', modbus: 'Modbus' };

const vias: Readonly<Record<string, string>> = {
  session: 'Session',
  token: 'Access token',
  basic: 'HTTP Basic',
  ...protocols,
  action: 'Action',
  schedule: 'Schedule',
  coldStart: 'Power-up',
  powerCycle: 'Reboot or sequence',
  system: 'Controller',
};

/** The subject of a sentence, by the `via` of the entry; for any other it is the user. */
const subjects: Readonly<Record<string, (who: string) => string>> = {
  action: (who: string): string => `Event “${who}”`,
  schedule: (): string => 'The schedule',
  coldStart: (): string => 'The power-up sequence',
  powerCycle: (who: string): string => `A reboot or sequence of ${who}`,
  system: (): string => 'The controller',
};

/** The object of a sentence, by its kind; the argument is its name or id. */
const objects: Readonly<Record<string, (name: string) => string>> = {
  outlet: named('outlet'),
  relayOutput: named('relay output'),
  bank: named('bank'),
  line: named('line'),
  inlet: named('inlet'),
  sensor: named('sensor'),
  group: named('group'),
  event: named('event'),
  action: named('action'),
  user: named('user'),
  role: named('role'),
  peer: named('PDU'),
  settings: (group: string): string => `the ${protocols[group] ?? group} settings`,
  certificate: (source: string): string =>
    source === 'custom' ? 'the uploaded certificate' : 'the self-signed certificate',
  config: (section: string): string => (section === '' ? 'the configuration' : `the configuration of ${section}`),
  energy: (name: string): string => (name === 'all' ? 'all energy counters' : `the energy counter of “${name}”`),
  simulator: (): string => 'the simulated PDU',
};

/** The texts of the activity log. They are not part of `en`, so that only its page loads them. */
export const logTexts = isolating({
  time: 'Time',
  activity: 'Activity',
  via: 'Via',
  address: 'From',
  result: 'Result',
  filter: 'Filter',
  anyKind: 'All activity',
  filters: {
    outlet: 'Outlets',
    group: 'Groups',
    relayOutput: 'Relay outputs',
    bank: 'Banks',
    inlet: 'Inlets',
    sensor: 'Sensors',
    event: 'Events',
    action: 'Actions',
    user: 'Users',
    role: 'Roles',
    session: 'Sessions',
    settings: 'Settings',
    certificate: 'Certificates',
    config: 'Configuration',
    device: 'Device',
    firmware: 'Firmware',
    controller: 'Controller faults',
  },
  older: 'Show older',
  refresh: 'Refresh',
  empty: 'No activity.',
  details: 'Details',
  reason: (reason: string): string => `Reason: ${reason}`,
  ok: 'OK',
  failed: 'Failed',
  vias,
  subjects,
  objects,
  kinds,
  operations,
});
