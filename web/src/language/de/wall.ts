export const wall = {
  clock: 'Zeitpunkt dieser Werte',
  ended: 'Der Zugang dieses Bildschirms ist beendet. Öffnen Sie ihn über einen neuen Link.',
  notSignedIn:
    'Dieser Bildschirm ist nicht angemeldet. Öffnen Sie ihn über einen Link aus dem Kontomenü, oder melden Sie sich in diesem Browser an.',
};

export const wallLink = {
  text: 'Ein Bildschirm an der Wand zeigt das Rack, drei Kennzahlen und die Alarme. Ändern lässt sich dort nichts.',
  screen: 'Bildschirm',
  newScreen: 'Neuer Bildschirm',
  replaces: 'Der neue Link ersetzt den bisherigen dieses Bildschirms.',
  account: 'Benutzername des Bildschirms',
  accountHelp: 'Der Bildschirm bekommt einen eigenen Benutzer mit der Rolle „Wall screen“, die nur lesen darf.',
  theme: 'Farben',
  rotate: 'Drehung',
  degrees: (degrees: number): string => `${degrees}°`,
  dims: 'Nachts abdunkeln',
  from: 'Ab (Stunde)',
  to: 'Bis (Stunde)',
  zone: (zone: string): string => `Uhrzeit der PDU: ${zone}.`,
  create: 'Link erstellen',
  link: 'Link',
  shown:
    'Öffnen Sie diesen Link auf dem Bildschirm. Er wird nur einmal angezeigt: Wer ihn hat, sieht, was der Bildschirm zeigt. Um ihn ungültig zu machen, widerrufen Sie das Token des Benutzers oder löschen Sie den Benutzer.',
  openHere: 'Hier mit dieser Sitzung öffnen',
  roleChanges: (role: string): string =>
    `Die Rolle „${role}“ darf etwas ändern oder mehr als lesen. Entziehen Sie ihr diese Berechtigungen, oder benennen Sie sie um.`,
};
