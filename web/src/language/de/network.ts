const LOW_PORT = 'Für einen Port unter 1024 braucht der Controller die Erlaubnis des Betriebssystems.';
const IMMEDIATELY = 'Wirkt sofort.';
const networks = (empty: string): string =>
  `IP-Adressen oder Netze wie 10.0.0.0/8, durch Kommas getrennt. Wenn leer: ${empty}.`;

export const network = {
  access: 'Anmeldung und Sitzungen',
  https: 'HTTPS',
  certificate: 'Zertifikat',
  discard: 'Verwerfen',
  secretSet: 'Gesetzt. Eine Eingabe ersetzt den Wert.',
  secretNotSet: 'Nicht gesetzt.',
  secretRemove: 'Entfernen',
  secretRemoveOf: (name: string): string => `Entfernen: ${name}`,
  secretRemoved: 'Wird beim Speichern entfernt.',
  httpsAt: 'HTTPS ist erreichbar unter',
  httpsOff: 'HTTPS ist aus.',
  server: 'Mailserver',
  test: 'Testmail',
  testText: 'Sendet eine E-Mail mit den gespeicherten Einstellungen und zeigt die Antwort des Mailservers.',
  mailSecurity: {
    auto: 'Nach der TLS-Einstellung unten',
    none: 'Keine',
    starttls: 'STARTTLS',
    tls: 'Implizites TLS',
  },
  testFailed: 'Nicht gesendet',
  testSent: 'Gesendet',
  trapTest: 'Test-Trap',
  trapTestText: 'Sendet einen SNMPv3-Trap mit den gespeicherten Einstellungen. Ein Empfänger bestätigt nur Informs.',
  trapTestSend: 'Test-Trap senden',
  trapTestTo: 'Empfänger',
  trapTestName: 'Test-Trap',
  trapTestHelp: 'Hostname oder IP-Adresse, mit :Port, wenn er nicht 162 ist.',
  identity: 'Namen und Adressen',
  identityHelp:
    'Diese Angaben gehören dem Betriebssystem des Controllers. Sie werden hier festgehalten und angewendet, wo ein Host-Adapter installiert ist.',
  identityNow: 'Verwendete Adresse',
  macAddress: 'MAC-Adresse',
  ipAssigns: { dhcp: 'Über DHCP', static: 'Fest' },
  targets: 'Ausgehende Meldungen',
  syslog: {
    title: 'Syslog-Server',
    state: 'Status',
    off: 'Kein Server. Es wird nichts gesendet.',
    nothing: 'Ein Server ist eingetragen, aber nichts zum Senden ausgewählt.',
    good: (server: string): string => `Sendet an ${server}`,
    failing: (server: string): string => `${server} ist nicht erreichbar`,
    counts: (sent: number, waiting: number): string => `Gesendet: ${sent}. Wartend: ${waiting}.`,
    dropped: (count: number): string => `Bei einem Ausfall verloren: ${count}.`,
    lastSent: (time: string): string => `Letzte Meldung: ${time}.`,
    protocols: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    test: 'Testmeldung',
    testText: 'Sendet eine Meldung mit den gespeicherten Einstellungen, was auch immer oben ausgewählt ist.',
    testSend: 'Testmeldung senden',
  },
  testTo: 'An',
  testSend: 'Testmail senden',
  testUnsaved: 'Zuerst die Änderungen speichern: der Test verwendet die gespeicherten Einstellungen.',
  testName: 'Testmail',
  ssh: 'SSH-Einstellungen',
  telnet:
    'Telnet bietet diese Version nicht an, weil es Passwörter unverschlüsselt überträgt. Stattdessen SSH verwenden.',
  hostKey: {
    title: 'Hostschlüssel',
    help: 'Den Fingerabdruck, den ein Client bei der ersten Verbindung anzeigt, mit diesen vergleichen.',
    sha256: 'Fingerabdruck (SHA-256)',
    md5: 'Fingerabdruck (MD5)',
    publicKey: 'Öffentlicher Schlüssel',
  },
  agent: 'SNMP-Agent',
  agentHelp:
    'Communitys werden unverschlüsselt übertragen. Der SNMPv3-Zugriff wird für jeden Benutzer unter „Benutzer“ eingestellt. Der Agent antwortet, solange die Versionen 1 und 2c mit einer Community eingeschaltet sind oder ein Benutzer SNMPv3-Zugriff hat.',
  readsEverything: 'Keine: liest alles',
  switchesEverything: 'Keine: liest und schaltet alles',
  description: 'Kontakt und Standort',
  compatibility: 'Kompatibilität',
  compatibilityHelp: 'Für Managementsysteme, die nur PDUs einer anderen Familie erkennen.',
  identities: { synlink: 'SynLink', netbooter: 'netBooter', apc: 'APC' },
  traps: 'SNMPv3-Traps',
  trapsHelp: 'Authentifizierung und Verschlüsselung der Traps, die Aktionen senden.',
  zone: 'Zeitzone',
  ntp: 'Netzwerkzeit',
  now: 'Gerätezeit',
  zoneNothing: 'Keine passende Zeitzone.',
};

