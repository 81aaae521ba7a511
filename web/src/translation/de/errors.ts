import type { Pair } from '../sentence.js';

/** The German of every error of the API by its code, beside the English sentence that it translates. */
export const ERRORS: Readonly<Record<string, Pair>> = {
  REQUEST_MALFORMED: ['This is not a valid HTTP request.', 'Das ist keine gültige HTTP-Anfrage.'],
  METHOD_UNKNOWN: [
    'This HTTP method is not supported; use GET, HEAD, POST, PUT, PATCH or DELETE.',
    'Diese HTTP-Methode wird nicht unterstützt; verwenden Sie GET, HEAD, POST, PUT, PATCH oder DELETE.',
  ],
  REQUEST_TOO_SLOW: [
    'The request was not complete in time; send it again on a new connection.',
    'Die Anfrage war nicht rechtzeitig vollständig; senden Sie sie auf einer neuen Verbindung erneut.',
  ],
  EXPECTATION_UNKNOWN: [
    'The header Expect may only be 100-continue; leave it out.',
    'Der Header Expect darf nur 100-continue enthalten; lassen Sie ihn weg.',
  ],
  HEADERS_TOO_LARGE: [
    'The headers are larger than 16 KiB; send fewer cookies or shorter ones.',
    'Die Header sind größer als 16 KiB; senden Sie weniger oder kürzere Cookies.',
  ],
  NOT_SIGNED_IN: [
    'Sign in first: send a session cookie, a bearer token or, where it is switched on, HTTP Basic.',
    'Melden Sie sich zuerst an: mit Sitzungs-Cookie, Zugriffstoken oder, wo eingeschaltet, HTTP Basic.',
  ],
  SIGN_IN_FAILED: [
    'The user name or password is wrong, or the account may not sign in now.',
    'Benutzername oder Passwort ist falsch, oder das Konto darf sich zurzeit nicht anmelden.',
  ],
  NOT_ALLOWED: ['Your role does not have the permission %s.', 'Ihrer Rolle fehlt die Berechtigung %s.'],
  OUTLET_NOT_ALLOWED: [
    'Your role does not list outlet "%s" in %s.',
    'In Ihrer Rolle ist die Steckdose „%s“ nicht unter %s aufgeführt.',
  ],
  NO_OUTLET_ALLOWED: [
    'Your role does not list any outlet in %s.',
    'In Ihrer Rolle ist keine Steckdose unter %s aufgeführt.',
  ],
  ADMINISTRATOR_ONLY: ['Only the Administrator role may do this.', 'Das ist der Administratorrolle vorbehalten.'],
  ROUTE_WITHOUT_ACCESS_RULE: [
    'This path does not say who may enter, so nobody may.',
    'Für diesen Pfad ist nicht festgelegt, wer ihn aufrufen darf; deshalb darf es niemand.',
  ],
  FOREIGN_ORIGIN: [
    'The request comes from a page of another site; open this address in its own tab and try again.',
    'Die Anfrage kommt von der Seite einer anderen Website; öffnen Sie diese Adresse in einem eigenen Tab und versuchen Sie es erneut.',
  ],
  PATH_UNKNOWN: [
    'There is no such path, or it does not support this method.',
    'Diesen Pfad gibt es nicht, oder er kennt diese Methode nicht.',
  ],
  BODY_TOO_LARGE: ['The body is larger than 64 KiB.', 'Die gesendeten Daten sind größer als 64 KiB.'],
  HOST_NOT_ALLOWED: [
    'Requests to this host name are not answered; use the IP address, or ask an administrator to add the name to webAllowedHosts.',
    'Anfragen an diesen Hostnamen werden nicht beantwortet; verwenden Sie die IP-Adresse, oder lassen Sie den Namen von einem Administrator in webAllowedHosts eintragen.',
  ],
  COLLECTOR_HOST_UNKNOWN: [
    'The collector answers only to its address, to localhost and to the name of its machine.',
    'Der Collector antwortet nur unter seiner Adresse, localhost und dem Namen seiner Maschine.',
  ],
  BODY_INCOMPLETE: ['The body ended before it was complete.', 'Die gesendeten Daten sind unvollständig.'],
  BODY_ENCODED: [
    'The body has a content encoding; send it uncompressed.',
    'Die gesendeten Daten sind kodiert; senden Sie sie unkomprimiert.',
  ],
  BODY_NOT_JSON: ['The body is not valid JSON.', 'Die gesendeten Daten sind kein gültiges JSON.'],
  BODY_NOT_OBJECT: ['The body must be a JSON object.', 'Die gesendeten Daten müssen ein JSON-Objekt sein.'],
  BODY_NOT_LIST: ['The body must be a JSON list.', 'Die gesendeten Daten müssen eine JSON-Liste sein.'],
  BODY_TOO_DEEP: [
    'The body is nested more than 20 levels deep.',
    'Die gesendeten Daten sind mehr als 20 Ebenen tief verschachtelt.',
  ],
  FORM_INCOMPLETE: [
    'The upload ended before it was complete; send it again.',
    'Das Hochladen brach ab, bevor alles gesendet war; senden Sie die Datei erneut.',
  ],
  FORM_MALFORMED: [
    'The form cannot be read; send it as multipart/form-data, as a browser or curl -F does.',
    'Das Formular ist nicht lesbar; senden Sie es als multipart/form-data wie ein Browser oder curl -F.',
  ],
  FORM_TOO_LARGE: [
    'The form has too many fields, or one with too long a name or value; send the file with the documented fields only.',
    'Das Formular hat zu viele Felder oder eines mit zu langem Namen oder Wert; senden Sie die Datei nur mit den dokumentierten Feldern.',
  ],
  BODY_NEEDS_JSON_TYPE: [
    'Send this request with Content-Type: application/json.',
    'Senden Sie diese Anfrage mit Content-Type: application/json.',
  ],
  VALIDATION_FAILED: ['%s', '%s'],
  LIST_FULL: [
    'There are already %s %s, the most that are kept; delete some that are no longer needed.',
    'Es gibt schon %s %s, mehr werden nicht gespeichert; löschen Sie nicht mehr benötigte.',
  ],
  LIST_SHARE_USED: [
    'You have created %s of the %s, the most for one user; delete some of yours, or ask an administrator.',
    'Sie haben %s der %s angelegt, mehr darf ein Benutzer nicht anlegen; löschen Sie eigene, oder wenden Sie sich an einen Administrator.',
  ],
  LIST_TOTAL_FULL: [
    'All %s together may have at most %s %s; remove some first.',
    'Alle %s zusammen dürfen höchstens %s %s haben; entfernen Sie zuerst einige.',
  ],
  NOTHING_TO_CHANGE: ['Send at least one of: %s.', 'Senden Sie mindestens eines von: %s.'],
  TOO_MANY_ATTEMPTS: [
    'Too many attempts; try again in %s seconds.',
    'Zu viele Versuche; versuchen Sie es in %s Sekunden erneut.',
  ],
  TOO_MANY_COMMANDS: [
    'You have sent too many commands at once; try again in %s seconds.',
    'Zu viele Befehle auf einmal; versuchen Sie es in %s Sekunden erneut.',
  ],
  INTERNAL_ERROR: [
    'Something unexpected went wrong; the log has the details.',
    'Es ist ein unerwarteter Fehler aufgetreten; Näheres steht im Protokoll des Controllers.',
  ],
  STOPPING: [
    'Rackfeed is stopping, so nothing was stored; send the request again when it is back.',
    'Rackfeed wird gerade beendet, deshalb wurde nichts gespeichert; senden Sie die Anfrage erneut, sobald es wieder läuft.',
  ],
  STORAGE_FULL: [
    'The storage is full, so nothing was stored; a controller switches what the same request asks for all the same, a hub sends no command. Free some space and try again.',
    'Der Speicher ist voll, deshalb wurde nichts gespeichert; ein Controller schaltet trotzdem, was dieselbe Anfrage verlangt, ein Hub sendet keinen Befehl. Schaffen Sie Platz und versuchen Sie es erneut.',
  ],
  STORAGE_FAILING: [
    'The storage fails or is read-only, so nothing was stored; a controller switches what the same request asks for all the same, a hub sends no command. GET /api/system/health says what is wrong.',
    'Der Speicher ist gestört oder schreibgeschützt, deshalb wurde nichts gespeichert; ein Controller schaltet trotzdem, was dieselbe Anfrage verlangt, ein Hub sendet keinen Befehl. GET /api/system/health nennt die Ursache.',
  ],
  HUB_CLOCK_DIFFERS: [
    'The clocks of the hub and of its database differ by %s s, so a command could be carried out too late; synchronise both with NTP.',
    'Die Uhren des Hubs und seiner Datenbank weichen um %s s voneinander ab, deshalb könnte ein Befehl zu spät ausgeführt werden; lassen Sie beide von NTP stellen.',
  ],
  HUB_STANDBY: [
    'This hub is on standby, because another hub is active on its database; send the request to that one.',
    'Dieser Hub ist in Bereitschaft, weil ein anderer Hub mit der Datenbank arbeitet; senden Sie die Anfrage an den anderen.',
  ],
  DATABASE_UNREACHABLE: [
    'The database does not answer, so nothing is promised; send the request again in a moment, a command with the same Idempotency-Key, so that it is not carried out twice. GET /health says when the database is back.',
    'Die Datenbank antwortet nicht, deshalb wird nichts zugesagt; senden Sie die Anfrage gleich noch einmal, einen Befehl mit demselben Idempotency-Key, damit er nicht doppelt ausgeführt wird.',
  ],
  DATABASE_LOST: [
    'The database was lost and there is no good copy, so nobody can sign in. Relays stay as they are; see docs/recovery.md.',
    'Die Datenbank ist verloren und es gibt keine brauchbare Kopie, deshalb kann sich niemand anmelden. Die Relais bleiben, wie sie sind; siehe docs/recovery.md.',
  ],
  HTTPS_REQUIRED: [
    'This request was not encrypted, so nothing was done; use HTTPS, and replace any password or token that you sent.',
    'Die Anfrage kam unverschlüsselt, deshalb wurde nichts ausgeführt; verwenden Sie HTTPS, und ersetzen Sie gesendete Passwörter und Token.',
  ],
  CERTIFICATE_UNUSABLE: ['The certificate cannot be used: %s.', 'Das Zertifikat kann nicht verwendet werden: %s.'],
  CERTIFICATE_KEY_UNUSABLE: [
    'The private key cannot be used: %s.',
    'Der private Schlüssel kann nicht verwendet werden: %s.',
  ],
  CERTIFICATE_KEY_MISSING: [
    'Send the private key of the certificate too: there is no open signing request that has it.',
    'Senden Sie auch den privaten Schlüssel des Zertifikats: Es gibt keine offene Zertifikatsanforderung, deren Schlüssel gemeint sein könnte.',
  ],
  SIGNING_REQUEST_UNKNOWN: ['There is no open signing request.', 'Es gibt keine offene Zertifikatsanforderung.'],
  SYSLOG_NOT_CONFIGURED: [
    'There is no syslog server; save one first.',
    'Es ist kein Syslog-Server eingetragen; speichern Sie zuerst einen.',
  ],
  CERTIFICATE_UNKNOWN: [
    'There is no certificate of your own; HTTPS uses the self-signed one.',
    'Es gibt kein eigenes Zertifikat; HTTPS verwendet das selbstsignierte.',
  ],
  FIRMWARE_FILE_MISSING: [
    'Send the firmware bundle as the one file of a multipart/form-data body.',
    'Senden Sie das Firmware-Paket als einzige Datei eines multipart/form-data-Formulars.',
  ],
  FIRMWARE_INVALID: ['The firmware cannot be installed: %s.', 'Die Firmware kann nicht installiert werden: %s.'],
  FIRMWARE_TOO_LARGE: ['The firmware is larger than %s MiB.', 'Die Firmware ist größer als %s MiB.'],
  FIRMWARE_BUSY: [
    'Another firmware upload is under way; wait until it has ended.',
    'Eine andere Firmware wird gerade hochgeladen; warten Sie, bis das beendet ist.',
  ],
  FIRMWARE_ON_TRIAL: [
    'The running version is still in its trial period; try again in a minute.',
    'Die laufende Version ist noch in der Probezeit; versuchen Sie es in einer Minute erneut.',
  ],
  USERS_FULL: [
    'The setting webMaxUsers allows %s signed-in users, and all places are taken; try again when one has signed out.',
    'Es sind so viele Benutzer angemeldet, wie die Einstellung webMaxUsers erlaubt (%s); versuchen Sie es erneut, wenn sich jemand abgemeldet hat.',
  ],
  STREAMS_FULL: [
    'Too many streams are open; close one, or try again later.',
    'Es sind zu viele Live-Verbindungen offen; schließen Sie eine, oder versuchen Sie es später erneut.',
  ],
  STREAM_PART_UNKNOWN: [
    'The stream has no part "%s"; parts are %s.',
    'Der Datenstrom hat keinen Teil „%s“; es gibt %s.',
  ],
  SESSION_UNKNOWN: ['You have no session with the id "%s".', 'Sie haben keine Sitzung mit der ID „%s“.'],
  OUTLETS_NOT_AVAILABLE: [
    'This model has no outlets that it can switch or meter.',
    'Dieses Modell hat keine Steckdosen, die es schalten oder messen kann.',
  ],
  OUTLET_UNKNOWN: ['No outlet has the id or index "%s".', 'Keine Steckdose hat die ID oder Nummer „%s“.'],
  OUTLET_NOT_SWITCHABLE: [
    'Outlet "%s" has no relay on this model.',
    'Die Steckdose „%s“ hat bei diesem Modell kein Relais.',
  ],
  OUTLET_PROTECTED: ['Outlet "%s" is protected: %s.', 'Die Steckdose „%s“ ist geschützt: %s.'],
  OUTLET_IN_LIST_UNKNOWN: ['This PDU has no outlet "%s".', 'Diese PDU hat keine Steckdose „%s“.'],
  OUTLET_IN_LIST_REPEATED: [
    'Outlet "%s" is in the list more than once.',
    'Die Steckdose „%s“ steht mehr als einmal in der Liste.',
  ],
  OUTLET_LABELS_FULL: [
    'Outlet "%s" would have more than %s labels; remove some in the same request.',
    'Die Steckdose „%s“ hätte mehr als %s Etiketten; entfernen Sie in derselben Anfrage einige.',
  ],
  OUTLET_LIST_TOO_LARGE: [
    'The list is larger than 1 MiB; send it in parts.',
    'Die Liste ist größer als 1 MiB; senden Sie sie in Teilen.',
  ],
  RELAY_OUTPUTS_NOT_AVAILABLE: ['This model has no relay outputs.', 'Dieses Modell hat keine Relaisausgänge.'],
  RELAY_OUTPUT_UNKNOWN: ['No relay output has the id "%s".', 'Kein Relaisausgang hat die ID „%s“.'],
  RELAY_NAME_TAKEN: ['Another relay output is named "%s".', 'Ein anderer Relaisausgang heißt schon „%s“.'],
  INLET_UNKNOWN: ['No inlet has the id "%s".', 'Keine Einspeisung hat die ID „%s“.'],
  BANK_UNKNOWN: ['No bank has the id "%s".', 'Kein Sicherungskreis hat die ID „%s“.'],
  SENSOR_UNKNOWN: ['No sensor has the id "%s".', 'Kein Sensor hat die ID „%s“.'],
  HUB_RELAY_UNKNOWN: ['Sensor "%s" has no output relay %s.', 'Der Sensor „%s“ hat kein Ausgangsrelais %s.'],
  HUB_INPUT_UNKNOWN: ['Sensor "%s" has no digital input %s.', 'Der Sensor „%s“ hat keinen Digitaleingang %s.'],
  SENSOR_NOT_A_HUB: [
    'Sensor "%s" is not a smart I/O hub, so it has no %s.',
    'Der Sensor „%s“ ist kein Smart-I/O-Hub und hat deshalb %s nicht.',
  ],
  SENSOR_NOT_CONNECTED: [
    'No smart I/O hub is connected to port %s now, so nothing can be switched there.',
    'An Anschluss %s ist zurzeit kein Smart-I/O-Hub verbunden, deshalb kann dort nichts geschaltet werden.',
  ],
  RELAY_FAULT: [
    'The relay of %s did not follow: asked for %s, measured %s. Check it before you rely on it.',
    'Das Relais von %s ist nicht gefolgt: verlangt %s, gemessen %s. Prüfen Sie es, bevor Sie sich darauf verlassen.',
  ],
  UNDO_UNKNOWN: [
    'No switching of yours has this token; switch the outlets by hand.',
    'Zu diesem Token gibt es keinen Schaltvorgang von Ihnen; schalten Sie von Hand zurück.',
  ],
  UNDO_USED: ['This switching has already been undone.', 'Dieser Schaltvorgang wurde schon rückgängig gemacht.'],
  UNDO_EXPIRED: [
    'A switching can be undone for 60 seconds, and this time is over; switch the outlets by hand.',
    'Ein Schaltvorgang lässt sich 60 Sekunden lang rückgängig machen, die abgelaufen sind; schalten Sie von Hand zurück.',
  ],
  PEER_LOOP: [
    'The command has passed through more than %s PDUs and was stopped; check the PDUs for a loop.',
    'Der Befehl kam über mehr als %s PDUs und wurde angehalten; prüfen Sie, ob die PDUs eine Schleife bilden.',
  ],
  HARDWARE_SILENT: [
    'The hardware did not respond, so it is not known whether %s has switched.',
    'Die Hardware hat nicht geantwortet; ob sich der Zustand von %s geändert hat, ist nicht bekannt.',
  ],
  HISTORY_OBJECT_UNKNOWN: ['Nothing that is measured has the id "%s".', 'Kein Messpunkt hat die ID „%s“.'],
  HISTORY_MEASURE_UNKNOWN: ['"%s" has no measurement of %s.', '„%s“ hat keinen Messwert %s.'],
  CAPACITY_INLET_UNKNOWN: ['This PDU has no inlet "%s".', 'Diese PDU hat keine Einspeisung „%s“.'],
  REPORTS_WAITING: [
    'You have requested %s reports that are not finished yet; wait until one of them is.',
    'Sie haben %s Berichte angefordert, die noch nicht fertig sind; warten Sie auf einen davon.',
  ],
  GROUP_UNKNOWN: ['No group has the id "%s".', 'Keine Gruppe hat die ID „%s“.'],
  GROUP_OUTLET_UNKNOWN: ['This PDU has no outlet "%s".', 'Diese PDU hat keine Steckdose „%s“.'],
  GROUP_OUTLET_REPEATED: [
    'Outlet "%s" is in the list more than once.',
    'Die Steckdose „%s“ steht mehr als einmal in der Liste.',
  ],
  GROUP_EMPTY: [
    'The group "%s" contains no outlet of this PDU.',
    'Die Gruppe „%s“ nennt keine Steckdose, die diese PDU hat.',
  ],
  ACTION_UNKNOWN: ['No action has the id "%s".', 'Keine Aktion hat die ID „%s“.'],
  ACTION_CODE_UNKNOWN: [
    'There is no action with the code %s; GET /api/action-codes lists all codes.',
    'Es gibt keine Aktion mit dem Code %s; GET /api/action-codes nennt alle.',
  ],
  ACTION_NOT_AVAILABLE: [
    'This model cannot perform the action %s, %s.',
    'Dieses Modell kann die Aktion %s, %s, nicht ausführen.',
  ],
  ACTION_MOVES_NOTHING: [
    'The group no longer exists, or contains no outlet of this PDU.',
    'Die Gruppe gibt es nicht mehr, oder sie nennt keine Steckdose, die diese PDU hat.',
  ],
  ACTION_SECRET_LOST: [
    'The secret of the action "%s" cannot be read any more; enter it again.',
    'Das Geheimnis der Aktion „%s“ ist nicht mehr lesbar; geben Sie es erneut ein.',
  ],
  WEBHOOK_UNKNOWN: ['No webhook has the id "%s".', 'Kein Webhook hat die ID „%s“.'],
  EVENT_UNKNOWN: ['No event has the id "%s".', 'Kein Ereignis hat die ID „%s“.'],
  ALARM_UNKNOWN: ['No active alarm has the id "%s".', 'Kein aktiver Alarm hat die ID „%s“.'],
  EVENT_CODE_UNKNOWN: [
    'There is no event with the code %s; GET /api/event-codes lists all codes.',
    'Es gibt kein Ereignis mit dem Code %s; GET /api/event-codes nennt alle.',
  ],
  EVENT_NOT_AVAILABLE: [
    'This model cannot raise the event %s, %s.',
    'Dieses Modell kann das Ereignis %s, %s, nicht auslösen.',
  ],
  SUGGESTION_UNKNOWN: [
    'No event is suggested with the id "%s"; GET /api/events/suggestions lists those that are.',
    'Es wird kein Ereignis mit der ID „%s“ vorgeschlagen; laden Sie die Vorschläge neu.',
  ],
  NOT_IN_HISTORY: [
    'The history cannot say when the event %s, %s, would have triggered: %s.',
    'Aus dem Verlauf lässt sich nicht ablesen, wann das Ereignis %s, %s, ausgelöst hätte: %s.',
  ],
  BACKTEST_TOO_LONG: [
    'A backtest covers at most 31 days, and ends now at the latest; choose a shorter range.',
    'Eine Prüfung im Verlauf umfasst höchstens 31 Tage und endet spätestens jetzt; wählen Sie einen kürzeren Zeitraum.',
  ],
  BACKTEST_TOO_MANY: [
    'The event would have triggered more than %s times; choose a shorter range.',
    'Das Ereignis hätte mehr als %s-mal ausgelöst; wählen Sie einen kürzeren Zeitraum.',
  ],
  EVENT_ACTION_UNKNOWN: ['No action has the id %s.', 'Keine Aktion hat die ID %s.'],
  PDU_UNKNOWN: ['No PDU has the id "%s".', 'Keine PDU hat die ID „%s“.'],
  PDU_KEY_COPIED: [
    'Two controllers use the key of the PDU "%s", so no command is sent; enrol the copy with a token of its own.',
    'Zwei Controller sprechen mit dem Schlüssel der PDU „%s“, deshalb wird kein Befehl gesendet; nehmen Sie die Kopie mit einem eigenen Token auf.',
  ],
  PDU_NOT_ACTIVE: [
    'The PDU "%s" is %s, so no command can be sent to it.',
    'Die PDU „%s“ ist %s, deshalb kann ihr kein Befehl gesendet werden.',
  ],
  PDU_OUTLET_UNKNOWN: ['The PDU "%s" has no outlet "%s".', 'Die PDU „%s“ hat keine Steckdose „%s“.'],
  FLEET_COMMAND_UNKNOWN: ['No command has the id "%s".', 'Kein Befehl hat die ID „%s“.'],
  IDEMPOTENCY_KEY_INVALID: [
    'The header Idempotency-Key must be 1 to 128 printable characters without spaces.',
    'Der Header Idempotency-Key muss aus 1 bis 128 druckbaren Zeichen ohne Leerzeichen bestehen.',
  ],
  IDEMPOTENCY_KEY_USED: [
    'You have sent another command with this Idempotency-Key; send the same one again, or another key.',
    'Sie haben mit diesem Idempotency-Key schon einen anderen Befehl gesendet; senden Sie denselben erneut oder verwenden Sie einen anderen Schlüssel.',
  ],
  FLEET_SPAN_TOO_LONG: [
    'One answer covers at most %s days; choose a shorter range.',
    'Eine Antwort umfasst höchstens %s Tage; wählen Sie einen kürzeren Zeitraum.',
  ],
  PDU_NOT_ALLOWED: [
    'Your role does not list PDU "%s" in %s.',
    'In Ihrer Rolle ist die PDU „%s“ nicht unter %s aufgeführt.',
  ],
  PDU_REVOKED: [
    'This PDU was revoked, which is final; enrol it again with a new key.',
    'Diese PDU wurde endgültig ausgeschlossen; nehmen Sie sie mit einem neuen Schlüssel wieder auf.',
  ],
  PDU_NOT_REVOKED: [
    'Revoke the PDU "%s" before you delete it.',
    'Schließen Sie die PDU „%s“ aus, bevor Sie sie löschen.',
  ],
  PDU_COMMANDS_OPEN: [
    'A command to the PDU "%s" could still begin; delete the PDU after %s.',
    'Ein Befehl an die PDU „%s“ könnte noch beginnen; löschen Sie die PDU nach %s.',
  ],
  ENROLMENT_UNKNOWN: ['No enrolment token has the id "%s".', 'Kein Aufnahme-Token hat die ID „%s“.'],
  ENROLMENT_REFUSED: [
    'The token is wrong, used up or expired; ask for a new one at the hub.',
    'Das Token ist falsch, verbraucht oder abgelaufen; fordern Sie am Hub ein neues an.',
  ],
  ENROLMENT_REQUEST_UNUSABLE: [
    'The certificate request cannot be used: %s.',
    'Die Zertifikatsanforderung kann nicht verwendet werden: %s.',
  ],
  PDU_CERTIFICATE_MISSING: [
    'Send this with the certificate that the hub has issued for the PDU.',
    'Senden Sie dies mit dem Zertifikat, das der Hub für die PDU ausgestellt hat.',
  ],
  FLEET_BODY_TOO_LARGE: ['The body is larger than 32 KiB.', 'Die gesendeten Daten sind größer als 32 KiB.'],
  MODBUS_WRITE_ROLE_MISSING: [
    'Choose the role whose rights Modbus clients have when they write.',
    'Wählen Sie die Rolle, deren Berechtigungen Modbus-Clients beim Schreiben haben.',
  ],
  MQTT_USER_MISSING: [
    'Choose the user whose rights MQTT has before you let it take commands.',
    'Wählen Sie den Benutzer, dessen Berechtigungen MQTT hat, bevor Sie Befehle zulassen.',
  ],
  MQTT_CLIENT_CERTIFICATE: [
    'The certificate and the private key for the broker must fit: send both, or neither.',
    'Zertifikat und privater Schlüssel für den Broker müssen zueinander passen: Senden Sie beide oder keines.',
  ],
  COMMAND_MALFORMED: ['This is not a command: %s.', 'Das ist kein Befehl: %s.'],
  COMMAND_RETAINED: [
    'The command is retained at the broker, so its age is unknown; publish it without retain.',
    'Der Befehl ist beim Broker hinterlegt, sein Alter ist deshalb unbekannt; veröffentlichen Sie ihn ohne „retain“.',
  ],
  COMMAND_STALE: [
    'The command was sent %s, so it is not carried out; send it again, and check both clocks.',
    'Der Befehl wurde %s gesendet und deshalb nicht ausgeführt; senden Sie ihn erneut, und prüfen Sie beide Uhren.',
  ],
  COMMAND_WITHOUT_TIME: [
    'The command does not say when it was sent: add "at", as ISO 8601.',
    'Der Befehl nennt die Zeit nicht, zu der er gesendet wurde: Ergänzen Sie „at“ nach ISO 8601.',
  ],
  CONFIG_SECRETS_SHUT: [
    'The passphrase does not decrypt the secrets of this document, or they have been altered.',
    'Die Passphrase öffnet die Geheimnisse dieses Dokuments nicht, oder sie wurden seither verändert.',
  ],
  CONFIG_TOO_LARGE: ['The document is larger than 32 MiB.', 'Das Dokument ist größer als 32 MiB.'],
  REDFISH_NEEDS_HTTPS: [
    'Redfish is served over HTTPS only; switch HTTPS (webSslEnabled) on first.',
    'Redfish gibt es nur über HTTPS; schalten Sie zuerst HTTPS (webSslEnabled) ein.',
  ],
  REDFISH_OFF: [
    'Redfish is off; switch it on (redfishEnabled) first.',
    'Redfish ist ausgeschaltet; schalten Sie es (redfishEnabled) zuerst ein.',
  ],
  REDFISH_ROLE_FIXED: [
    'This role is the standard role %s of Redfish; switch Redfish off before you change it.',
    'Diese Rolle ist die Standardrolle %s von Redfish; schalten Sie Redfish aus, bevor Sie sie ändern.',
  ],
  ROLE_UNKNOWN: ['No role has the id "%s".', 'Keine Rolle hat die ID „%s“.'],
  ROLE_FIXED: ['The Administrator role cannot be %s.', 'Die Administratorrolle kann nicht %s werden.'],
  ROLE_NAME_TAKEN: ['There is already a role named "%s".', 'Es gibt schon eine Rolle „%s“.'],
  ROLE_IN_USE: [
    'The role "%s" still has users; give them another role first.',
    'Die Rolle „%s“ hat noch Benutzer; geben Sie ihnen zuerst eine andere Rolle.',
  ],
  ROLE_IN_SETTING: [
    'The setting %s names the role "%s"; change it first.',
    'Die Einstellung %s nennt die Rolle „%s“; ändern Sie diese Einstellung zuerst.',
  ],
  SETTING_OF_OTHER_ROLE: ['A %s has no setting %s.', 'Ein %s hat keine Einstellung %s.'],
  SETTING_ROLE_UNKNOWN: ['No role has the id %s.', 'Keine Rolle hat die ID %s.'],
  SETTING_USER_UNKNOWN: ['No enabled user has the id %s.', 'Kein aktivierter Benutzer hat die ID %s.'],
  ROLE_OUTLET_UNKNOWN: [
    'There is no "%s" that a role could list.',
    '„%s“ gibt es nicht, deshalb kann eine Rolle es nicht aufführen.',
  ],
  RIGHTS_NOT_COVERED: [
    'Your own role must have every permission of the role or account that you change, assign or delete.',
    'Ihre eigene Rolle muss alle Berechtigungen der Rolle oder des Kontos haben, die Sie ändern, vergeben oder löschen.',
  ],
  USER_UNKNOWN: ['No user has the id "%s".', 'Kein Benutzer hat die ID „%s“.'],
  USER_ROLE_UNKNOWN: ['No role has the id %s.', 'Keine Rolle hat die ID %s.'],
  USERNAME_RESERVED: [
    'The user name "%s" is reserved; choose another.',
    'Der Benutzername „%s“ ist reserviert; wählen Sie einen anderen.',
  ],
  USERNAME_WITH_COLON: [
    'A user name must not contain a colon, because HTTP Basic cannot carry one; choose another.',
    'Ein Benutzername darf keinen Doppelpunkt enthalten, weil HTTP Basic ihn nicht übertragen könnte; wählen Sie einen anderen.',
  ],
  USERNAME_TAKEN: ['There is already a user named "%s".', 'Es gibt schon einen Benutzer „%s“.'],
  PRIMARY_ADMIN_FIXED: [
    'The built-in administrator cannot be %s.',
    'Der eingebaute Administrator kann nicht %s werden.',
  ],
  PASSWORD_TOO_SHORT: [
    'The password must have at least 8 characters.',
    'Das Passwort muss mindestens 8 Zeichen haben.',
  ],
  PASSWORD_TOO_LONG: [
    'The password must have at most 128 characters.',
    'Das Passwort darf höchstens 128 Zeichen haben.',
  ],
  PASSWORD_IS_USERNAME: ['The password must not be the user name.', 'Das Passwort darf nicht der Benutzername sein.'],
  PASSWORD_COMMON: [
    'The password is too common; choose another.',
    'Das Passwort ist zu verbreitet; wählen Sie ein anderes.',
  ],
  PASSWORD_UNCHANGED: [
    'The new password must differ from the one that you were asked to replace.',
    'Das neue Passwort muss sich von dem unterscheiden, das Sie ersetzen sollen.',
  ],
  CURRENT_PASSWORD_WRONG: [
    'The current password is wrong, or the account is locked or disabled.',
    'Das aktuelle Passwort ist falsch, oder das Konto ist zurzeit gesperrt oder deaktiviert.',
  ],
  OWN_PASSWORD_WRONG: [
    'Your own password is wrong, or your account is locked.',
    'Ihr eigenes Passwort ist falsch, oder Ihr Konto ist zurzeit gesperrt.',
  ],
  PASSWORD_RESET_OWN: [
    'Your own password is changed with PUT /api/user/password, not reset.',
    'Ihr eigenes Passwort ändern Sie unter „Mein Konto“; es wird nicht zurückgesetzt.',
  ],
  SNMPV3_SECRET_MISSING: ['The security level %s needs %s.', 'Die Sicherheitsstufe %s verlangt %s.'],
  SNMPV3_NAME_TAKEN: [
    'Another account has the SNMPv3 user name "%s"; choose another snmpv3User_id.',
    'Ein anderes Konto hat den SNMPv3-Benutzernamen „%s“; wählen Sie einen anderen.',
  ],
  SSH_KEY_INVALID: [
    'This is not a usable SSH public key: %s.',
    'Das ist kein brauchbarer öffentlicher SSH-Schlüssel: %s.',
  ],
  SSH_KEY_TAKEN: ['The user already has this SSH key.', 'Der Benutzer hat diesen SSH-Schlüssel schon.'],
  SSH_KEY_NAME_TAKEN: [
    'The user already has an SSH key named "%s"; send another sshKeyName.',
    'Der Benutzer hat schon einen SSH-Schlüssel „%s“; wählen Sie einen anderen Namen.',
  ],
  SSH_KEYS_FULL: [
    'The user has %s SSH keys; delete one first.',
    'Der Benutzer hat %s SSH-Schlüssel; löschen Sie zuerst einen.',
  ],
  SSH_KEY_UNKNOWN: [
    'The user has no SSH key with the fingerprint "%s".',
    'Der Benutzer hat keinen SSH-Schlüssel mit dem Fingerabdruck „%s“.',
  ],
};
