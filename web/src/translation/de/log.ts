import { isolated } from '../../language/direction.js';
import { SAID_WHY } from '../said-why.js';
import { memberName } from './members.js';

type Facts = Readonly<Record<string, unknown>>;

/** An object and the name that it had at the time of the entry. */
interface Named {
  readonly id: string;
  readonly name?: string;
}

/** An entry of the log or of the timeline. */
export interface LogEntry {
  readonly id: number;
  readonly time: string;
  readonly kind: string;
  readonly object: Named;
  /** Absent in the log, and for an entry that speaks of one object only. */
  readonly about?: Named | undefined;
  readonly via: string;
  /** Absent where the user may not know it. */
  readonly who?: string | undefined;
  readonly address?: string | undefined;
  readonly before: Facts;
  readonly after: Facts;
  readonly result: string;
  readonly cause?: number | undefined;
}

/** The entry that another follows from, as far as the page has it. */
export type CauseOf = (entry: LogEntry) => LogEntry | undefined;

/** The sentences of faults and outcomes, and the names of event codes, which other tables have. */
export interface OtherTexts {
  readonly sentence: (text: string) => string;
  readonly objectName: (text: string) => string;
  readonly label: (text: string) => string;
  readonly codeName: (english: string) => string;
}

/** An entry as a row of the table reads it. */
interface EntryFacts {
  readonly ok: boolean;
  readonly object: string;
  /** " von admin", " durch das Ereignis „Bank 1 fast voll“", or empty. */
  readonly by: string;
  readonly who: string;
  readonly from: string;
  readonly before: Facts;
  readonly after: Facts;
  readonly entry: LogEntry;
  readonly other: OtherTexts;
}

type Clause = (facts: EntryFacts) => string;

/** The beginning of a name, which is never changed to a capital letter; no name contains it. */
const NAME = '\u0001';
const name = (text: string): string => NAME + isolated(text);
const quoted = (text: string): string => `„${isolated(text)}“`;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
const many = (value: unknown): string => (typeof value === 'number' ? String(value) : 'mehrere');
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const number = new Intl.NumberFormat('de', { maximumFractionDigits: 3 });
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** "… wurde von admin angelegt", or "… konnte von admin nicht angelegt werden (LIST_FULL)". */
const was =
  (participle: string): Clause =>
  ({ ok, object, by, entry }) => {
    const isPlural = entry.object.id.startsWith('settings') || entry.object.id === 'energy:all';
    if (!ok) return `${object} ${isPlural ? 'konnten' : 'konnte'}${by} nicht ${participle} werden (${entry.result})`;
    return `${object} ${isPlural ? 'wurden' : 'wurde'}${by} ${participle}`;
  };

const PARTICIPLES: Readonly<Record<string, string>> = {
  ON: 'eingeschaltet',
  OFF: 'ausgeschaltet',
  OPEN: 'geöffnet',
  CLOSE: 'geschlossen',
  REBOOT: 'neu gestartet',
};
const STATES: Readonly<Record<string, string>> = { ON: 'ein', OFF: 'aus', OPEN: 'offen', CLOSE: 'geschlossen' };
const stateWord = (state: unknown): string => STATES[text(state)] ?? text(state);
const switched: Clause = (facts) => was(PARTICIPLES[text(facts.after['state'])] ?? 'geschaltet')(facts);

/** So many changed members are named in a sentence; the details have all of them. */
const MAX_MEMBERS = 3;
const MAX_VALUE = 60;