export const protocols = {
  state: 'Status',
  off: 'Aus',
  notServed: 'Diese Version bietet dieses Protokoll noch nicht an.',
  listens: (port: number): string => `Erreichbar auf Port ${port}`,
  counts: (connections: number, requests: number, errors: number, refused: number): string =>
    // Over UDP there are no connections.
    `Seit dem Start: ${connections > 0 ? `Verbindungen ${connections}, ` : ''}Anfragen ${requests}, Fehler ${errors}, abgelehnt ${refused}.`,
  clients: 'Letzte Clients',
  noClients: 'Noch kein Client.',
  address: 'Von',
  client: 'Client',
  lastSeen: 'Letzte Anfrage',
  requests: 'Anfragen',
  help: {
    snmp: 'Netzwerkmanagementsysteme lesen und schalten die PDU über SNMP.',
    ssh: 'Benutzer lesen und schalten die PDU mit Befehlen über SSH.',
    nut: 'NUT-Clients wie upsc und upsmon lesen und schalten die PDU.',
    modbus: 'Gebäudeleitsysteme und SPS lesen die Messwerte und dürfen Steckdosen schalten, über Modbus TCP.',
    redfish:
      'Werkzeuge für Rechenzentren lesen und schalten die PDU über Redfish (DMTF), über HTTPS und mit den Konten der PDU.',
    mqtt: 'Der Controller ist Client Ihres MQTT-Brokers: Er veröffentlicht Messwerte und kann Befehle annehmen und sich bei Home Assistant anmelden.',
  },
  modbus: { server: 'Modbus-Server', writing: 'Schalten über Modbus' },
  everything: 'Alle Messwerte und Steckdosen',
  settings: 'Einstellungen',
  fsd: 'Erzwungenes Herunterfahren',
  fsdText: 'Ein Client hat FSD gesetzt: jedes upsmon dieser PDU fährt seinen Host herunter.',
  clearFsd: 'FSD aufheben',
  fsdCleared: 'FSD ist aufgehoben.',
  nobody: 'Niemand',
};

export const redfish = {
  clients: 'Für Clients',
  clientsText:
    'Die Adresse des Dienstes und Befehle zum Ausprobieren. Ohne eigenes Zertifikat müssen Clients das des Controllers annehmen.',
  events: 'Die Ereignisse, sobald sie eintreten; Abonnenten erhalten sie auch zugesandt.',
  basicAuth: { enabled: 'Erlaubt', unadvertised: 'Erlaubt, aber nicht angefordert', disabled: 'Aus' },
};

export const mqtt = {
  states: {
    off: 'Aus',
    connecting: 'Verbindung wird aufgebaut …',
    refused: 'Der Broker lehnt die Verbindung ab',
    unreachable: 'Nicht verbunden',
  },
  connected: (broker: string, version: string): string => `Verbunden mit ${broker} über MQTT ${version}`,
  since: (time: string): string => `Seit ${time}.`,
  counts: (sent: number, dropped: number, waiting: number): string =>
    `Nachrichten seit dem Start: gesendet ${sent}, verworfen ${dropped}, wartend ${waiting}.`,
  commandCounts: (done: number, refused: number): string => `Befehle: ausgeführt ${done}, abgelehnt ${refused}.`,
  broker: 'Broker',
  publishing: 'Veröffentlichen und Befehle',
  noUser: 'Niemand: nur der Status wird veröffentlicht',
  versions: { auto: 'Automatisch', '5': '5', '3.1.1': '3.1.1' },
  test: 'Verbindungstest',
  testText:
    'Verbindet sich einmal mit den obigen Einstellungen, auch mit noch nicht gespeicherten, und sendet eine Nachricht an sich selbst. Nichts wird geändert.',
  testStart: 'Verbindung testen',
  testPassed: 'Der Test war erfolgreich.',
  testFailed: 'Der Test ist fehlgeschlagen.',
  milliseconds: (count: number): string => `${count} ms`,
  steps: {
    address: 'Adresse',
    connection: 'Verbindung',
    encryption: 'Verschlüsselung',
    signIn: 'Anmeldung',
    roundTrip: 'Nachricht hin und zurück',
  },
};

