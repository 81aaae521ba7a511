import type { Pair } from '../sentence.js';
import { CHOICES } from './codes.js';
import { OUTCOMES } from './outcomes.js';
import { REFUSED_FILES, ROLL_BACKS } from './refused-files.js';

/** The ends of "… must be …": what a value of a form has to be. */
const DEMANDS: readonly Pair[] = [
  ['%s, or null', '%s, oder null'],
  ['%s, or empty text', '%s, oder ein leerer Text'],
  ['true or false', 'true oder false'],
  ['a number from %s to %s', 'eine Zahl von %s bis %s'],
  ['a whole number from %s to %s', 'eine ganze Zahl von %s bis %s'],
  ['one of %s', 'einer der Werte %s'],
  ['text of %s to %s characters without control characters', 'Text mit %s bis %s Zeichen ohne Steuerzeichen'],
  ['text of %s to %s characters', 'Text mit %s bis %s Zeichen'],
  [
    'text without invisible characters and without characters that turn its direction',
    'Text ohne unsichtbare Zeichen und ohne Zeichen, die die Schreibrichtung ändern',
  ],
  ['text that is more than white space', 'Text, der nicht nur aus Leerzeichen besteht'],
  ['text', 'Text'],
  ['PEM text of at most %s characters', 'PEM-Text mit höchstens %s Zeichen'],
  ['a time in ISO 8601 or in seconds since 1970', 'eine Zeit nach ISO 8601 oder in Sekunden seit 1970'],
  ['an id', 'eine ID'],
  ['a list of at least one id', 'eine Liste mit mindestens einer ID'],
  [
    'a list of different types of GET /api/webhook-types, at least one; "%s" is none of them',
    'eine Liste verschiedener Arten von GET /api/webhook-types mit mindestens einem Eintrag; „%s“ gehört nicht dazu',
  ],
  [
    'a list of different types of GET /api/webhook-types, at least one',
    'eine Liste verschiedener Arten von GET /api/webhook-types mit mindestens einem Eintrag',
  ],
  ['a list of names', 'eine Liste von Namen'],
  ['a list of one name for each id', 'eine Liste mit einem Namen für jede ID'],
  ['a list of at most %s texts without control characters', 'eine Liste mit höchstens %s Texten ohne Steuerzeichen'],
  [
    'a list of at most %s different texts of 1 to 100 characters without control characters and invisible ones',
    'eine Liste mit höchstens %s verschiedenen Texten von 1 bis 100 Zeichen ohne Steuerzeichen und unsichtbare Zeichen',
  ],
  ['a list of at most %s different whole numbers', 'eine Liste mit höchstens %s verschiedenen ganzen Zahlen'],
  ['a list of at most %s objects', 'eine Liste mit höchstens %s Objekten'],
  ['an object or null', 'ein Objekt oder null'],
  ['the id of the path, as text or as a number', 'die ID des Pfads, als Text oder als Zahl'],
  ['a host name or an IP address', 'ein Hostname oder eine IP-Adresse'],
  ['a host name', 'ein Hostname'],
  ['a host name or an IP address, with :port or without', 'ein Hostname oder eine IP-Adresse, mit oder ohne :Port'],
  [
    'host names or IP addresses with commas between them, without ports',
    'Hostnamen oder IP-Adressen mit Kommas dazwischen, ohne Ports',
  ],
  ['an IP address', 'eine IP-Adresse'],
  [
    'at most %s IP addresses or networks such as %s, with commas between them',
    'höchstens %s IP-Adressen oder Netze wie %s, mit Kommas dazwischen',
  ],
  ['a subnet mask such as 255.255.255.0', 'eine Subnetzmaske wie 255.255.255.0'],
  ['an e-mail address', 'eine E-Mail-Adresse'],
  [
    'an address of up to %s characters that begins with http:// or https://, without user name and password',
    'eine Adresse mit höchstens %s Zeichen, die mit http:// oder https:// beginnt, ohne Benutzernamen und Passwort',
  ],
  ['a time zone such as Europe/Berlin or GMT+8', 'eine Zeitzone wie Europe/Berlin oder GMT+8'],
  ['one word of letters, digits, "_" and "-"', 'ein Wort aus Buchstaben, Ziffern, „_“ und „-“'],
  ['letters, digits, "_", "." and "-" only', 'nur aus Buchstaben, Ziffern, „_“, „.“ und „-“'],
  ['at most %s lines such as "PDU B = https://192.0.2.8/"', 'höchstens %s Zeilen wie „PDU B = https://192.0.2.8/“'],
  ['"whsec_" and the base64 of 24 to 64 bytes', '„whsec_“ und 24 bis 64 Bytes in Base64'],
  ['one or more certificates in PEM form', 'ein oder mehrere Zertifikate in PEM-Form'],
  ['a private key in PEM form without a passphrase', 'ein privater Schlüssel in PEM-Form ohne Passphrase'],
  [
    'the beginning of a topic without "#" and "+", without an empty level, and not beginning with "$"',
    'der Anfang eines Topics ohne „#“ und „+“, ohne leere Ebene und nicht mit „$“ beginnend',
  ],
  ['an id, which is a whole number', 'eine ID, also eine ganze Zahl'],
  [
    'an object with currency, rates, defaultPerKWh and gramsCO2PerKWh',
    'ein Objekt mit currency, rates, defaultPerKWh und gramsCO2PerKWh',
  ],
  ['an object whose %s is %s', 'ein Objekt, bei dem %s Folgendes ist: %s'],
  ['three letters such as EUR', 'drei Buchstaben wie EUR'],
  ['at most %s rates', 'höchstens %s Tarife'],
  ['an object with name, perKWh, days, from and to', 'ein Objekt mit name, perKWh, days, from und to'],
  [
    'different days from 0 (Sunday) to 6 (Saturday), at least one',
    'mindestens ein Tag von 0 (Sonntag) bis 6 (Samstag), keiner doppelt',
  ],
  ['a time from 00:00 to %s', 'eine Uhrzeit von 00:00 bis %s'],
  [
    'an object whose rates have different names, and "%s" is there twice',
    'ein Objekt mit Tarifen verschiedener Namen; „%s“ kommt zweimal vor',
  ],
  [
    'an object whose rates do not overlap: "%s" and "%s" both hold on %s at %s',
    'ein Objekt mit Tarifen ohne Überschneidung: „%s“ und „%s“ gelten beide am %s um %s',
  ],
  ['HH:MM from 00:00 to 23:59', 'eine Uhrzeit von 00:00 bis 23:59'],
  ['the id of one that this PDU has, or "any", not "%s"', 'die ID eines Objekts dieser PDU oder „any“, nicht „%s“'],
  ['a sensor port of this PDU that has one, not "%s"', 'ein Sensoranschluss dieser PDU, der so etwas hat, nicht „%s“'],
  [
    '"default", "secondary" or the name of a network interface',
    '„default“, „secondary“ oder der Name einer Netzwerkschnittstelle',
  ],
  ['the id or index of an outlet of this PDU, not "%s"', 'die ID oder Nummer einer Steckdose dieser PDU, nicht „%s“'],
  [
    'the id of a group, or its place in the list, not "%s"',
    'die ID einer Gruppe oder ihr Platz in der Liste, nicht „%s“',
  ],
  ['the name of an output relay, not "%s"', 'der Name eines Relaisausgangs, nicht „%s“'],
  [
    'a sensor port of this PDU with a smart I/O hub, not "%s"',
    'ein Sensoranschluss dieser PDU mit einem Smart-I/O-Hub, nicht „%s“',
  ],
  ['1 to 255 characters of ASCII', '1 bis 255 ASCII-Zeichen'],
  ['1 to 255 characters of ASCII without spaces', '1 bis 255 ASCII-Zeichen ohne Leerzeichen'],
  [
    'an http or https URL, or an address, without user name and password',
    'eine http- oder https-URL oder eine Adresse, ohne Benutzernamen und Passwort',
  ],
  ['an id or an index', 'eine ID oder eine Nummer'],
  ['given in full, not with dashes', 'die vollständige Angabe, keine Striche'],
  ['the secret itself, not the dashes that stand for it', 'das Geheimnis selbst, nicht die Striche an seiner Stelle'],
  [
    'sent again, because it was given for another address or object',
    'die erneute Eingabe, weil die frühere für eine andere Adresse oder ein anderes Objekt galt',
  ],
];

