/**
 * Every error that a client can get: its status and a sentence that a user can act on; the code that throws it fills
 * each %s. The status is the specification's where it gives one, else the contract's.
 */
export const API_ERRORS = {
  // requests that cannot be read
  REQUEST_MALFORMED: [400, 'This is not a valid HTTP request.'],
  METHOD_UNKNOWN: [501, 'This HTTP method is not supported; use GET, HEAD, POST, PUT, PATCH or DELETE.'],
  REQUEST_TOO_SLOW: [408, 'The request was not complete in time; send it again on a new connection.'],
  EXPECTATION_UNKNOWN: [417, 'The header Expect may only be 100-continue; leave it out.'],
  HEADERS_TOO_LARGE: [431, 'The headers are larger than 16 KiB; send fewer cookies or shorter ones.'],

  // requests in general
  NOT_SIGNED_IN: [401, 'Sign in first: send a session cookie, a bearer token or, where it is switched on, HTTP Basic.'],
  SIGN_IN_FAILED: [401, 'The user name or password is wrong, or the account may not sign in now.'],
  NOT_ALLOWED: [403, 'Your role does not have the permission %s.'],
  OUTLET_NOT_ALLOWED: [403, 'Your role does not list outlet "%s" in %s.'],
  NO_OUTLET_ALLOWED: [403, 'Your role does not list any outlet in %s.'],
  ADMINISTRATOR_ONLY: [403, 'Only the Administrator role may do this.'],
  ROUTE_WITHOUT_ACCESS_RULE: [403, 'This path does not say who may enter, so nobody may.'],
  FOREIGN_ORIGIN: [
    403,
    'The request comes from a page of another site; open this address in its own tab and try again.',
  ],
  PATH_UNKNOWN: [404, 'There is no such path, or it does not support this method.'],
  BODY_TOO_LARGE: [413, 'The body is larger than 64 KiB.'],
  HOST_NOT_ALLOWED: [
    421,
    'Requests to this host name are not answered; use the IP address, or ask an administrator to add the name to webAllowedHosts.',
  ],
  COLLECTOR_HOST_UNKNOWN: [
    421,
    'The collector answers only to its address, to localhost and to the name of its machine.',
  ],
  BODY_INCOMPLETE: [422, 'The body ended before it was complete.'],
  BODY_ENCODED: [422, 'The body has a content encoding; send it uncompressed.'],
  BODY_NOT_JSON: [422, 'The body is not valid JSON.'],
  BODY_NOT_OBJECT: [422, 'The body must be a JSON object.'],
  BODY_NOT_LIST: [422, 'The body must be a JSON list.'],
  BODY_TOO_DEEP: [422, 'The body is nested more than 20 levels deep.'],
  FORM_INCOMPLETE: [422, 'The upload ended before it was complete; send it again.'],
  FORM_MALFORMED: [422, 'The form cannot be read; send it as multipart/form-data, as a browser or curl -F does.'],
  FORM_TOO_LARGE: [
    422,
    'The form has too many fields, or one with too long a name or value; send the file with the documented fields only.',
  ],
  BODY_NEEDS_JSON_TYPE: [422, 'Send this request with Content-Type: application/json.'],
  VALIDATION_FAILED: [422, '%s'],
  LIST_FULL: [422, 'There are already %s %s, the most that are kept; delete some that are no longer needed.'],
  LIST_SHARE_USED: [
    422,
    'You have created %s of the %s, the most for one user; delete some of yours, or ask an administrator.',
  ],
  LIST_TOTAL_FULL: [422, 'All %s together may have at most %s %s; remove some first.'],
  NOTHING_TO_CHANGE: [422, 'Send at least one of: %s.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts; try again in %s seconds.'],
  TOO_MANY_COMMANDS: [429, 'You have sent too many commands at once; try again in %s seconds.'],
  INTERNAL_ERROR: [500, 'Something unexpected went wrong; the log has the details.'],
  STOPPING: [503, 'Rackfeed is stopping, so nothing was stored; send the request again when it is back.'],
  STORAGE_FULL: [
    500,
    'The storage is full, so nothing was stored; a controller switches what the same request asks for all the same, ' +
      'a hub sends no command. Free some space and try again.',
  ],
  STORAGE_FAILING: [
    500,
    'The storage fails or is read-only, so nothing was stored; a controller switches what the same request asks for ' +
      'all the same, a hub sends no command. GET /api/system/health says what is wrong.',
  ],
  HUB_CLOCK_DIFFERS: [
    503,
    'The clocks of the hub and of its database differ by %s s, so a command could be carried out too late; synchronise both with NTP.',
  ],
  HUB_STANDBY: [
    503,
    'This hub is on standby, because another hub is active on its database; send the request to that one.',
  ],
  DATABASE_UNREACHABLE: [
    503,
    'The database does not answer, so nothing is promised; send the request again in a moment, a command with the same ' +
      'Idempotency-Key, so that it is not carried out twice. GET /health says when the database is back.',
  ],
  DATABASE_LOST: [
    503,
    'The database was lost and there is no good copy, so nobody can sign in. Relays stay as they are; see docs/recovery.md.',
  ],

  // HTTPS
  HTTPS_REQUIRED: [
    403,
    'This request was not encrypted, so nothing was done; use HTTPS, and replace any password or token that you sent.',
  ],
  CERTIFICATE_UNUSABLE: [422, 'The certificate cannot be used: %s.'],
  CERTIFICATE_KEY_UNUSABLE: [422, 'The private key cannot be used: %s.'],
  CERTIFICATE_KEY_MISSING: [
    422,
    'Send the private key of the certificate too: there is no open signing request that has it.',
  ],
  SIGNING_REQUEST_UNKNOWN: [404, 'There is no open signing request.'],
  SYSLOG_NOT_CONFIGURED: [422, 'There is no syslog server; save one first.'],
  CERTIFICATE_UNKNOWN: [404, 'There is no certificate of your own; HTTPS uses the self-signed one.'],

  // firmware
  FIRMWARE_FILE_MISSING: [422, 'Send the firmware bundle as the one file of a multipart/form-data body.'],
  FIRMWARE_INVALID: [422, 'The firmware cannot be installed: %s.'],
  FIRMWARE_TOO_LARGE: [413, 'The firmware is larger than %s MiB.'],
  FIRMWARE_BUSY: [409, 'Another firmware upload is under way; wait until it has ended.'],
  FIRMWARE_ON_TRIAL: [409, 'The running version is still in its trial period; try again in a minute.'],

  // sign-in and sessions
  USERS_FULL: [
    503,
    'The setting webMaxUsers allows %s signed-in users, and all places are taken; try again when one has signed out.',
  ],
  STREAMS_FULL: [503, 'Too many streams are open; close one, or try again later.'],
  STREAM_PART_UNKNOWN: [422, 'The stream has no part "%s"; parts are %s.'],
  SESSION_UNKNOWN: [404, 'You have no session with the id "%s".'],

  // outlets, relays and the hardware
  OUTLETS_NOT_AVAILABLE: [404, 'This model has no outlets that it can switch or meter.'],
  OUTLET_UNKNOWN: [404, 'No outlet has the id or index "%s".'],
  OUTLET_NOT_SWITCHABLE: [422, 'Outlet "%s" has no relay on this model.'],
  OUTLET_PROTECTED: [422, 'Outlet "%s" is protected: %s.'],
  OUTLET_IN_LIST_UNKNOWN: [422, 'This PDU has no outlet "%s".'],
  OUTLET_IN_LIST_REPEATED: [422, 'Outlet "%s" is in the list more than once.'],
  OUTLET_LABELS_FULL: [422, 'Outlet "%s" would have more than %s labels; remove some in the same request.'],
  OUTLET_LIST_TOO_LARGE: [413, 'The list is larger than 1 MiB; send it in parts.'],
  RELAY_OUTPUTS_NOT_AVAILABLE: [404, 'This model has no relay outputs.'],
  RELAY_OUTPUT_UNKNOWN: [404, 'No relay output has the id "%s".'],
  RELAY_NAME_TAKEN: [422, 'Another relay output is named "%s".'],
  INLET_UNKNOWN: [404, 'No inlet has the id "%s".'],
  BANK_UNKNOWN: [404, 'No bank has the id "%s".'],
  SENSOR_UNKNOWN: [404, 'No sensor has the id "%s".'],
  HUB_RELAY_UNKNOWN: [422, 'Sensor "%s" has no output relay %s.'],
  HUB_INPUT_UNKNOWN: [422, 'Sensor "%s" has no digital input %s.'],
  SENSOR_NOT_A_HUB: [422, 'Sensor "%s" is not a smart I/O hub, so it has no %s.'],
  SENSOR_NOT_CONNECTED: [422, 'No smart I/O hub is connected to port %s now, so nothing can be switched there.'],
  RELAY_FAULT: [500, 'The relay of %s did not follow: asked for %s, measured %s. Check it before you rely on it.'],
  UNDO_UNKNOWN: [404, 'No switching of yours has this token; switch the outlets by hand.'],
  UNDO_USED: [410, 'This switching has already been undone.'],
  UNDO_EXPIRED: [410, 'A switching can be undone for 60 seconds, and this time is over; switch the outlets by hand.'],
  PEER_LOOP: [422, 'The command has passed through more than %s PDUs and was stopped; check the PDUs for a loop.'],
  HARDWARE_SILENT: [500, 'The hardware did not respond, so it is not known whether %s has switched.'],

  // history
  HISTORY_OBJECT_UNKNOWN: [404, 'Nothing that is measured has the id "%s".'],
  HISTORY_MEASURE_UNKNOWN: [422, '"%s" has no measurement of %s.'],

  // capacity
  CAPACITY_INLET_UNKNOWN: [422, 'This PDU has no inlet "%s".'],

  // groups
  REPORTS_WAITING: [429, 'You have requested %s reports that are not finished yet; wait until one of them is.'],
  GROUP_UNKNOWN: [404, 'No group has the id "%s".'],
  GROUP_OUTLET_UNKNOWN: [422, 'This PDU has no outlet "%s".'],
  GROUP_OUTLET_REPEATED: [422, 'Outlet "%s" is in the list more than once.'],
  GROUP_EMPTY: [422, 'The group "%s" contains no outlet of this PDU.'],

  // actions
  ACTION_UNKNOWN: [404, 'No action has the id "%s".'],
  ACTION_CODE_UNKNOWN: [422, 'There is no action with the code %s; GET /api/action-codes lists all codes.'],
  ACTION_NOT_AVAILABLE: [422, 'This model cannot perform the action %s, %s.'],
  ACTION_MOVES_NOTHING: [422, 'The group no longer exists, or contains no outlet of this PDU.'],
  ACTION_SECRET_LOST: [422, 'The secret of the action "%s" cannot be read any more; enter it again.'],

  // events
  WEBHOOK_UNKNOWN: [404, 'No webhook has the id "%s".'],
  EVENT_UNKNOWN: [404, 'No event has the id "%s".'],
  ALARM_UNKNOWN: [404, 'No active alarm has the id "%s".'],
  EVENT_CODE_UNKNOWN: [422, 'There is no event with the code %s; GET /api/event-codes lists all codes.'],
  EVENT_NOT_AVAILABLE: [422, 'This model cannot raise the event %s, %s.'],
  SUGGESTION_UNKNOWN: [
    422,
    'No event is suggested with the id "%s"; GET /api/events/suggestions lists those that are.',
  ],
  NOT_IN_HISTORY: [422, 'The history cannot say when the event %s, %s, would have triggered: %s.'],
  BACKTEST_TOO_LONG: [422, 'A backtest covers at most 31 days, and ends now at the latest; choose a shorter range.'],
  BACKTEST_TOO_MANY: [422, 'The event would have triggered more than %s times; choose a shorter range.'],
  EVENT_ACTION_UNKNOWN: [422, 'No action has the id %s.'],

  // a hub
  PDU_UNKNOWN: [404, 'No PDU has the id "%s".'],
  PDU_KEY_COPIED: [
    409,
    'Two controllers use the key of the PDU "%s", so no command is sent; enrol the copy with a token of its own.',
  ],
  PDU_NOT_ACTIVE: [409, 'The PDU "%s" is %s, so no command can be sent to it.'],
  PDU_OUTLET_UNKNOWN: [422, 'The PDU "%s" has no outlet "%s".'],
  FLEET_COMMAND_UNKNOWN: [404, 'No command has the id "%s".'],
  IDEMPOTENCY_KEY_INVALID: [422, 'The header Idempotency-Key must be 1 to 128 printable characters without spaces.'],
  IDEMPOTENCY_KEY_USED: [
    422,
    'You have sent another command with this Idempotency-Key; send the same one again, or another key.',
  ],
  FLEET_SPAN_TOO_LONG: [422, 'One answer covers at most %s days; choose a shorter range.'],
  PDU_NOT_ALLOWED: [403, 'Your role does not list PDU "%s" in %s.'],
  PDU_REVOKED: [409, 'This PDU was revoked, which is final; enrol it again with a new key.'],
  PDU_NOT_REVOKED: [409, 'Revoke the PDU "%s" before you delete it.'],
  PDU_COMMANDS_OPEN: [409, 'A command to the PDU "%s" could still begin; delete the PDU after %s.'],
  ENROLMENT_UNKNOWN: [404, 'No enrolment token has the id "%s".'],
  ENROLMENT_REFUSED: [401, 'The token is wrong, used up or expired; ask for a new one at the hub.'],
  ENROLMENT_REQUEST_UNUSABLE: [422, 'The certificate request cannot be used: %s.'],
  PDU_CERTIFICATE_MISSING: [401, 'Send this with the certificate that the hub has issued for the PDU.'],
  FLEET_BODY_TOO_LARGE: [413, 'The body is larger than 32 KiB.'],

  // Modbus
  MODBUS_WRITE_ROLE_MISSING: [422, 'Choose the role whose rights Modbus clients have when they write.'],

  // MQTT
  MQTT_USER_MISSING: [422, 'Choose the user whose rights MQTT has before you let it take commands.'],
  MQTT_CLIENT_CERTIFICATE: [422, 'The certificate and the private key for the broker must fit: send both, or neither.'],
  COMMAND_MALFORMED: [422, 'This is not a command: %s.'],
  COMMAND_RETAINED: [422, 'The command is retained at the broker, so its age is unknown; publish it without retain.'],
  COMMAND_STALE: [422, 'The command was sent %s, so it is not carried out; send it again, and check both clocks.'],
  COMMAND_WITHOUT_TIME: [422, 'The command does not say when it was sent: add "at", as ISO 8601.'],

  // the configuration document
  CONFIG_SECRETS_SHUT: [
    422,
    'The passphrase does not decrypt the secrets of this document, or they have been altered.',
  ],
  CONFIG_TOO_LARGE: [413, 'The document is larger than 32 MiB.'],

  // Redfish
  REDFISH_NEEDS_HTTPS: [422, 'Redfish is served over HTTPS only; switch HTTPS (webSslEnabled) on first.'],
  REDFISH_OFF: [422, 'Redfish is off; switch it on (redfishEnabled) first.'],
  REDFISH_ROLE_FIXED: [422, 'This role is the standard role %s of Redfish; switch Redfish off before you change it.'],

  // roles and users
  ROLE_UNKNOWN: [404, 'No role has the id "%s".'],
  ROLE_FIXED: [400, 'The Administrator role cannot be %s.'],
  ROLE_NAME_TAKEN: [422, 'There is already a role named "%s".'],
  ROLE_IN_USE: [422, 'The role "%s" still has users; give them another role first.'],
  ROLE_IN_SETTING: [422, 'The setting %s names the role "%s"; change it first.'],
  SETTING_OF_OTHER_ROLE: [422, 'A %s has no setting %s.'],
  SETTING_ROLE_UNKNOWN: [422, 'No role has the id %s.'],
  SETTING_USER_UNKNOWN: [422, 'No enabled user has the id %s.'],
  ROLE_OUTLET_UNKNOWN: [422, 'There is no "%s" that a role could list.'],
  RIGHTS_NOT_COVERED: [
    403,
    'Your own role must have every permission of the role or account that you change, assign or delete.',
  ],
  USER_UNKNOWN: [404, 'No user has the id "%s".'],
  USER_ROLE_UNKNOWN: [422, 'No role has the id %s.'],
  USERNAME_RESERVED: [400, 'The user name "%s" is reserved; choose another.'],
  USERNAME_WITH_COLON: [
    422,
    'A user name must not contain a colon, because HTTP Basic cannot carry one; choose another.',
  ],
  USERNAME_TAKEN: [422, 'There is already a user named "%s".'],
  PRIMARY_ADMIN_FIXED: [400, 'The built-in administrator cannot be %s.'],
  PASSWORD_TOO_SHORT: [422, 'The password must have at least 8 characters.'],
  PASSWORD_TOO_LONG: [422, 'The password must have at most 128 characters.'],
  PASSWORD_IS_USERNAME: [422, 'The password must not be the user name.'],
  PASSWORD_COMMON: [422, 'The password is too common; choose another.'],
  PASSWORD_UNCHANGED: [422, 'The new password must differ from the one that you were asked to replace.'],
  CURRENT_PASSWORD_WRONG: [422, 'The current password is wrong, or the account is locked or disabled.'],
  OWN_PASSWORD_WRONG: [422, 'Your own password is wrong, or your account is locked.'],
  PASSWORD_RESET_OWN: [422, 'Your own password is changed with PUT /api/user/password, not reset.'],
  SNMPV3_SECRET_MISSING: [422, 'The security level %s needs %s.'],
  SNMPV3_NAME_TAKEN: [422, 'Another account has the SNMPv3 user name "%s"; choose another snmpv3User_id.'],
  SSH_KEY_INVALID: [422, 'This is not a usable SSH public key: %s.'],
  SSH_KEY_TAKEN: [422, 'The user already has this SSH key.'],
  SSH_KEY_NAME_TAKEN: [422, 'The user already has an SSH key named "%s"; send another sshKeyName.'],
  SSH_KEYS_FULL: [422, 'The user has %s SSH keys; delete one first.'],
  SSH_KEY_UNKNOWN: [404, 'The user has no SSH key with the fingerprint "%s".'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** An invalid member of a body and the reason. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/** An error by its code. The filter turns it into the error body; nothing else creates one. */
export class ApiError extends Error {
  readonly status: number;
  details: readonly ErrorDetail[] | undefined;
  /** Seconds for the Retry-After header of a 429. */
  retryAfter: number | undefined;

  constructor(
    readonly code: ApiErrorCode,
    ...parts: (string | number)[]
  ) {
    const [status, text] = API_ERRORS[code];
    super(parts.reduce<string>((sentence, part) => sentence.replace('%s', () => String(part)), text));
    this.status = status;
  }

  /** Names the member of the body that the error is about. */
  at(field: string): this {
    this.details = [{ field, message: this.message }];
    return this;
  }

  /** 422 with one entry for each invalid member; the message is that of the first. */
  static validation(details: readonly ErrorDetail[]): ApiError {
    const error = new ApiError('VALIDATION_FAILED', details[0]?.message ?? 'The body is not valid.');
    error.details = details;
    return error;
  }

  /** 429 with Retry-After. */
  static tooMany(seconds: number, code: 'TOO_MANY_ATTEMPTS' | 'TOO_MANY_COMMANDS' = 'TOO_MANY_ATTEMPTS'): ApiError {
    const error = new ApiError(code, Math.ceil(seconds));
    error.retryAfter = Math.ceil(seconds);
    return error;
  }
}