export const conf = {
  deviceName: { label: 'Gerätename', help: 'Steht in der Kopfzeile, in E-Mails und in Traps.' },
  globalRebootTime: { label: 'Ausschaltdauer beim Neustart (s)', help: 'Für Steckdosen ohne eigene Ausschaltdauer.' },
  deviceSequentialPowerUpDelay: {
    label: 'Einschaltverzögerung zwischen den Steckdosen (s)',
    help: 'Nach einem Stromausfall gehen die Steckdosen nacheinander an.',
  },
  capacityDerating: {
    label: 'Zulässige Dauerlast (% eines Nennwerts; 0: nach Modell)',
    help: 'Zum Beispiel 80, wo Dauerlasten nur bis 80 % zulässig sind.',
  },
  tariff: { label: 'Stromtarif', help: 'Preis und Kohlendioxid der Energie.' },
  neighbours: {
    label: 'Benachbarte PDUs',
    help: 'Eine je Zeile: Name = Adresse, zum Beispiel „Rack 12 rechts = https://192.0.2.8/“. Die Kopfzeile bietet sie allen Benutzern an.',
  },
  autopingInterval: { label: 'Abstand zweier Pings (ms)', help: 'Wird auf ganze Sekunden aufgerundet.' },
  autopingTimeout: {
    label: 'Zeitlimit eines Pings (ms)',
    help: 'Ein Ping, der in dieser Zeit nicht beantwortet wird, ist fehlgeschlagen.',
  },
  postSigningSecret: {
    label: 'Signaturschlüssel der HTTP-Nachrichten',
    help: 'Beginnt mit whsec_. Die HTTP-Nachrichten von Aktionen werden damit signiert.',
  },
  actionsPerMinute: {
    label: 'Aktionen pro Minute',
    help: 'Höchstzahl der Läufe einer Aktion für ein Ereignis innerhalb einer Minute.',
  },
  hostName: {
    label: 'Hostname',
    help: 'Steht in Zertifikaten, E-Mails und Syslog-Meldungen. Benennt den Rechner nur um, wenn ein Host-Adapter installiert ist.',
  },
  ipAssign: { label: 'IP-Adresse', help: '' },
  staticIp: { label: 'Feste IP-Adresse', help: '' },
  subnetMask: { label: 'Subnetzmaske', help: '' },
  gatewayIp: { label: 'Standardgateway', help: '' },
  primaryDns: { label: 'Erster DNS-Server', help: '' },
  secondaryDns: { label: 'Zweiter DNS-Server', help: '' },
  secondaryHostName: { label: 'Hostname der zweiten Schnittstelle', help: '' },
  allowLocalTargets: {
    label: 'Den Controller selbst als Ziel zulassen',
    help: 'Aktionen und Syslog dürfen dann an diesen Rechner senden. Nur einschalten, wenn hier ein Dienst läuft.',
  },
  syslogServerIp: {
    label: 'Syslog-Server',
    help: 'Hostname oder IP-Adresse, mit :Port, wenn er vom üblichen abweicht (514, mit TLS 6514). Leer: nichts wird gesendet.',
  },
  syslogProtocol: {
    label: 'Übertragung',
    help: 'UDP bestätigt nichts; TLS verschlüsselt und prüft das Zertifikat.',
  },
  enableRemoteUserLogging: {
    label: 'Senden, was Benutzer tun',
    help: 'Einträge über Sitzungen, Benutzer, Rollen und Einstellungen.',
  },
  enableRemoteEventLogging: {
    label: 'Alles andere senden',
    help: 'Einträge über Steckdosen, Ereignisse und den Controller.',
  },
  enableRemoteTcpEncryptedLogging: { label: 'Immer TLS verwenden', help: 'Hat Vorrang vor der Übertragung oben.' },
  syslogCaCert: {
    label: 'CA-Zertifikat (PEM)',
    help: 'Die einzige CA, der beim Syslog-Server vertraut wird. Wenn leer, wird den öffentlichen CAs vertraut.',
  },
  sshEnabled: { label: 'SSH', help: `Eine Befehlszeile über SSH für Benutzer, Skripte und Werkzeuge. ${IMMEDIATELY}` },
  sshPort: { label: 'SSH-Port', help: LOW_PORT },
  sshAllowedNetworks: { label: 'Zugelassene Netze', help: networks('alle') },
  sshIdleTimeout: {
    label: 'Zeitlimit ohne Eingabe (s)',
    help: 'Eine Sitzung ohne Eingabe endet nach dieser Zeit. 0: nie.',
  },
  disableSshPassLogin: {
    label: 'Keine Anmeldung mit Passwort',
    help: 'Benutzer brauchen dann einen SSH-Schlüssel in ihrem Konto.',
  },
  disableSshKeyLogin: {
    label: 'Keine Anmeldung mit Schlüssel',
    help: 'Benutzer melden sich dann mit ihrem Passwort an.',
  },
  sshPrompt: {
    label: 'Eingabeaufforderung',
    help: 'Werkzeuge warten darauf; deshalb nur zusammen mit ihnen ändern. Wenn leer: keine.',
  },
  sshBanner: { label: 'Begrüßungstext', help: 'Text, der vor der Anmeldung angezeigt wird.' },
  webApiPasswordEnabled: {
    label: 'HTTP Basic',
    help: 'Erlaubt Clients, Benutzername und Passwort mit jeder Anfrage zu senden. Token sind sicherer. Ohne HTTPS wird das Passwort unverschlüsselt übertragen.',
  },
  webIdleTimeout: {
    label: 'Zeitlimit ohne Anfrage (s)',
    help: 'Eine Sitzung ohne Anfragen endet nach dieser Zeit. 0: nie.',
  },
  nutEnabled: { label: 'NUT-Server', help: IMMEDIATELY },
  nutPort: { label: 'Port', help: 'Der übliche Port von NUT ist 3493.' },
  nutName: {
    label: 'Name der PDU',
    help: 'NUT-Clients sprechen die PDU als name@host an, zum Beispiel pdu@192.0.2.7.',
  },
  nutAnonymousRead: {
    label: 'Lesen ohne Benutzer',
    help: 'upsc kann sich nicht anmelden. Schalten und Einstellen erfordern immer einen Benutzer.',
  },
  nutAnonymousRoleId: {
    label: 'Rechte ohne Benutzer',
    help: 'Clients ohne Benutzer sehen, was diese Rolle sehen darf.',
  },
  nutAllowedNetworks: { label: 'Zugelassene Netze', help: networks('alle') },
  nutRequireTls: {
    label: 'Passwörter nur mit TLS',
    help: 'Lehnt Benutzername und Passwort ab, die ein Client vor STARTTLS sendet. TLS verwendet das Zertifikat von HTTPS.',
  },
  nutFsdAllowed: {
    label: 'Erzwungenes Herunterfahren (FSD) zulassen',
    help: 'Ein upsmon, das sich als Administrator anmeldet, kann dann jedes upsmon dieser PDU seinen Host herunterfahren lassen.',
  },
  webAllowedHosts: {
    label: 'Hostnamen',
    help: 'Hostnamen, durch Kommas getrennt, unter denen die PDU Anfragen annimmt. Ihre IP-Adressen, ihre eigenen Hostnamen und die ihres Zertifikats werden immer angenommen. Wenn leer: alle Namen.',
  },
  webMaxUsers: { label: 'Höchstzahl angemeldeter Benutzer', help: '0: unbegrenzt.' },
  webSslEnabled: { label: 'HTTPS', help: IMMEDIATELY },
  webSslPort: { label: 'HTTPS-Port', help: LOW_PORT },
  webRedirectHttp: { label: 'HTTP auf HTTPS umleiten', help: 'Gilt, solange HTTPS erreichbar ist.' },
  webHstsEnabled: {
    label: 'Striktes HTTPS (HSTS)',
    help: 'Browser verwenden ein Jahr lang nur HTTPS. Erfordert ein Zertifikat, dem Browser vertrauen; mit jedem anderen verweigern sie die Verbindung.',
  },
  customSslCertEnabled: {
    label: 'Hochgeladenes Zertifikat verwenden',
    help: 'Wenn aus, wird das selbstsignierte Zertifikat verwendet.',
  },
  smtpServer: { label: 'Host', help: 'Hostname oder IP-Adresse. Wenn leer, wird keine E-Mail gesendet.' },
  smtpPort: { label: 'Port', help: '' },
  smtpFrom: { label: 'Absenderadresse', help: '' },
  smtpSecurity: { label: 'Verschlüsselung', help: 'Verlangt der Mailserver eine Anmeldung, wird immer TLS verwendet.' },
  smtpTlsEnabled: { label: 'TLS', help: 'Port 465 verwendet implizites TLS, andere Ports STARTTLS.' },
  smtpCaCert: {
    label: 'CA-Zertifikat (PEM)',
    help: 'Die einzige CA, der für den Mailserver vertraut wird. Wenn leer, wird den öffentlichen CAs vertraut.',
  },
  smtpAuthRequired: { label: 'Am Mailserver anmelden', help: '' },
  smtpUsername: { label: 'Benutzername', help: '' },
  smtpPassword: { label: 'Passwort', help: '' },
  snmpv12Enabled: { label: 'SNMP-Versionen 1 und 2c', help: '' },
  snmpv12ReadString: { label: 'Lese-Community', help: '' },
  snmpv12WriteString: { label: 'Schreib-Community', help: '' },
  snmpv12ReadRoleId: { label: 'Rolle der Lese-Community', help: 'Ihre Rechte begrenzen, was gelesen wird.' },
  snmpv12WriteRoleId: {
    label: 'Rolle der Schreib-Community',
    help: 'Ihre Rechte begrenzen, was gelesen und geschaltet wird.',
  },
  snmpMinimumSecurity: {
    label: 'Niedrigste SNMPv3-Sicherheitsstufe',
    help: 'Benutzer darunter haben keinen Zugriff über SNMP.',
  },
  snmpPort: { label: 'UDP-Port', help: '' },
  snmpAllowedNetworks: { label: 'Zugelassene Netze', help: networks('alle') },
  snmpContact: { label: 'Kontakt', help: 'Wird als sysContact ausgegeben.' },
  snmpLocation: { label: 'Standort', help: 'Wird als sysLocation ausgegeben.' },
  snmpIdentity: {
    label: 'Produktfamilie',
    help: 'Wird als sysObjectID ausgegeben; danach wählen Managementsysteme eine Vorlage.',
  },
  snmpSysDescr: {
    label: 'Systembeschreibung',
    help: 'Wird als sysDescr ausgegeben. Wenn leer, sind es Version und Modell.',
  },
  snmpCompatMibs: {
    label: 'Objekte von netBooter und PowerNet',
    help: 'Für Managementsysteme, die nur diese kennen.',
  },
  snmpInformEnabled: {
    label: 'Informs statt Traps senden',
    help: 'Empfänger bestätigen Informs. Ein unbestätigtes Inform wird dreimal gesendet.',
  },
  snmp3TrapUser: { label: 'Benutzername', help: '' },
  snmp3TrapSecurity: { label: 'Sicherheitsstufe', help: '' },
  snmp3TrapAuthProtocol: { label: 'Authentifizierung', help: '' },
  snmp3TrapPrivacyProtocol: { label: 'Verschlüsselung', help: '' },
  snmp3AuthPass: { label: 'Passphrase der Authentifizierung', help: '' },
  snmp3PrivacyPass: { label: 'Passphrase der Verschlüsselung', help: '' },
  modbusEnabled: { label: 'Modbus TCP', help: IMMEDIATELY },
  modbusPort: { label: 'Port', help: LOW_PORT },
  modbusAllowedNetworks: {
    label: 'Netze, die sich verbinden dürfen',
    help: `${networks('niemand')} Modbus hat keine Anmeldung: diese Liste ist der einzige Schutz.`,
  },
  modbusReadRoleId: {
    label: 'Rolle der Lesenden',
    help: 'Was diese Rolle nicht sehen darf, wird als unbekannt gelesen.',
  },
  modbusWriteEnabled: {
    label: 'Schalten zulassen',
    help: 'Clients in den Netzen unten können ohne Passwort schalten.',
  },
  modbusWriteNetworks: {
    label: 'Netze, die schalten dürfen',
    help: 'Nur solche, die sich auch verbinden dürfen. Wenn leer: niemand.',
  },
  modbusWriteRoleId: {
    label: 'Rolle der schaltenden Clients',
    help: 'Erforderlich, solange Schalten zugelassen ist.',
  },
  redfishEnabled: {
    label: 'Redfish',
    help: 'Unter /redfish und nur über HTTPS: Schalten Sie zuerst HTTPS ein. Wirkt sofort.',
  },
  redfishBasicAuth: {
    label: 'HTTP Basic',
    help: 'Name und Passwort bei jeder Anfrage. Clients mit Sitzungen oder Tokens brauchen das nicht.',
  },
  redfishChangePasswordAction: {
    label: 'Vor einer Passwortänderung das eigene Passwort verlangen',
    help: 'Über Redfish wird ein Passwort dann nur noch mit der Aktion ChangePassword geändert.',
  },
  redfishRetryInterval: {
    label: 'Abstand der Versuche (s)',
    help: 'Zwischen zwei Versuchen, ein Ereignis an einen Abonnenten zu senden.',
  },
  mqttEnabled: { label: 'MQTT', help: IMMEDIATELY },
  mqttHost: { label: 'Broker', help: 'Hostname oder IP-Adresse.' },
  mqttPort: { label: 'Port', help: 'Üblich ist 8883 mit TLS, 1883 ohne.' },
  mqttTls: { label: 'TLS', help: 'Ohne TLS werden Passwort, Messwerte und Befehle unverschlüsselt übertragen.' },
  mqttCaCert: {
    label: 'CA-Zertifikat (PEM)',
    help: 'Die einzige Zertifizierungsstelle, der für den Broker vertraut wird. Wenn leer, wird den öffentlichen vertraut.',
  },
  mqttUsername: { label: 'Benutzername', help: 'Unter dem der Broker den Controller kennt.' },
  mqttPassword: { label: 'Passwort', help: '' },
  mqttClientCert: {
    label: 'Client-Zertifikat (PEM)',
    help: 'Nur für Broker, die ein Zertifikat verlangen.',
  },
  mqttClientKey: { label: 'Privater Schlüssel des Client-Zertifikats (PEM)', help: '' },
  mqttClientId: {
    label: 'Client-ID',
    help: 'Kein anderer Client des Brokers darf dieselbe haben. Leer: rackfeed- und die Seriennummer.',
  },
  mqttVersion: { label: 'MQTT-Version', help: 'Automatisch: 5, und 3.1.1, wenn der Broker 5 ablehnt.' },
  mqttKeepalive: {
    label: 'Keep-Alive (s)',
    help: 'Nach dem Anderthalbfachen dieser Zeit ohne Lebenszeichen meldet der Broker den Controller als offline.',
  },
  mqttUserId: {
    label: 'Handelt als',
    help: 'Veröffentlicht wird, was dieser Benutzer sehen darf; Befehle haben seine Rechte. Am besten einen eigenen für MQTT anlegen.',
  },
  mqttTopicPrefix: {
    label: 'Topic-Präfix',
    help: 'Damit beginnen alle Topics dieser PDU. Leer: rackfeed/ und die Seriennummer.',
  },
  mqttPublishInterval: {
    label: 'Intervall (s)',
    help: 'Die Messwerte jedes Objekts werden mindestens so oft gesendet.',
  },
  mqttDeadband: { label: 'Unempfindlichkeit (%)', help: 'Messwerte, die sich um mehr ändern, werden sofort gesendet.' },
  mqttCommandsEnabled: {
    label: 'Befehle annehmen',
    help: 'Wer beim Broker in die Befehls-Topics schreiben darf, kann dann schalten.',
  },
  mqttRequireTime: {
    label: 'Befehle nur mit Zeitangabe',
    help: 'Lehnt Befehle in JSON ab, die nicht angeben, wann sie gesendet wurden.',
  },
  mqttDiscoveryEnabled: {
    label: 'Home-Assistant-Erkennung',
    help: 'Meldet Steckdosen, Messwerte und Sensoren, damit Home Assistant sie selbst einrichtet.',
  },
  mqttDiscoveryPrefix: {
    label: 'Erkennungspräfix',
    help: 'Wie in Home Assistant eingestellt; üblich ist homeassistant.',
  },
  timezone: { label: 'Zeitzone', help: 'Gilt für Zeitpläne, E-Mails und alle angezeigten Zeiten.' },
  daylightsavings: { label: 'Sommerzeit', help: '' },
  ntpEnabled: { label: 'NTP', help: 'Wirkt nur, wenn ein Host-Adapter installiert ist.' },
  ntpHost: { label: 'NTP-Server', help: '' },
  ntpFallbackHosts: {
    label: 'Weitere NTP-Server',
    help: 'Werden gefragt, wenn der erste nicht antwortet; durch Kommas getrennt.',
  },
  rackRow: { label: 'Reihe', help: '' },
  rackName: { label: 'Rack', help: '' },
  rackUnit: {
    label: 'Unterste Höheneinheit',
    help: '0, wenn die PDU keine belegt, etwa neben den Schienen, oder wenn sie nicht bekannt ist.',
  },
  assetTag: { label: 'Inventarnummer', help: 'Die Nummer der PDU in Ihrem Inventar.' },
};