/** Sentences about one member of a form. */
const DETAILS: readonly Pair[] = [
  ['%s must be %s.', 'Erforderlich für %s: %s.'],
  ['%s must name each index once; %s stands twice.', '%s darf jede Nummer nur einmal nennen; %s steht zweimal darin.'],
  ['The body must be a list of 1 to %s objects.', 'Erforderlich ist eine Liste mit 1 bis %s Objekten.'],
  [
    'Send %s too, because %s changes where it goes or how it is protected; "" removes it.',
    'Geben Sie auch %s erneut an, weil %s das Ziel oder den Schutz ändert; ein leerer Wert entfernt es.',
  ],
  ['The body is not valid.', 'Die gesendeten Daten sind ungültig.'],
  ['enabled is changed with %s.', 'enabled wird mit %s geändert.'],
];

/** Reasons inside of sentences about errors. */
const REASONS: readonly Pair[] = [
  [
    'it is locked; change its protection before switching it',
    'sie ist gesperrt; ändern Sie ihren Schutz, bevor Sie sie schalten',
  ],
  [
    'repeat the command with "confirm": true if this is meant',
    'wiederholen Sie den Befehl mit "confirm": true, wenn er so gemeint ist',
  ],
  [
    'it takes REBOOT and ON only; change its protection first',
    'sie lässt nur Neustart und Einschalten zu; ändern Sie zuerst ihren Schutz',
  ],
  ['it does not keep the answers to pings', 'er enthält keine Antworten auf Pings'],
  ['faults of the controller stand in the log', 'Fehler des Controllers stehen im Protokoll'],
  ['it keeps measurements, not states', 'er enthält Messwerte, keine Zustände'],
  ['the keys that GET /api/conf answers', 'die Namen, die GET /api/conf liefert'],
  ['users', 'Benutzer'],
  ['roles', 'Rollen'],
  ['groups', 'Gruppen'],
  ['actions', 'Aktionen'],
  ['events', 'Ereignisse'],
  ['webhooks', 'Webhooks'],
  ['enrolments', 'Aufnahme-Token'],
  ['outlets', 'Steckdosen'],
  ['entries in their outlet lists', 'Einträge in ihren Steckdosenlisten'],
  ['SSH keys', 'SSH-Schlüssel'],
  ['bytes of devices, labels and consumers', 'Bytes an Geräten, Etiketten und Verbrauchern'],
  ['output relays', 'Ausgangsrelais'],
  ['digital inputs', 'Digitaleingänge'],
  ['DC output', 'Gleichspannungsausgang'],
  ['outlet %s', 'Steckdose %s'],
  ['relay output %s', 'Relaisausgang %s'],
  ['hub relay %s', 'Hub-Relais %s'],
  ['the DC supply of hub %s', 'dem Gleichspannungsausgang des Hubs %s'],
  ['voltage behind the relay', 'Spannung hinter dem Relais'],
  ['no voltage behind the relay', 'keine Spannung hinter dem Relais'],
  ['nothing', 'nichts'],
  ['DC supply', 'Gleichspannungsausgang'],
  ['a name, a description, a state', 'ein Name, eine Beschreibung, ein Zustand'],
  ['which is none', 'den es nicht gibt'],
  ['it has more than %s bytes', 'er hat mehr als %s Bytes'],
  ['%s seconds ago', 'vor %s Sekunden'],
  ['%s seconds in the future', '%s Sekunden in der Zukunft'],
  ['changed', 'geändert'],
  ['deleted', 'gelöscht'],
  ['disabled', 'deaktiviert'],
  ['unknown', 'unbekannt'],
];

