export const palette = {
  title: 'Suche und Befehle',
  field: 'Seiten, Steckdosen, Einstellungen und Befehle suchen',
  example: 'Mailserver, Hypervisor 2 neu starten, Zeitzone …',
  results: 'Ergebnisse',
  count: (count: number): string => (count === 1 ? '1 Ergebnis' : `${count} Ergebnisse`),
  nothing: 'Keine Treffer.',
  keys: '↑ ↓ wählen, Eingabetaste öffnet, Esc schließt',
  kinds: {
    page: 'Seite',
    outlet: 'Steckdose',
    group: 'Gruppe',
    event: 'Ereignis',
    setting: 'Einstellung',
    command: 'Befehl',
  },
  settingOf: (page: string): string => `Einstellung in ${page}`,
  /** The forms in which a command is typed; the first is shown. */
  commands: {
    ON: (name: string): string[] => [`${name} einschalten`, `einschalten ${name}`, `schalte ${name} ein`],
    OFF: (name: string): string[] => [`${name} ausschalten`, `ausschalten ${name}`, `schalte ${name} aus`],
    REBOOT: (name: string): string[] => [`${name} neu starten`, `Neustart ${name}`, `starte ${name} neu`],
  },
  contactCommands: {
    CLOSE: (name: string): string[] => [`${name} schließen`, `schließe Kontakt ${name}`],
    OPEN: (name: string): string[] => [`${name} öffnen`, `öffne Kontakt ${name}`],
  },
  tests: {
    mail: (): string[] => ['Testmail senden', 'E-Mail SMTP testen'],
    snmp: (): string[] => ['Test-Trap senden', 'SNMP testen'],
    syslog: (): string[] => ['Testmeldung an Syslog senden', 'Syslog testen'],
    mqtt: (): string[] => ['Verbindung zum MQTT-Broker testen', 'MQTT prüfen'],
  },
  fullBackup: (): string[] => [
    'Vollständige Sicherung mit Passphrase speichern',
    'Konfiguration mit Geheimnissen exportieren',
  ],
  acknowledge: (alarm: string): string[] => [`Quittieren: ${alarm}`, `Alarm bestätigen ${alarm}`],
  test: (action: string): string[] => [`Aktion ${action} testen`, `${action} ausführen`],
  enableEvent: (event: string): string[] => [`Ereignis ${event} aktivieren`, `${event} einschalten`],
  disableEvent: (event: string): string[] => [`Ereignis ${event} deaktivieren`, `${event} ausschalten`],
  themes: {
    auto: (): string[] => ['Darstellung wie das System', 'automatische Farben'],
    light: (): string[] => ['Helle Darstellung', 'helle Farben'],
    dark: (): string[] => ['Dunkle Darstellung', 'dunkle Farben'],
  },
  language: (name: string): string[] => [`Sprache: ${name}`, `Language: ${name}`],
  saveConfiguration: 'Konfiguration ohne Geheimnisse speichern',
  saveDiagnostics: 'Diagnosedatei speichern',
  /** Other words for commands of the controller. */
  otherWords: {
    restart: 'Neustart des Controllers',
    reset: 'alles löschen',
    export: 'Sicherung herunterladen Export',
    diagnostics: 'Supportdatei herunterladen',
    endOthers: 'alle meine Geräte abmelden',
    signOut: 'ausloggen',
  },
};
