/** The German names of what an entry of the log has changed, by member; a setting keeps its own name, as on its page. */
export const MEMBERS: Readonly<Record<string, string>> = {
  about: 'Gegenstand',
  actions: 'Aktionen',
  address: 'Adresse',
  agent: 'Programm',
  at: 'Zeitpunkt',
  began: 'Begonnen',
  code: 'Code',
  command: 'Befehl',
  condition: 'Bedingung',
  confirmed: 'Bestätigt',
  context: 'Kontext',
  count: 'Anzahl',
  customRebootTime: 'Eigene Ausschaltdauer',
  customRebootTimeEnabled: 'Eigene Ausschaltdauer aktiv',
  delay: 'Verzögerung',
  depth: 'Tiefe der Kette',
  description: 'Beschreibung',
  destination: 'Ziel',
  detail: 'Einzelheit',
  device: 'Gerät',
  due: 'Fällig',
  enabled: 'Aktiviert',
  event: 'Ereignis',
  filters: 'Filter',
  fingerprint: 'Fingerabdruck',
  fsd: 'FSD',
  furtherFailures: 'Weitere Fehlversuche',
  headers: 'Header',
  heldSeconds: 'Dauer (s)',
  id: 'ID',
  index: 'Nummer',
  keyType: 'Schlüsselart',
  labels: 'Etiketten',
  message: 'Meldung',
  model: 'Modell',
  name: 'Name',
  names: 'Namen',
  note: 'Notiz',
  occurrence: 'Auslösung',
  occurrencesNotStored: 'Nicht gespeicherte Auslösungen',
  offSeconds: 'Ausschaltdauer (s)',
  outcome: 'Ergebnis',
  outlet: 'Steckdose',
  outlets: 'Steckdosen',
  params: 'Parameter',
  part: 'Teil',
  password: 'Passwort',
  passwordChangeRequired: 'Passwort muss geändert werden',
  permissions: 'Berechtigungen',
  place: 'Platz',
  protection: 'Schutz',
  protocol: 'Protokoll',
  pwrOnState: 'Zustand nach Stromausfall',
  reachable: 'Erreichbar',
  reading: 'Messwert',
  reason: 'Grund',
  rebootStatus: 'Neustart',
  refused: 'Abgelehnt',
  retryPolicy: 'Wiederholung',
  roleId: 'Rolle (ID)',
  runsRefused: 'Abgelehnte Ausführungen',
  secret: 'Geheimnis',
  sensor: 'Sensor',
  serial: 'Seriennummer',
  server: 'Server',
  session: 'Sitzung',
  site: 'Standort',
  source: 'Quelle',
  stage: 'Stufe',
  state: 'Zustand',
  suspended: 'Ruht',
  test: 'Test',
  took: 'Dauer (ms)',
  tries: 'Versuche',
  types: 'Arten',
  url: 'Adresse (URL)',
  userIsLocked: 'Konto gesperrt',
  username: 'Benutzername',
  validMs: 'Gültig (ms)',
  verifyCertificate: 'Zertifikat prüfen',
  version: 'Version',
  whileStopped: 'Während der Controller nicht lief',
};

const VALUES: Readonly<Record<string, string>> = {
  ON: 'Ein',
  OFF: 'Aus',
  REBOOT: 'Neustart',
  OPEN: 'Offen',
  CLOSE: 'Geschlossen',
};
/** Members that are sentences of the controller. */
const SAID: ReadonlySet<string> = new Set(['detail', 'message']);
/** The members that are a state or a command. */
const STATES: ReadonlySet<string> = new Set(['command', 'pwrOnState', 'state']);

export const memberName = (member: string): string =>
  Object.hasOwn(MEMBERS, member) ? (MEMBERS[member] ?? member) : member;

/** @param sentence translates a sentence of the controller */
export function memberValue(member: string, value: unknown, sentence: (text: string) => string): unknown {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (typeof value !== 'string') return value;
  if (SAID.has(member)) return sentence(value);
  return STATES.has(member) ? (VALUES[value] ?? value) : value;
}