/** The conditions that an event waits for. */
export const WAITING: readonly Pair[] = [
  [
    'a reading: there is none now, which neither triggers nor resets it',
    'einen Messwert: Zurzeit gibt es keinen, was es weder auslöst noch zurücksetzt',
  ],
  ['the end of %s; then it can trigger again', 'das Ende von: %s; danach kann es wieder auslösen'],
  ['the state that it names', 'den genannten Zustand'],
  ['the state to end and to come again', 'das Ende des Zustands und seine Wiederkehr'],
  ['%s s more of %s', 'weitere %s\u202fs %s'],
  ['%s above %s', '%s über %s'],
  ['%s below %s', '%s unter %s'],
  ['%s of at least %s', '%s von mindestens %s'],
  ['something that your role may not see', 'etwas, das Ihre Rolle nicht einsehen darf'],
];

/** Names of controller faults, as the objects of events. */
export const FAULT_NAMES: readonly Pair[] = [
  ['this PDU', 'diese PDU'],
  ['PDU hardware', 'PDU-Hardware'],
  ['storage space', 'Speicherplatz'],
  ['storage', 'Speicher'],
  ['database', 'Datenbank'],
  ['clock', 'Uhr'],
  ['HTTPS certificate', 'HTTPS-Zertifikat'],
  ['HTTPS', 'HTTPS'],
  ['protocol servers', 'Protokollserver'],
  ['firmware', 'Firmware'],
  ['controller process', 'Controllerprozess'],
  ['webhooks', 'Webhooks'],
  ['scheduled backup', 'geplante Sicherungskopie'],
];