export const certificate = {
  source: 'Herkunft',
  sources: { selfSigned: 'Vom Controller selbst signiert', custom: 'Hochgeladen' },
  subject: 'Inhaber',
  issuer: 'Aussteller',
  names: 'Hostnamen und IP-Adressen',
  validFrom: 'Gültig ab',
  validTo: 'Gültig bis',
  fingerprint: 'SHA-256-Fingerabdruck',
  key: 'Schlüssel',
  expired: 'Abgelaufen',
  endsSoon: (days: number): string => (days === 1 ? 'Läuft innerhalb eines Tages ab' : `Läuft in ${days} Tagen ab`),
  download: 'Als PEM herunterladen',
  upload: 'Zertifikat hochladen',
  uploadHint:
    'Der private Schlüssel wird unverschlüsselt übertragen. HTTPS oder ein vertrauenswürdiges Netz verwenden.',
  certificateField: 'Zertifikat (PEM)',
  certificateHelp: 'Das Zertifikat des Controllers, gefolgt von seinen Zwischenzertifikaten.',
  keyField: 'Privater Schlüssel (PEM)',
  keyHelp: 'Ohne Passphrase. Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
  fromFile: 'Datei auswählen',
  uploaded: 'Zertifikat hochgeladen und in Gebrauch.',
  renew: 'Selbstsigniertes Zertifikat erneuern',
  renewTitle: 'Selbstsigniertes Zertifikat erneuern?',
  renewText:
    'Erzeugt einen neuen Schlüssel und ein neues Zertifikat für die jetzigen Namen und Adressen des Controllers. Browser, die dem alten Zertifikat vertraut haben, zeigen eine Warnung.',
  renewed: 'Selbstsigniertes Zertifikat erneuert.',
  remove: 'Hochgeladenes Zertifikat löschen',
  removeTitle: 'Hochgeladenes Zertifikat löschen?',
  removeText: 'Sein privater Schlüssel wird ebenfalls gelöscht. HTTPS verwendet dann das selbstsignierte Zertifikat.',
  removed: 'Hochgeladenes Zertifikat gelöscht.',
};

