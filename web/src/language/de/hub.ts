export const ofHub = {
  errors: {
    unreachable: 'Der Hub ist nicht erreichbar. Prüfen Sie das Netzwerk; diese Seite versucht es von selbst weiter.',
    pageNotLoaded: 'Die PDUs und ihre Automatik laufen weiter. Prüfen Sie das Netzwerk und versuchen Sie es erneut.',
    noAnswer:
      'Der Hub hat nicht geantwortet. Ob die Änderung ausgeführt wurde, ist nicht bekannt: Prüfen Sie das, bevor Sie sie erneut senden.',
    notSignedOut:
      'Sie sind noch angemeldet, weil der Hub nicht geantwortet hat. Melden Sie sich ab, sobald er wieder erreichbar ist.',
    unexpected:
      'Der Hub hat eine unerwartete Antwort gesendet. Versuchen Sie es erneut; bleibt der Fehler bestehen, prüfen Sie das Protokoll des Hubs.',
    crashed:
      'Die PDUs und ihre Automatik laufen weiter. Laden Sie die Seite neu; tritt der Fehler wieder auf, prüfen Sie das Protokoll des Hubs.',
  },
  offline: {
    title: 'Der Hub ist nicht erreichbar',
    text: 'Die PDUs arbeiten ohne ihn weiter, aber ihr Zustand ist zurzeit nicht bekannt. Diese Seite versucht es von selbst weiter.',
  },
  shell: { newVersion: 'Der Hub wurde aktualisiert.' },
  outlets: {
    noAnswer:
      'Der Befehl wurde gesendet, aber der Hub hat nicht geantwortet. Ob er ausgeführt wurde, ist nicht bekannt: Prüfen Sie die Befehle der PDU, bevor Sie ihn erneut senden.',
  },
  log: {
    filters: { controller: 'Fehler des Hubs' },
    vias: { system: 'Hub' },
  },
  users: {
    deleteText:
      'Die Sitzungen und das Token dieses Benutzers werden mitgelöscht. Das lässt sich nicht rückgängig machen.',
    currentPasswordHelp:
      'Das Passwort des eingebauten Administrators kann nicht im Browser zurückgesetzt werden. Ist es verloren, führen Sie auf dem Rechner des Hubs „rackfeed reset-password“ aus.',
  },
  roles: {
    outlets: 'PDUs',
    areas: { network: 'Flotte und Netzwerkeinstellungen', device: 'Einstellungen des Hubs' },
    areaHelp: {
      network:
        'Token für die Aufnahme, und jede PDU: ansehen, aufnehmen, umbenennen, ausschließen und löschen; Web, Syslog, Zertifikate',
      device: 'Name und Zeitzone des Hubs, und sein Zustand',
    },
    perOutlet: 'Berechtigungen an PDUs',
    perOutletHelp: 'Wählen Sie Zeilen aus, um mehrere PDUs auf einmal einzustellen, oder stellen Sie jede einzeln ein.',
  },
  conf: {
    deviceName: { label: 'Name des Hubs', help: 'Steht in der Kopfzeile seiner Seiten.' },
    hostName: { help: 'Steht in Zertifikaten und Syslog-Meldungen. Der Rechner selbst wird nicht umbenannt.' },
    timezone: { help: 'Gilt für alle angezeigten Zeiten.' },
    webAllowedHosts: {
      help: 'Hostnamen, durch Kommas getrennt, unter denen der Hub Anfragen annimmt. Seine IP-Adressen, seine eigenen Hostnamen und die seines Zertifikats werden immer angenommen. Wenn leer: alle Namen.',
    },
    webSslPort: { help: 'Für einen Port unter 1024 braucht der Hub die Erlaubnis des Betriebssystems.' },
    allowLocalTargets: {
      label: 'Den Hub selbst als Ziel zulassen',
      help: 'Syslog darf dann an diesen Rechner senden. Schalten Sie es nur ein, wenn hier ein Dienst läuft.',
    },
    enableRemoteEventLogging: { help: 'Einträge über PDUs, Token, Befehle und den Hub.' },
  },
  certificate: {
    sources: { selfSigned: 'Vom Hub selbst signiert' },
    certificateHelp: 'Das Zertifikat des Hubs, gefolgt von seinen Zwischenzertifikaten.',
    renewText:
      'Erzeugt einen neuen Schlüssel und ein neues Zertifikat für die jetzigen Namen und Adressen des Hubs. Browser, die dem alten Zertifikat vertraut haben, zeigen eine Warnung.',
  },
  signingRequest: {
    help: 'Der Hub erzeugt einen Schlüssel, der ihn nie verlässt, und eine Zertifikatsanforderung (CSR) für Ihre Zertifizierungsstelle.',
    namesHelp: 'Alles, worunter Browser den Hub erreichen, durch Kommas getrennt.',
  },
  configuration: {
    intro:
      'Die Einstellungen, Benutzer und Rollen des Hubs und die Namen seiner PDUs als ein Dokument, zum Sichern, Vergleichen oder Übertragen auf einen anderen Hub.',
    applyText: (count: string): string =>
      `${count}. Ist eine davon nicht möglich, wird keine ausgeführt. Es wird nichts geschaltet.`,
  },
};