/** The messages of faults of the controller, at their beginning and at their end. */
export const FAULTS: readonly Pair[] = [
  [
    'The PDU hardware (driver %s) does not answer: outlets cannot be switched or read.',
    'Die PDU-Hardware (Treiber %s) antwortet nicht: Steckdosen können weder geschaltet noch gemessen werden.',
  ],
  ['The storage is full.', 'Der Speicher ist voll.'],
  ['The storage is full. (%s)', 'Der Speicher ist voll. (%s)'],
  ['The storage cannot be written.', 'Der Speicher kann nicht beschrieben werden.'],
  ['The storage cannot be written. (%s)', 'Der Speicher kann nicht beschrieben werden. (%s)'],
  ['The storage is full: %s', 'Der Speicher ist voll: %s'],
  ['The storage cannot be written: %s', 'Der Speicher kann nicht beschrieben werden: %s'],
  ['The storage cannot be read: %s', 'Der Speicher kann nicht gelesen werden: %s'],
  [
    'Nothing on the storage can be written. Outlets are switched all the same; a reboot would not survive a crash.',
    'Auf den Speicher kann nichts geschrieben werden. Steckdosen werden trotzdem geschaltet; ein laufender Neustart überstünde keinen Absturz.',
  ],
  [
    'Nothing on the storage can be written. Outlets are switched all the same; a reboot would not survive a crash. (%s)',
    'Auf den Speicher kann nichts geschrieben werden. Steckdosen werden trotzdem geschaltet; ein laufender Neustart überstünde keinen Absturz. (%s)',
  ],
  ['The database is restored.', 'Die Datenbank wurde wiederhergestellt.'],
  ['The database is damaged.', 'Die Datenbank ist beschädigt.'],
  [
    'The database does not answer; the log of the hub has the reason.',
    'Die Datenbank antwortet nicht; den Grund nennt das Protokoll des Hubs.',
  ],
  [
    'A page of the database is damaged: a restart repairs it. %s',
    'Eine Seite der Datenbank ist beschädigt: Ein Neustart repariert sie. %s',
  ],
  [
    'The clock is not set: schedules run at the wrong time and certificates seem not to be valid yet. Set the time of the machine, or let it ask a time server.',
    'Die Uhr ist nicht gestellt: Zeitpläne laufen zur falschen Zeit, und Zertifikate scheinen noch nicht gültig zu sein. Stellen Sie die Uhr des Rechners, oder lassen Sie ihn einen Zeitserver fragen.',
  ],
  [
    'The clock is not set: entries of the log have the wrong time and certificates seem not to be valid yet. Set the time of the machine, or let it ask a time server.',
    'Die Uhr ist nicht gestellt: Einträge im Protokoll haben die falsche Zeit, und Zertifikate scheinen noch nicht gültig zu sein. Stellen Sie die Uhr des Rechners, oder lassen Sie ihn einen Zeitserver fragen.',
  ],
  [
    'The certificate of HTTPS has ended (%s UTC): browsers refuse it. %s',
    'Das HTTPS-Zertifikat ist abgelaufen (%s UTC): Browser lehnen es ab. %s',
  ],
  ['The certificate of HTTPS ends in %s days (%s UTC). %s', 'Das HTTPS-Zertifikat läuft in %s Tagen ab (%s UTC). %s'],
  [
    'The certificate of HTTPS ends within a day (%s UTC). %s',
    'Das HTTPS-Zertifikat läuft innerhalb eines Tages ab (%s UTC). %s',
  ],
  ['Renew it.', 'Erneuern Sie es.'],
  [
    'Upload a new one, or go back to the self-signed one.',
    'Laden Sie ein neues hoch, oder kehren Sie zum selbstsignierten zurück.',
  ],
  [
    '%s cannot listen on port %s of %s: another program has it.',
    '%s kann Port %s von %s nicht öffnen: Ein anderes Programm belegt ihn.',
  ],
  [
    '%s cannot listen on port %s: this user may not open it. Ports below 1024 need a capability.',
    '%s kann Port %s nicht öffnen: Dieser Benutzer darf es nicht. Ports unter 1024 verlangen eine besondere Berechtigung.',
  ],
  ['%s cannot listen on port %s of %s: %s.', '%s kann Port %s von %s nicht öffnen: %s.'],
  ['The backup has not ended for an hour.', 'Die Sicherungskopie ist seit einer Stunde nicht fertig geworden.'],
  [
    'The scheduled backup could not be made in "%s": %s',
    'Die geplante Sicherungskopie konnte nicht in „%s“ angelegt werden: %s',
  ],
  [
    'Firmware %s was rolled back; version %s runs again.%s Outlets stayed as they were.',
    'Firmware %s wurde zurückgenommen; Version %s läuft wieder.%s Die Steckdosen blieben, wie sie waren.',
  ],
  [
    'The webhook "%s" was switched off: its receiver has accepted nothing for five days.',
    'Der Webhook „%s“ wurde ausgeschaltet: Sein Empfänger hat fünf Tage lang nichts angenommen.',
  ],
  [
    'The controller was started again after it had ended without being stopped: it crashed, was killed or hung. The log of the time before may say why. Outlets stayed as they were.',
    'Der Controller wurde neu gestartet, nachdem er endete, ohne beendet worden zu sein: Er ist abgestürzt, wurde abgebrochen oder hing. Der Grund steht vielleicht in seinem Protokoll. Die Steckdosen blieben, wie sie waren.',
  ],
  [
    'The controller was started again after the machine had ended without stopping it: its power was lost, or it was reset.',
    'Der Controller wurde neu gestartet, nachdem der Rechner endete, ohne ihn zu beenden: Seine Versorgung fiel aus, oder er wurde zurückgesetzt.',
  ],
  [
    'The hub was started again after it had ended without being stopped: it crashed, was killed or hung. The log of the time before may say why. PDUs worked on without it.',
    'Der Hub wurde neu gestartet, nachdem er endete, ohne beendet worden zu sein: Er ist abgestürzt, wurde abgebrochen oder hing. Der Grund steht vielleicht in seinem Protokoll. Die PDUs arbeiteten ohne ihn weiter.',
  ],
  [
    'The hub was started again after the machine had ended without stopping it: its power was lost, or it was reset.',
    'Der Hub wurde neu gestartet, nachdem der Rechner endete, ohne ihn zu beenden: Seine Versorgung fiel aus, oder er wurde zurückgesetzt.',
  ],
  ['The PDU hardware answers again.', 'Die PDU-Hardware antwortet wieder.'],
  ['The storage has space again.', 'Der Speicher hat wieder Platz.'],
  ['The storage can be written again.', 'Der Speicher kann wieder beschrieben werden.'],
  ['The database is in order.', 'Die Datenbank ist in Ordnung.'],
  ['The clock is set.', 'Die Uhr ist gestellt.'],
  [
    'HTTPS uses a certificate that does not end soon, or is switched off.',
    'HTTPS verwendet ein Zertifikat, das nicht bald abläuft, oder ist ausgeschaltet.',
  ],
  ['HTTPS listens as the settings say.', 'HTTPS nimmt wieder Verbindungen an, wie eingestellt.'],
  [
    'The protocol servers listen as the settings say.',
    'Die Protokollserver nehmen wieder Verbindungen an, wie eingestellt.',
  ],
  ['The firmware roll-back was reported.', 'Die Rücknahme der Firmware wurde gemeldet.'],
  ['There was no other crash since.', 'Seither gab es keinen weiteren Absturz.'],
  ['It was so at the last stop.', 'So war es beim letzten Beenden.'],
  [
    'No webhook is switched off because its receiver accepts nothing.',
    'Kein Webhook ist ausgeschaltet, weil sein Empfänger nichts annimmt.',
  ],
  ['The scheduled backup works again.', 'Die geplante Sicherungskopie gelingt wieder.'],
];