export const settingSearch = {
  field: 'Einstellungen suchen',
  help: 'Nach Namen, Schlüssel oder Wirkung. Die Eingabetaste öffnet die erste.',
  count: (count: number): string => (count === 1 ? '1 Einstellung' : `${count} Einstellungen`),
};

export const signingRequest = {
  title: 'Zertifikat einer Zertifizierungsstelle',
  help: 'Der Controller erzeugt den Schlüssel, der ihn nie verlässt, und eine Zertifikatsanforderung (CSR) für Ihre Zertifizierungsstelle.',
  names: 'Hostnamen und IP-Adressen',
  namesHelp: 'Alles, worunter Browser die PDU erreichen, durch Kommas getrennt.',
  organization: 'Organisation (optional)',
  country: 'Land',
  keyType: 'Schlüssel',
  create: 'CSR erstellen und herunterladen',
  open: 'Es gibt eine offene Zertifikatsanforderung für',
  signed: 'Signiertes Zertifikat (PEM)',
  signedHelp: 'Das Zertifikat, das die Zertifizierungsstelle geschickt hat, gefolgt von seinen Zwischenzertifikaten.',
  switchOn: 'HTTPS einschalten',
  use: 'Zertifikat verwenden',
  useAndSwitchOn: 'Zertifikat verwenden und HTTPS einschalten',
  download: 'CSR erneut herunterladen',
  remove: 'Anforderung löschen',
  removeTitle: 'Zertifikatsanforderung löschen?',
  removeText:
    'Ihr Schlüssel wird ebenfalls gelöscht. Ein Zertifikat, das dafür ausgestellt wird, lässt sich dann nicht mehr verwenden.',
};
