import type { Pair } from '../sentence.js';

/** The reasons why a certificate cannot be used. */
const CERTIFICATES: readonly Pair[] = [
  ['there is no PEM block "CERTIFICATE" in it', 'es enthält keinen PEM-Block „CERTIFICATE“'],
  ['one of its PEM blocks is damaged', 'einer seiner PEM-Blöcke ist beschädigt'],
  ['it has more than %s certificates', 'es sind mehr als %s Zertifikate'],
  [
    'its first certificate does not belong to the open signing request',
    'das erste Zertifikat gehört nicht zur offenen Zertifikatsanforderung',
  ],
  ['TLS refuses it (%s)', 'TLS lehnt es ab (%s)'],
  ['unknown reason', 'Grund unbekannt'],
  ['it has expired on %s', 'es ist am %s abgelaufen'],
  ['it is not valid before %s, and the clock here says %s', 'es gilt erst ab %s, und die Uhr zeigt hier %s'],
  ['it is not meant for a server', 'es ist nicht für einen Server bestimmt'],
  ['its certificate %s has not issued certificate %s', 'sein Zertifikat %s hat Zertifikat %s nicht ausgestellt'],
];

/** The reasons why a private key cannot be used. */
const PRIVATE_KEYS: readonly Pair[] = [
  ['it is not the key of the first certificate', 'er gehört nicht zum ersten Zertifikat'],
  ['it is encrypted; send it without a passphrase', 'er ist verschlüsselt; senden Sie ihn ohne Passphrase'],
  ['it is not a private key in PEM', 'es ist kein privater Schlüssel in PEM'],
  ['it has %s bits; %s are needed', 'er hat %s Bit; nötig sind %s'],
  [
    'browsers cannot use its kind (%s); RSA and EC with P-256, P-384 or P-521 are usable',
    'Browser können seine Art nicht verwenden (%s); verwendbar sind RSA und EC mit P-256, P-384 oder P-521',
  ],
];

/** The reasons why an SSH key cannot be used. */
const SSH_KEYS: readonly Pair[] = [
  ['it is longer than 16 KiB', 'er ist länger als 16 KiB'],
  [
    'it is a private key; make a new pair and send its public half',
    'es ist ein privater Schlüssel; erzeugen Sie ein neues Paar, und senden Sie dessen öffentlichen Teil',
  ],
  ['it has more than one line', 'er hat mehr als eine Zeile'],
  ['it does not have the form "type data comment"', 'er hat nicht die Form „Typ Daten Kommentar“'],
  ['its data is not base64', 'seine Daten sind nicht in Base64'],
  ['its data is not a key', 'seine Daten sind kein Schlüssel'],
  ['its data is cut off', 'seine Daten sind abgeschnitten'],
  ['its data is of another type than it says', 'seine Daten gehören zu einem anderen Typ als dem genannten'],
  ['its type must be one of %s', 'sein Typ muss einer von diesen sein: %s'],
  ['it has %s fields instead of %s', 'er hat %s Felder statt %s'],
  ['its numbers are not those of a key', 'seine Zahlen sind nicht die eines Schlüssels'],
  ['its exponent is too long', 'sein Exponent ist zu lang'],
  [
    'an RSA key of %s bits is too weak; make one of at least 2,048',
    'ein RSA-Schlüssel mit %s Bit ist zu schwach; erzeugen Sie einen mit mindestens 2048 Bit',
  ],
  ['an RSA key of %s bits is too long', 'ein RSA-Schlüssel mit %s Bit ist zu lang'],
  ['its point does not have 32 bytes', 'sein Punkt hat nicht 32 Bytes'],
  ['its point has not the right form', 'sein Punkt hat nicht die richtige Form'],
  ['its curve is not the one of its type', 'seine Kurve ist nicht die seines Typs'],
  ['its application has not the right form', 'seine Anwendung hat nicht die richtige Form'],
];