/** The facts about a part that a PDU sends to its hub, after the name of the part. */
export const PART_FACTS: Readonly<Record<string, string>> = {
  'The breaker is open.': 'Die Sicherung ist offen.',
  'The breaker is closed.': 'Die Sicherung ist geschlossen.',
  'There is no mains.': 'Das Netz ist ausgefallen.',
  'Mains is back.': 'Das Netz ist wieder da.',
  'The load was transferred.': 'Die Last wurde umgeschaltet.',
  'The relay is not as asked for.': 'Das Relais ist nicht im gewünschten Zustand.',
  'The relay is as asked for again.': 'Das Relais ist wieder im gewünschten Zustand.',
  'Its outlets have no power.': 'Seine Steckdosen haben keine Spannung.',
  'No outlet is without power any more.': 'Keine Steckdose ist mehr ohne Spannung.',
  'The cause is an open breaker or a lost inlet.':
    'Die Ursache ist eine offene Sicherung oder eine ausgefallene Einspeisung.',
  'The load has reached the rating.': 'Die Last hat den Nennstrom erreicht.',
  'The load is below the rating again.': 'Die Last liegt wieder unter dem Nennstrom.',
  'The load is high.': 'Die Last ist hoch.',
  'The load is no longer high.': 'Die Last ist nicht mehr hoch.',
  'The sensor is missing.': 'Der Sensor fehlt.',
  'The sensor is there.': 'Der Sensor ist wieder da.',
};