/** "a, b, c und 2 weitere" */
function firstOf(all: readonly string[], others = 'weitere'): string {
  const more = all.length - MAX_MEMBERS;
  return `${all.slice(0, MAX_MEMBERS).join(', ')}${more > 0 ? ` und ${more} ${others}` : ''}`;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A value as a sentence shows it: „db-master“, 5, ja, and of a list of texts its first entries. */
function valueText(value: unknown): string {
  if (isTexts(value)) return value.length === 0 ? 'nichts' : firstOf(value.map(valueText));
  const shown = typeof value === 'boolean' ? (value ? 'ja' : 'nein') : text(value);
  const short = shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE)}…` : shown;
  return typeof value === 'string' ? quoted(short) : short;
}

/** ": name von „a“ in „b“, delay in 3 und 2 weitere". */
function changes(before: Facts, after: Facts): string {
  const names = Object.keys(after).filter((member) => member !== 'params' && member !== 'reason');
  if (names.length === 0) return '';
  const named = names.map((member) => {
    const [earlier, now] = [before[member], after[member]];
    const from = earlier === undefined || earlier === null ? '' : ` von ${valueText(earlier)}`;
    return `${memberName(member)}${from} auf ${valueText(now)}`;
  });
  return `: ${firstOf(named)}`;
}

/** The outlet of another PDU: „db-master“, or its id if its name was not known. */
const outletOf = ({ outlet, outletName }: Facts): string =>
  `Steckdose ${outletName === undefined ? text(outlet) : valueText(outletName)}`;

/** "Hypervisor 1, Hypervisor 2, Speicher und 2 weitere", of the outlets that an undo has put back. */
function namesOf({ names }: Facts): string {
  const all = Array.isArray(names) ? names.map((each) => isolated(text(each))) : [];
  return all.length === 0 ? 'mehreren Steckdosen' : firstOf(all, 'weiteren');
}

/** The outcomes of a command from the hub, after a colon. */
const COMMAND_OUTCOMES: Readonly<Record<string, string>> = {
  ...{ done: 'ausgeführt', failed: 'fehlgeschlagen', refused: 'abgelehnt', expired: 'abgelaufen' },
  interrupted: 'durch einen Neustart unterbrochen',
};

/** The name of the token that a PDU has sent, of `token "north"`. */
const tokenName = ({ who = '' }: LogEntry): string => /^token "(.*)"$/.exec(who)?.[1] ?? who;

/** The process that an entry is about: a hub names itself. */
const processOf = ({ object }: LogEntry): string => (object.name === 'hub' ? 'Hub' : 'Controller');

const missedBy = (after: Facts): string =>
  after['whileStopped'] === true ? ', während der Controller nicht lief' : '';

const CONDITIONS: Readonly<Record<string, string>> = {
  breakerTripped: 'über die ausgelöste Sicherung von',
  inletLost: 'über das ausgefallene Netz von',
  relayFault: 'über das gestörte Relais von',
  noPower: 'über die fehlende Spannung von',
  overload: 'über die Überlast von',
  highLoad: 'über die hohe Last von',
};

function alarmWords({ entry: { object, about }, after }: EntryFacts): string {
  const condition = CONDITIONS[text(after['alarm'])];
  if (condition !== undefined) return `${condition} ${objectWords(object)}`;
  return `von ${objectWords(object)} bei ${about === undefined ? text(after['about']) : objectWords(about)}`;
}

/** By the last part of a kind, such as `create` in `group.create`; a kind of its own in the next table comes first. */
export const OPERATIONS: Readonly<Record<string, Clause>> = {
  create: was('angelegt'),
  change: (facts) => `${was('geändert')(facts)}${changes(facts.before, facts.after)}`,
  delete: was('gelöscht'),
  switch: switched,
  reboot: ({ object, by }) => `ein Neustart von ${object} wurde${by} verlangt`,
  turnOnCancelled: ({ object, by }) => `das anstehende Einschalten von ${object} wurde${by} abgebrochen`,
  undo: (facts) => was('rückgängig gemacht')({ ...facts, object: `das letzte Schalten von ${facts.object}` }),
  fault: ({ object, after, entry, other }) => {
    const asked = stateWord(after['asked']);
    const measured = text(after['measured']);
    if (measured === '')
      return `${object} bestätigte den Befehl „${asked}“ nicht: Nichts wurde gemessen (${entry.result})`;
    const found = measured in STATES ? `gemessen wird „${stateWord(measured)}“` : other.sentence(measured);
    return `${object} folgte dem Befehl „${asked}“ nicht: ${found} (${entry.result})`;
  },
};

export const KINDS: Readonly<Record<string, Clause>> = {
  'alarm.acknowledge': (facts) =>
    `der Alarm ${alarmWords(facts)} wurde${facts.by} quittiert` +
    (facts.after['note'] === undefined ? '' : ` mit der Notiz ${valueText(facts.after['note'])}`),
  'alarm.unacknowledge': (facts) => `die Quittierung des Alarms ${alarmWords(facts)} wurde${facts.by} zurückgenommen`,
  'action.run': ({ ok, object, by, after, entry, other }) => {
    if (after['test'] === true) {
      return `${object} wurde${by} getestet${ok ? '' : ` und schlug fehl (${entry.result})`}`;
    }
    if (ok) return `${object} wurde${by} ausgeführt`;
    const detail = after['detail'] === undefined ? entry.result : withoutStop(other.sentence(text(after['detail'])));
    return `${object} wurde${by} ${after['state'] === 'skipped' ? 'nicht' : 'ohne Erfolg'} ausgeführt: ${detail}`;
  },
  'automation.limit': ({ after }) =>
    `Ereignisse lösten zu oft aus: ${many(after['runsRefused'])} Aktionen wurden nicht ausgeführt und ` +
    `${many(after['occurrencesNotStored'])} Auslösungen nicht aufgezeichnet`,
  'automation.pause': ({ object, after }) =>
    `Aktionen schalteten ${object} zu oft und schalten es bis ${text(after['until'])} nicht`,
  'bank.breakerClosed': ({ object, after }) =>
    `die Sicherung von ${object} wurde wieder eingeschaltet${missedBy(after)}`,
  'bank.breakerTripped': ({ object, after }) => `die Sicherung von ${object} löste aus${missedBy(after)}`,
  'certificate.renew': was('erneuert'),
  'certificate.upload': was('ersetzt'),
  'config.apply': (facts) => {
    const members = new Set([...Object.keys(facts.before), ...Object.keys(facts.after)]).size;
    const shown = members === 0 ? '' : `, ${members} ${members === 1 ? 'Änderung' : 'Änderungen'}`;
    return `${was('importiert')(facts)}${shown}`;
  },
  'config.export': was('exportiert'),
  'controller.fault': ({ after, other, entry }) =>
    `der ${processOf(entry)} meldete einen Fehler: ${withoutStop(other.sentence(text(after['message'])))}`,
  'controller.recovered': ({ after, other, entry }) =>
    `ein Fehler des ${processOf(entry)}s ist behoben: ${withoutStop(other.sentence(text(after['message'])))}`,
  'device.start': ({ after }) => `der Controller startete mit Version ${text(after['version'])}`,
  'device.coldStart': () => 'die PDU war ohne Netz und bringt ihre Steckdosen in ihren Zustand nach Stromausfall',
  'device.configReset': ({ by, entry }) => `der ${processOf(entry)} wurde${by} auf Werkseinstellungen zurückgesetzt`,
  'device.reboot': ({ by }) => `ein Neustart des Controllers wurde${by} verlangt`,
  'device.rebootAll': ({ by, after }) =>
    `ein Neustart aller ${count(after['outlets'])} Steckdosen nacheinander wurde${by} verlangt`,
  'device.turnAllOn': ({ by, after }) =>
    `das Einschalten aller ${count(after['outlets'])} Steckdosen nacheinander wurde${by} verlangt`,
  'device.undo': ({ by, after }) => `ein Schalten von ${namesOf(after)} wurde${by} rückgängig gemacht`,
  'energy.reset': was('zurückgesetzt'),
  'event.missed': ({ object, after }) => `${object} verpasste seinen Termin ${text(after['due'])}`,
  'event.trigger': ({ object }) => `${object} löste aus`,
  'firmware.install': ({ ok, by, after, entry }) =>
    ok
      ? `Firmware ${text(after['version'])} wurde${by} installiert`
      : `Firmware konnte${by} nicht installiert werden (${entry.result})`,
  'firmware.rollBack': ({ before, after }) =>
    `Firmware ${text(before['version'])} wurde auf Version ${text(after['version'])} zurückgenommen`,
  'firmware.selfTest': ({ after }) => `Firmware ${text(after['version'])} bestand ihren Selbsttest`,
  'group.switch': (facts) =>
    switched(facts) + (Array.isArray(facts.after['outlets']) ? ` (${count(facts.after['outlets'])} Steckdosen)` : ''),
  'group.undo': ({ object, by, after }) =>
    `das letzte Schalten von ${object} wurde${by} rückgängig gemacht (${namesOf(after)})`,
  'history.resetExtremes': ({ object, by }) => `Minimum und Maximum von ${object} wurden${by} zurückgesetzt`,
  'host.network': ({ ok, entry }) =>
    `die Netzwerkeinstellungen des Hosts ${ok ? 'wurden angewendet' : `konnten nicht angewendet werden (${entry.result})`}`,
  'inlet.mainsBack': ({ object, after }) => `das Netz von ${object} kehrte wieder${missedBy(after)}`,
  'inlet.mainsLost': ({ object, after }) => `das Netz von ${object} fiel aus${missedBy(after)}`,
  'inlet.transfer': ({ object, after }) => `der Netzumschalter wählte ${object} als Einspeisung${missedBy(after)}`,
  'mqtt.drop': ({ after }) => `${many(after['count'])} MQTT-Befehle wurden verworfen, weil sie zu schnell kamen`,
  'mqtt.refuse': ({ by }) => `ein MQTT-Befehl${by} wurde abgelehnt`,
  'nut.clearFsd': ({ by }) => `das erzwungene Herunterfahren aller USV-Clients wurde${by} aufgehoben`,
  'nut.setFsd': ({ by }) => `das erzwungene Herunterfahren aller USV-Clients wurde${by} ausgelöst`,
  'outlet.reachability': ({ object, after, before }) => {
    const reachable = after['reachable'] ?? before['reachable'];
    if (reachable === undefined) return `die Erreichbarkeit des Geräts an ${object} änderte sich`;
    return `das Gerät an ${object} antwortet ${after['reachable'] === true ? 'wieder' : 'nicht mehr'}`;
  },
  'pdu.accept': was('aufgenommen'),
  'pdu.command': ({ object, by, after }) =>
    `an ${object} wurde${by} der Befehl ${text(after['command'])} für ${outletOf(after)} gesendet`,
  'pdu.commandEnd': ({ object, after }) =>
    `${object} beantwortete den Befehl ${text(after['command'])} für ${outletOf(after)}: ` +
    (COMMAND_OUTCOMES[text(after['outcome'])] ?? text(after['outcome'])) +
    (after['code'] === null ? '' : ` (${text(after['code'])})`),
  'pdu.enrol': ({ object, entry, from, after }) =>
    `${object} meldete sich${from} mit dem Aufnahme-Token ${quoted(tokenName(entry))} an` +
    (after['state'] === 'pending' ? ' und wartet auf die Aufnahme' : ''),
  'pdu.revoke': was('ausgeschlossen'),
  'peer.forget': ({ object, by }) => `das gespeicherte Zertifikat von ${object} wurde${by} entfernt`,
  'peer.pin': ({ object, by }) => `das Zertifikat von ${object} wurde${by} gespeichert`,
  'sensor.connected': ({ object, after }) => `${object} wurde verbunden${missedBy(after)}`,
  'sensor.disconnected': ({ object, after }) => `${object} wurde getrennt${missedBy(after)}`,
  'session.end': ({ object }) => `eine Sitzung von ${object} endete`,
  'session.expire': ({ object }) => `eine Sitzung von ${object} lief ab`,
  'session.signIn': ({ who, from }) => `${who} meldete sich${from} an`,
  'session.signInFailed': ({ entry, from, after }) => {
    const who = entry.who === undefined ? 'eines Benutzers' : `als ${quoted(entry.who)}`;
    return after['furtherFailures'] === undefined
      ? `eine Anmeldung ${who}${from} schlug fehl`
      : `${many(after['furtherFailures'])} weitere Anmeldungen ${who}${from} schlugen fehl`;
  },
  'session.signInRefused': ({ after }) =>
    `${many(after['refused'])} Anmeldungen wurden nach zu vielen Fehlversuchen abgelehnt`,
  'session.signOut': ({ object, by }) => `eine Sitzung von ${object} wurde${by} beendet`,
  'simulator.change': was('geändert'),
  'syslog.dropped': ({ after }) => `${many(after['count'])} Meldungen an den Syslog-Server wurden verworfen`,
  'webhook.rotate': ({ object, by }) => `ein neuer Schlüssel von ${object} wurde${by} erzeugt`,
  'webhook.switchOff': ({ object, after, other }) =>
    `${object} wurde ausgeschaltet: ${withoutStop(other.sentence(text(after['detail'])))}`,
  'user.lock': ({ object }) => `${object} wurde nach zu vielen fehlgeschlagenen Anmeldungen gesperrt`,
  'user.password': ({ object, by }) => `das Passwort von ${object} wurde${by} geändert`,
  'user.passwordReset': ({ object, by }) => `das Passwort von ${object} wurde${by} zurückgesetzt`,
  'user.sshKey': ({ object, by }) => `ein SSH-Schlüssel von ${object} wurde${by} hinzugefügt`,
  'user.sshKeyDelete': ({ object, by }) => `ein SSH-Schlüssel von ${object} wurde${by} gelöscht`,
  'user.token': ({ object, by }) => `ein Zugriffstoken von ${object} wurde${by} angelegt`,
  'user.tokenRevoke': ({ object, by }) => `das Zugriffstoken von ${object} wurde${by} widerrufen`,
};

const PROTOCOLS: Readonly<Record<string, string>> = {
  snmp: 'SNMP',
  ssh: 'SSH',
  nut: 'NUT',
  modbus: 'Modbus',
  mqtt: 'MQTT',
};

/** The groups of settings. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...PROTOCOLS,
  device: 'Gerät',
  power: 'Schalten',
  network: 'Netzwerk',
  web: 'Web',
  mail: 'E-Mail',
  syslog: 'Syslog',
  fleet: 'Hub',
  autoping: 'AutoPing',
  lcd: 'Anzeige',
  ports: 'Anschlüsse',
};

/** An object by its name, or its id where it had none. */
const named =
  (kind: string) =>
  (own: string | undefined, id: string): string =>
    own === undefined ? `${kind} ${id}` : name(own);
const calledBy =
  (kind: string) =>
  (own: string | undefined, id: string): string =>
    `${kind} ${own === undefined ? id : quoted(own)}`;

export const OBJECTS: Readonly<Record<string, (own: string | undefined, id: string) => string>> = {
  outlet: named('Steckdose'),
  relayOutput: named('Relaisausgang'),
  bank: named('Sicherungskreis'),
  line: named('Leiter'),
  inlet: named('Einspeisung'),
  sensor: named('Sensor'),
  hubRelay: (_, id) => `Relais ${id} des I/O-Hubs`,
  vdcOutput: (_, id) => `Gleichspannungsausgang des I/O-Hubs ${id}`,
  group: calledBy('Gruppe'),
  webhook: calledBy('Webhook'),
  redfishSubscription: calledBy('Redfish-Abonnement'),
  event: calledBy('Ereignis'),
  action: calledBy('Aktion'),
  user: calledBy('Benutzer'),
  role: calledBy('Rolle'),
  peer: (_, id) => `PDU ${id}`,
  pdu: named('PDU'),
  enrolment: calledBy('Aufnahme-Token'),
  settings: (_, id) => `die Einstellungen ${quoted(SETTINGS[id] ?? id)}`,
  certificate: (_, id) => (id === 'custom' ? 'das hochgeladene Zertifikat' : 'das selbstsignierte Zertifikat'),
  config: (_, id) => (id === '' ? 'die Konfiguration' : `die Konfiguration von ${id}`),
  energy: (own, id) => (id === 'all' ? 'die Energiezähler' : `der Energiezähler von ${own ?? id}`),
  simulator: () => 'die simulierte PDU',
  device: () => 'die PDU',
};

function objectWords({ id: object, name: own }: Named): string {
  const colon = object.indexOf(':');
  const [kind, id] = colon < 0 ? [object, ''] : [object.slice(0, colon), object.slice(colon + 1)];
  return OBJECTS[kind]?.(own, id) ?? own ?? object;
}

/** The user or event that acted, after "von" or "durch". */
function actor({ via, who }: LogEntry): string {
  const protocol = PROTOCOLS[via];
  const user = who === undefined ? 'von einem Benutzer' : `von ${isolated(who)}`;
  switch (via) {
    case 'action':
      return who === undefined ? 'durch ein Ereignis' : `durch das Ereignis ${quoted(who)}`;
    case 'schedule':
      return 'durch einen Zeitplan';
    case 'system':
      return 'durch den Controller';
    case 'coldStart':
      return 'beim Einschalten nach einem Netzausfall';
    case 'fleet':
      return `${user} über den Hub`;
    default:
      return protocol === undefined ? user : `${user} über ${protocol}`;
  }
}

/** " von admin"; of a step of a power cycle or sequence, the command that it belongs to. */
function by(entry: LogEntry, cause: LogEntry | undefined): string {
  if (entry.via === 'system') return '';
  const asked = cause ? `, verlangt ${actor(cause)},` : '';
  if (cause?.kind.endsWith('.reboot') && entry.via === 'powerCycle') return ` im Neustart${asked}`;
  if (cause?.kind === 'group.switch') return ` mit ${objectWords(cause.object)}${asked}`;
  if (cause && ['device.turnAllOn', 'device.rebootAll'].includes(cause.kind)) return ` in der Sequenz${asked}`;
  if (cause?.kind.endsWith('.undo')) return ` beim Rückgängigmachen${asked}`;
  if (entry.via === 'powerCycle') {
    return ` in einem Neustart oder einer Sequenz${entry.who === undefined ? '' : `, verlangt von ${isolated(entry.who)},`}`;
  }
  return ` ${actor(entry)}`;
}

function clauseOf(entry: LogEntry, cause: LogEntry | undefined, other: OtherTexts): string {
  const { kind, object, who, address, before, after, result } = entry;
  const facts: EntryFacts = {
    ok: result === 'ok',
    object: objectWords(object),
    by: by(entry, cause),
    who: who === undefined ? 'ein Benutzer' : name(who),
    from: address === undefined ? '' : ` von ${address}`,
    before,
    after,
    entry,
    other,
  };
  const clause = KINDS[kind] ?? OPERATIONS[kind.slice(kind.indexOf('.') + 1)];
  return clause?.(facts) ?? `${kind}: ${facts.object}${facts.by}${facts.ok ? '' : ` (${result})`}`;
}

const UNIT_OF_LOAD = 'A';
/** The object of a schedule, which has none of its own. */
const WHOLE_PDU = 'this PDU';

/** The condition that an event saw: "Bank 1 lag 10 s lang über 16 A (17,2 A)". */
function condition(trigger: LogEntry, other: OtherTexts): string | undefined {
  const { reading, heldSeconds, condition: code, about } = trigger.after;
  const own = trigger.about ? objectWords(trigger.about) : other.objectName(text(about));
  const object = about === WHOLE_PDU ? '' : own;
  const held = typeof heldSeconds === 'number' && heldSeconds > 0 ? ` ${heldSeconds} s lang` : '';
  if (typeof reading === 'object' && reading !== null) {
    const { label, value, unit, limit } = reading as Facts;
    const [measured, bound] = [Number(value), Number(limit)];
    const side = measured > bound ? 'über' : measured < bound ? 'unter' : 'bei';
    const what = unit === UNIT_OF_LOAD ? object : `${other.label(text(label))} von ${object}`;
    const inUnit = (amount: number): string => [number.format(amount), text(unit)].filter(Boolean).join('\u202f');
    return `${what} lag${held} ${side} ${inUnit(bound)} (${inUnit(measured)})`;
  }
  if (typeof code !== 'string') return undefined;
  return `„${other.codeName(code)}“${object === '' ? '' : ` bei ${object}`}${held}`;
}

/** The fact that led to an entry, if it is not in who did it already. */
function reasonOf(entry: LogEntry, causeOf: CauseOf, other: OtherTexts): string | undefined {
  const cause = causeOf(entry);
  const trigger = entry.kind === 'event.trigger' ? entry : cause?.kind === 'event.trigger' ? cause : undefined;
  if (trigger) {
    const first = causeOf(trigger);
    const hasReading = typeof trigger.after['reading'] === 'object';
    return first && !hasReading ? clauseOf(first, causeOf(first), other) : condition(trigger, other);
  }
  return cause && entry.kind === 'device.start' ? clauseOf(cause, causeOf(cause), other) : undefined;
}

/** A clause with a capital letter, unless it begins with a name. */
const capital = (clause: string): string =>
  (clause.startsWith(NAME) ? clause : clause.charAt(0).toUpperCase() + clause.slice(1)).replaceAll(NAME, '');

/** An entry as German sentences, with the names that the objects had at its time. */
export function logSentence(entry: LogEntry, causeOf: CauseOf, other: OtherTexts): string {
  const reason = reasonOf(entry, causeOf, other);
  const given = entry.after['reason'];
  const said = SAID_WHY.has(entry.via) && typeof given === 'string' ? given : undefined;
  return [
    `${capital(clauseOf(entry, causeOf(entry), other)).replace(/,$/, '')}.`,
    ...(reason === undefined ? [] : [`Grund: ${capital(reason)}.`]),
    ...(said === undefined ? [] : [`Begründung: ${withoutStop(said)}.`]),
  ].join(' ');
}
