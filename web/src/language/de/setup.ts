export const setup = {
  text: (passed: number, all: number): string =>
    `${passed} von ${all} Schritten sind erledigt. Überspringen Sie, was Sie nicht brauchen; Sie können jederzeit zurückkommen.`,
  steps: {
    name: {
      title: 'Name und Standort',
      help: 'Welche PDU ist das, und wo ist sie? E-Mails, Alarme und Browser-Tabs nennen beides.',
    },
    time: { title: 'Zeitzone und Uhr', help: 'Zeitpläne, E-Mails und Diagramme richten sich nach dieser Zone.' },
    outlets: {
      title: 'Angeschlossene Geräte',
      help: 'Eintippen oder aus einer Tabellenkalkulation einfügen: die Spalten Name, Gerät und Adresse, auf Wunsch mit der Nummer der Steckdose davor. Ein Gerät mit Adresse wird angepingt.',
    },
    mail: {
      title: 'E-Mail',
      help: 'Der Server, über den Alarme verschickt werden. Speichern Sie ihn und senden Sie sich dann eine Testmail.',
    },
    rules: {
      title: 'Vorgeschlagene Ereignisse',
      help: 'Sie passen zu dieser PDU und den angeschlossenen Geräten. Sie werden aufgezeichnet; Aktionen dafür wählen Sie unter „Ereignisse“.',
    },
    token: { title: 'Token für Skripte', help: 'Skripte melden sich mit einem Token statt mit Ihrem Passwort an.' },
  },
  states: { done: 'Erledigt', skipped: 'Übersprungen', open: 'Offen' },
  save: 'Speichern und weiter',
  skip: 'Überspringen',
  next: 'Weiter',
  finish: 'Fertig',
  dismiss: 'Nicht mehr anbieten',
  dismissText: 'Sie finden die Einrichtung unter „Gerät“ wieder.',
  noRules: 'Es gibt nichts vorzuschlagen: Alles, was zu dieser PDU passt, ist schon da.',
  zoneHere: (zone: string): string => `${zone} verwenden, wie in diesem Browser`,
  clockWrong: (time: string): string =>
    `Die Uhr der PDU weicht von der dieses Rechners ab, auf dem es ${time} ist. Schalten Sie NTP ein oder stellen Sie die Uhr des Controllers.`,
};

export const table = {
  number: 'Nr.',
  help: 'Eingabetaste und Pfeiltasten wechseln die Zelle, Esc nimmt eine Eingabe zurück. Ein Block aus einer Tabellenkalkulation lässt sich einfügen. Leere Zellen entfernen einen Wert.',
  columns: {
    name: 'Name',
    device: 'Gerät',
    address: 'Adresse',
    labels: 'Etiketten',
    protection: 'Schutz',
    pwrOnState: 'Nach Stromausfall',
    offTime: 'Ausschaltdauer (s)',
    assetTag: 'Inventarnummer',
    rackUnit: 'Höheneinheit',
    feed: 'Versorgung',
  },
  cell: (column: string, outlet: string): string => `${column} der Steckdose ${outlet}`,
  labelsWrong:
    'Schreiben Sie Etiketten als schluessel=wert, durch Semikolons getrennt. Ein Schlüssel besteht nur aus a–z, 0–9, „.“, „_“ und „-“.',
  required: (what: string): string => `Erforderlich: ${what}`,
  changed: (cells: number, outlets: number): string =>
    `${cells === 1 ? '1 Zelle' : `${cells} Zellen`} in ${outlets === 1 ? '1 Steckdose' : `${outlets} Steckdosen`} geändert.`,
  left: (cells: number): string =>
    cells === 1 ? 'Für 1 eingefügte Zelle war kein Platz.' : `Für ${cells} eingefügte Zellen war kein Platz.`,
  discard: 'Änderungen verwerfen',
};