/** The suggested events: their names and the reasons for them. */
export const SUGGESTIONS: readonly Pair[] = [
  ['Breaker tripped', 'Sicherung ausgelöst'],
  ['Secondary power source lost', 'Zweite Einspeisung ausgefallen'],
  ['%s has lost its supply', '%s ohne Versorgung'],
  ['%s draws nothing', '%s nimmt nichts auf'],
  ['%s above %s', '%s über %s'],
  ['Everything behind a tripped breaker is without power.', 'Alles hinter einer ausgelösten Sicherung ist ohne Strom.'],
  ['The other source is then the only one.', 'Die andere Einspeisung ist dann die einzige.'],
  ['Everything that it feeds is then without power.', 'Alles, was sie versorgt, ist dann ohne Strom.'],
  [
    '%s A is %s % of the %s A of %s. Continuous loads should stay below it.',
    '%s\u202fA sind %s\u202f% der %s\u202fA, die %s. Dauerlasten sollten darunter bleiben.',
  ],
  [
    '%s A is %s % of the %s A of %s. A little more, and the breaker trips.',
    '%s\u202fA sind %s\u202f% der %s\u202fA, die %s. Schon etwas mehr löst die Sicherung aus.',
  ],
  ['its breaker', 'seine Sicherung trägt'],
  ['what it is rated for', 'als Nennwert gelten'],
  ['its receptacle', 'ihr Anschluss trägt'],
  [
    'Most equipment is specified for air of up to 35 °C at its inlet; there is still time at 32 °C.',
    'Die meisten Geräte sind für Zuluft bis 35\u202f°C ausgelegt; bei 32\u202f°C bleibt noch Zeit.',
  ],
  [
    '%s is in use; when it draws nothing for 10 minutes, it is off or a power supply has failed.',
    '%s ist belegt; fließt dort 10 Minuten lang kein Strom, ist das Gerät aus oder ein Netzteil ausgefallen.',
  ],
];