/** The reasons why firmware cannot be installed. */
const FIRMWARE: readonly Pair[] = [
  ['it is not a firmware bundle, or is damaged', 'sie ist kein Firmware-Paket oder ist beschädigt'],
  ['it is not complete', 'sie ist nicht vollständig'],
  ['it holds %s, which is not a plain file', 'sie enthält %s, was keine einfache Datei ist'],
  ['more follows after its last file', 'nach ihrer letzten Datei folgt noch etwas'],
  [
    'it holds a file that its manifest does not name, or one twice',
    'sie enthält eine Datei, die ihr Manifest nicht nennt, oder eine doppelt',
  ],
  ['%s is not the one that was signed', '%s ist nicht die signierte Datei'],
  ['%s is missing', '%s fehlt'],
  ['it does not begin with %s and %s', 'sie beginnt nicht mit %s und %s'],
  ['its %s is too large', 'ihre Datei %s ist zu groß'],
  [
    'it is signed with the key "%s", which this release does not know',
    'sie ist mit dem Schlüssel „%s“ signiert, den diese Version nicht kennt',
  ],
  ['its signature is invalid', 'ihre Signatur ist ungültig'],
  ['it has left more than its files', 'sie hat mehr als ihre Dateien hinterlassen'],
  ['%s was not written to the disk as it came', '%s wurde nicht so gespeichert, wie es ankam'],
  ['it is made for %s, and this is %s', 'sie ist für %s bestimmt, und dies ist %s'],
  ['it is made for systems with %s, and this one has %s', 'sie ist für Systeme mit %s bestimmt, und dieses hat %s'],
  [
    'it needs at least glibc %s, and this system has %s; update the system first, or make the bundle on one that is as old',
    'sie braucht mindestens glibc %s, und dieses System hat %s; aktualisieren Sie zuerst das System, oder erzeugen Sie das Paket auf einem ebenso alten',
  ],
  [
    'it needs at least Node.js %s, and this is %s; update that first',
    'sie braucht mindestens Node.js %s, und dies ist %s; aktualisieren Sie das zuerst',
  ],
  [
    'it needs at least version %s to be installed over, and this is %s',
    'sie lässt sich erst ab Version %s darüber installieren, und dies ist %s',
  ],
  [
    'it is version %s, older than %s; an administrator may send it with allowDowngrade=true',
    'sie hat die Version %s, älter als %s; ein Administrator kann sie mit allowDowngrade=true senden',
  ],
  [
    'its manifest has a format that this version does not know',
    'ihr Manifest hat ein Format, das diese Version nicht kennt',
  ],
  ['it is made for another product', 'sie ist für ein anderes Produkt bestimmt'],
  [
    'its manifest does not say which version it is and what it needs',
    'ihr Manifest nennt nicht ihre Version und was sie braucht',
  ],
  ['its manifest does not say which C library it needs', 'ihr Manifest nennt nicht, welche C-Bibliothek sie braucht'],
  ['its manifest does not say which key has signed it', 'ihr Manifest nennt nicht, welcher Schlüssel sie signiert hat'],
  ['its manifest does not list its files', 'ihr Manifest zählt ihre Dateien nicht auf'],
  ['its manifest cannot be read', 'ihr Manifest ist nicht lesbar'],
  ['it names a file outside of its own folder', 'sie nennt eine Datei außerhalb ihres Ordners'],
  ['it names %s twice', 'sie nennt %s doppelt'],
  ['it does not say how %s must be', 'sie nennt nicht, wie %s sein muss'],
  ['it is larger than any release', 'sie ist größer als jede Version'],
  ['this controller keeps nothing', 'dieser Controller speichert nichts'],
  [
    'this PDU has the release of its collector, which is updated on its machine',
    'diese PDU hat die Version ihres Kollektors, der auf seinem Rechner aktualisiert wird',
  ],
  ['the server of the image answered %s', 'der Server, auf dem sie liegt, antwortete %s'],
  ['the image was not downloaded: %s', 'sie wurde nicht heruntergeladen: %s'],
];

/** The reasons why firmware was rolled back. */
export const ROLL_BACKS: readonly Pair[] = [
  ['Its files are missing or not whole.', 'Ihre Dateien fehlen oder sind unvollständig.'],
  [
    'It was started %s times and ended before it had proved itself.',
    'Sie wurde %s-mal gestartet und endete, bevor sie sich bewährt hatte.',
  ],
  ['It does not listen.', 'Sie nimmt keine Verbindungen an.'],
  ['It does not reach the hardware.', 'Sie erreicht die Hardware nicht.'],
  ['It cannot use the database.', 'Sie kann die Datenbank nicht verwenden.'],
  ['It cannot write the database: %s', 'Sie kann die Datenbank nicht beschreiben: %s'],
];

/** The reasons why a file or a key that a user has sent is refused, as the end of a sentence. */
export const REFUSED_FILES: readonly Pair[] = [...CERTIFICATES, ...PRIVATE_KEYS, ...SSH_KEYS, ...FIRMWARE];