/** The reasons why a new load is suggested for an outlet. */
const PLACES: readonly Pair[] = [
  ['%s; %s A are left at %s.', '%s; %s\u202fA Reserve %s.'],
  [
    '%s; %s A are left at %s, and the lines differ by %s %.',
    '%s; %s\u202fA Reserve %s, die Leiter unterscheiden sich um %s\u202f%.',
  ],
  ['It drew less than %s W for 7 days', 'Sie nahm 7 Tage lang weniger als %s\u202fW auf'],
  ['It is off', 'Sie ist ausgeschaltet'],
  [
    'It is off, but drew up to %s W in the last 7 days',
    'Sie ist ausgeschaltet, nahm aber in den letzten 7 Tagen bis zu %s\u202fW auf',
  ],
  ['inlet “%s”', 'an der Einspeisung „%s“'],
  ['line “%s”', 'am Leiter „%s“'],
  ['bank “%s”', 'am Sicherungskreis „%s“'],
  ['outlet “%s”', 'an der Steckdose „%s“'],
];

/** The sentences that have no code, the more exact of two that would fit first. */
export const SENTENCES: readonly Pair[] = [...DETAILS, ...OUTCOMES, ...FAULTS, ...ROLL_BACKS, ...PLACES];

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day): Pair => [
  day,
  CHOICES[day] ?? day,
]);

/** The parts that are values of other sentences. */
export const PARTS: readonly Pair[] = [
  ...DAYS,
  ...REASONS,
  ...REFUSED_FILES,
  ...ROLL_BACKS,
  ...DEMANDS,
  ...OUTCOMES,
  ...FAULTS,
  ...PLACES,
];

/** The states of a PDU in a hub, for a sentence that says it "is" so. */
export const PDU_STATES: Readonly<Record<string, string>> = {
  pending: 'noch nicht aufgenommen',
  active: 'aufgenommen',
  revoked: 'ausgeschlossen',
};

/** The German of the permissions of a role by flag. */
export const PERMISSIONS: Readonly<Record<string, string>> = {
  viewInletStats: '„Einspeisungen ansehen“',
  modifyInletStats: '„Einspeisungen ändern“',
  viewBankStats: '„Sicherungskreise ansehen“',
  modifyBankStats: '„Sicherungskreise ändern“',
  viewEventActions: '„Ereignisse und Aktionen ansehen“',
  modifyEventActions: '„Ereignisse und Aktionen ändern“',
  viewNetworkSettings: '„Netzwerkeinstellungen ansehen“',
  modifyNetworkSettings: '„Netzwerkeinstellungen ändern“',
  modifyLcdSettings: '„Anzeige ändern“',
  modifyPortSettings: '„Sensoren, Relaisausgänge und Anschlüsse ändern“',
  modifyFirmwareVersion: '„Firmware installieren“',
  viewUsersList: '„Benutzer und Rollen ansehen“',
  modifyUsers: '„Benutzer und Rollen ändern“',
  allowFactoryReset: '„Auf Werkseinstellungen zurücksetzen“',
  allowPduRestart: '„Controller neu starten“',
  modifyGlobalDeviceSettings: '„Geräteeinstellungen ändern“',
  viewGlobalDeviceSettings: '„Geräteeinstellungen ansehen“',
  viewPortInfo: '„Sensoren, Relaisausgänge und Anschlüsse ansehen“',
  viewOutletGroups: '„Steckdosengruppen ansehen“',
  modifyOutletGroups: '„Steckdosengruppen ändern“',
  viewLog: '„Aktivitätsprotokoll ansehen“',
  viewOutlets: '„Steckdosen ansehen“',
  modifyOutlets: '„Steckdosen schalten“',
};
