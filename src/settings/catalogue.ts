import { networkInterfaces } from 'node:os';
import { UNNAMED_PDU } from '../common/unnamed-pdu.js';
import {
  alsoIn,
  flag,
  number,
  object,
  ofBoth,
  readOnly,
  role,
  secret,
  text,
  unserved,
  word,
  type SettingRow,
} from './setting-row.js';
import { NO_TARIFF, TARIFF, TARIFF_SCHEMA } from './tariff.js';

/** Hardware address of the first external interface, in upper case; empty without one. */
export function macAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.find(({ internal, mac }) => !internal && mac !== '00:00:00:00:00:00');
  return outside?.mac.toUpperCase() ?? '';
}

const ADDRESS = { min: 0, max: 45, format: 'ipAddress' } as const;
const NETWORKS = { min: 0, max: 2000, format: 'networks' } as const;
const PORT = { min: 1, max: 65535 } as const;
const PEM = { min: 0, max: 16_384, format: 'certificates', multiline: true } as const;
/** Idle times of up to a day. */
const IDLE = { min: 0, max: 86_400, unit: 's' } as const;
const ORIENTATION = { min: 0, max: 270, oneOf: [0, 90, 180, 270], unit: '°' } as const;
const BAUD = {
  min: 300,
  max: 921_600,
  oneOf: [300, 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600],
  unit: 'baud',
} as const;

/**
 * Every setting, one row each. To add one, add its row only: the check of a value, the response, the OpenAPI schema and
 * the type of `SettingsStore.get` are derived from here. Names and defaults are those of the product family.
 */
export const SETTINGS = {
  // device
  deviceName: ofBoth(
    text(
      'device',
      ({ role, hostedAs }) => hostedAs ?? (role === 'hub' ? 'Rackfeed hub' : UNNAMED_PDU),
      { min: 1, max: 100, format: 'notBlank' },
      'Name of the PDU in mails, traps and on the screen.',
    ),
  ),
  hostName: ofBoth(
    text(
      'device',
      'rackfeed',
      { min: 1, max: 253, format: 'hostName' },
      'Name on the network; recorded, applied only through a host adapter.',
    ),
  ),
  timezone: ofBoth(
    text(
      'device',
      'UTC',
      { min: 1, max: 64, format: 'timezone' },
      'Zone of schedules and shown times: an IANA name, or hours east of Greenwich as GMT+8.',
    ),
  ),
  daylightsavings: flag('device', true, 'Follow the daylight saving rules of the time zone.'),
  ntpEnabled: flag('device', false, 'Time from NTP; recorded, applied only through a host adapter.'),
  ntpHost: text('device', 'pool.ntp.org', { min: 0, max: 253, format: 'host' }, 'NTP server.'),
  ntpFallbackHosts: text(
    'device',
    '',
    { min: 0, max: 800, format: 'hosts' },
    'NTP servers besides the first, with commas between them; applied only through a host adapter.',
  ),
  assetTag: text('device', '', { min: 0, max: 100 }, 'Number or mark of the PDU in your inventory.'),
  rackName: text('device', '', { min: 0, max: 100 }, 'Rack that the PDU is in.'),
  rackRow: text('device', '', { min: 0, max: 100 }, 'Row of that rack.'),
  rackUnit: number('device', 0, { min: 0, max: 60 }, 'Lowest unit of the rack that the PDU takes; 0: not known.'),
  capacityDerating: number(
    'device',
    0,
    { min: 0, max: 100, unit: '%' },
    'Share of every rating that a continuous load may use; 0: as the model has it.',
  ),
  neighbours: text(
    'device',
    '',
    { min: 0, max: 4000, format: 'neighbours', multiline: true },
    'Other PDUs that the pages lead to, a line for each: name = address.',
  ),
  setupSteps: text(
    'device',
    '',
    { min: 0, max: 200 },
    'Steps of the guided setup that are done or skipped; with the word finished the pages offer it no longer.',
  ),
  macAddr: readOnly(
    text('device', macAddress, { min: 0, max: 17 }, 'Hardware address of the first network interface.'),
  ),

  // power
  globalRebootTime: number(
    'power',
    5,
    { min: 1, max: 3600, unit: 's' },
    'Time for which an outlet stays off during a reboot, unless it has a time of its own.',
  ),
  deviceSequentialPowerUpDelay: number(
    'power',
    3,
    { min: 0, max: 600, unit: 's' },
    'Time between two outlets that come up after the PDU lost power.',
  ),
  tariff: object(
    'power',
    NO_TARIFF,
    { kind: TARIFF, schema: TARIFF_SCHEMA },
    'Price and carbon dioxide of energy, for reports; {} removes both.',
  ),

  // network: owned by the host system, recorded, applied only through a host adapter
  ipAssign: word('network', 'dhcp', ['dhcp', 'static'], 'Source of the IP address.'),
  staticIp: text('network', '', ADDRESS, 'Address when it is static.'),
  subnetMask: text('network', '', { min: 0, max: 15, format: 'subnetMask' }, 'Subnet mask when the address is static.'),
  gatewayIp: text('network', '', ADDRESS, 'Default gateway when the address is static.'),
  primaryDns: text('network', '', ADDRESS, 'First name server.'),
  secondaryDns: text('network', '', ADDRESS, 'Second name server.'),
  secondaryHostName: text(
    'network',
    '',
    { min: 0, max: 253, format: 'hostName' },
    'Name on the network of the secondary interface.',
  ),
  // The targets of a demo are on the loopback too; on a real PDU the loopback is internal to the controller.
  allowLocalTargets: ofBoth(
    flag(
      'network',
      ({ driver, role }) => role === 'controller' && driver === 'simulator',
      'Allow actions and syslog to reach the controller itself (loopback and its own addresses). Default: on with the simulator, off with real hardware.',
    ),
  ),

  // web
  webEnabled: unserved(flag('web', true, 'HTTP; only recorded, RACKFEED_HOST and RACKFEED_PORT apply.')),
  webPort: unserved(
    number('web', ({ port }) => port || 8080, PORT, 'TCP port of HTTP; only recorded, RACKFEED_PORT applies.'),
  ),
  webSslEnabled: ofBoth(flag('web', false, 'HTTPS; takes effect immediately.')),
  webSslPort: ofBoth(number('web', 443, PORT, 'TCP port of HTTPS; takes effect immediately.')),
  webRedirectHttp: ofBoth(flag('web', false, 'Redirect HTTP to HTTPS while HTTPS is available.')),
  webHstsEnabled: ofBoth(
    flag(
      'web',
      false,
      'Make browsers use HTTPS only (HSTS), for up to a year and never beyond the validity of the certificate. No effect with a self-signed certificate.',
    ),
  ),
  customSslCertEnabled: ofBoth(flag('web', false, 'Use the uploaded certificate for HTTPS.')),
  customSslCertExists: ofBoth(readOnly(flag('web', false, 'True if an uploaded certificate is installed.'))),
  customSslKeyExists: ofBoth(readOnly(flag('web', false, 'True if the key of an uploaded certificate is installed.'))),
  webAllowedHosts: ofBoth(
    text(
      'web',
      '',
      { min: 0, max: 2000, format: 'hosts' },
      'Host names under which the PDU answers, besides its addresses, its own names and those of the certificate; requests for other names are refused with 421. Empty: every name.',
    ),
  ),
  webIdleTimeout: ofBoth(number('web', 1800, IDLE, 'A session without a request ends after this time; 0: never.')),
  webMaxUsers: ofBoth(
    number('web', 0, { min: 0, max: 128 }, 'Largest number of users that are signed in at once; 0: no limit.'),
  ),
  webApiPasswordEnabled: ofBoth(flag('web', false, 'HTTP Basic, for older clients.')),

  // Redfish
  redfishEnabled: flag('web', false, 'Redfish below /redfish, over HTTPS only; takes effect immediately.'),
  redfishBasicAuth: word(
    'web',
    'enabled',
    ['enabled', 'unadvertised', 'disabled'],
    'HTTP Basic for Redfish; unadvertised: accepted, but no response asks for it.',
  ),
  redfishChangePasswordAction: flag(
    'web',
    false,
    'Over Redfish a password is changed only with the action that asks for the password of the caller.',
  ),
  redfishRetryInterval: number(
    'web',
    30,
    { min: 5, max: 3600, unit: 's' },
    'Time between two tries to send an event of Redfish to a subscriber.',
  ),
  redfishOperatorRoleId: role('web', 'Role that is Operator in Redfish; made when Redfish is first switched on.'),
  redfishReadOnlyRoleId: role('web', 'Role that is ReadOnly in Redfish; made when Redfish is first switched on.'),

  // mail
  smtpServer: text('mail', '', { min: 0, max: 253, format: 'host' }, 'Mail server; empty: no mail is sent.'),
  smtpPort: number('mail', 587, PORT, 'TCP port of the mail server.'),
  smtpTlsEnabled: flag(
    'mail',
    true,
    'TLS to the mail server; false exactly when smtpSecurity is none, unless that is auto.',
  ),
  smtpSecurity: word(
    'mail',
    'auto',
    ['auto', 'none', 'starttls', 'tls'],
    'Encryption to the mail server: auto follows smtpTlsEnabled (on port 465 TLS from the start, else STARTTLS); tls is TLS from the start on any port. Signing in always uses TLS.',
  ),
  smtpCaCert: text(
    'mail',
    '',
    PEM,
    'PEM of the only authority trusted for the mail server; empty: the well-known ones.',
  ),
  smtpAuthRequired: flag('mail', false, 'Sign in to the mail server with user name and password.'),
  smtpUsername: text('mail', '', { min: 0, max: 255 }, 'User name at the mail server.'),
  smtpPassword: secret('mail', { min: 1, max: 255 }, 'Password at the mail server.'),
  smtpFrom: text('mail', '', { min: 0, max: 254, format: 'mailAddress' }, 'Sender of mails.'),

  // SNMP: community strings are passwords sent as plain text, so they are stored as secrets too
  snmpPort: number('snmp', 161, PORT, 'UDP port of the SNMP agent.'),
  snmpAllowedNetworks: text(
    'snmp',
    '',
    { min: 0, max: 2000, format: 'networks' },
    'Networks that the SNMP agent answers, with commas between them; empty: all.',
  ),
  snmpv12Enabled: flag('snmp', false, 'SNMP versions 1 and 2c.'),
  snmpv12ReadString: secret('snmp', { min: 1, max: 255 }, 'Community string for reading; empty: no reading.'),
  snmpv12WriteString: secret('snmp', { min: 1, max: 255 }, 'Community string for writing; empty: no writing.'),
  snmpv12ReadRoleId: role('snmp', 'Role whose rights the community for reading has; 0: it may read everything.'),
  snmpv12WriteRoleId: role(
    'snmp',
    'Role whose rights the community for writing has; 0: it may also switch all outlets and groups and change names.',
  ),
  snmpMinimumSecurity: word(
    'snmp',
    'authNoPriv',
    ['authPriv', 'authNoPriv', 'noAuthNoPriv'],
    'Security level below which an SNMPv3 user is refused.',
  ),
  snmpContact: alsoIn(
    'device',
    text('snmp', '', { min: 0, max: 255 }, 'Person who is responsible for the PDU, as SNMP shows it (sysContact).'),
  ),
  snmpLocation: alsoIn(
    'device',
    text('snmp', '', { min: 0, max: 255 }, 'Place of the PDU, as SNMP shows it (sysLocation).'),
  ),
  snmpInformEnabled: flag(
    'snmp',
    false,
    'Actions send SNMP notifications as INFORM, which the receiver acknowledges, and send them again if it does not.',
  ),
  snmpIdentity: word(
    'snmp',
    'synlink',
    ['synlink', 'netbooter', 'apc'],
    'Family of products that the SNMP agent names as its own (sysObjectID), for managers that choose a template by it.',
  ),
  snmpSysDescr: text(
    'snmp',
    '',
    { min: 0, max: 255 },
    'Description that the SNMP agent shows (sysDescr); empty: product, version, model and driver.',
  ),
  snmpCompatMibs: flag(
    'snmp',
    true,
    'Serve the objects of NetBooter and of PowerNet-MIB too, for managers that know those.',
  ),
  snmp3AuthPass: secret('snmp', { min: 8, max: 255 }, 'Authentication passphrase of SNMPv3 traps.'),
  snmp3PrivacyPass: secret('snmp', { min: 8, max: 255 }, 'Privacy passphrase of SNMPv3 traps.'),
  snmp3TrapAuthProtocol: word('snmp', 'SHA', ['SHA', 'MD5'], 'Authentication of SNMPv3 traps.'),
  snmp3TrapPrivacyProtocol: word('snmp', 'AES', ['AES', 'DES'], 'Encryption of SNMPv3 traps.'),
  snmp3TrapSecurity: word(
    'snmp',
    'authPriv',
    ['authPriv', 'authNoPriv', 'noAuthNoPriv'],
    'Security level of SNMPv3 traps.',
  ),
  snmp3TrapUser: text('snmp', '', { min: 0, max: 32 }, 'User name of SNMPv3 traps.'),

  // syslog
  syslogServerIp: ofBoth(
    text(
      'syslog',
      '',
      { min: 0, max: 260, format: 'hostAndPort' },
      'Syslog server as host or host:port (514, with TLS 6514); empty: nothing is sent.',
    ),
  ),
  enableRemoteUserLogging: ofBoth(
    flag('syslog', false, 'Send the audit records of sessions, users, roles and settings.'),
  ),
  enableRemoteEventLogging: ofBoth(flag('syslog', false, 'Send all other audit records.')),
  enableRemoteTcpEncryptedLogging: ofBoth(flag('syslog', false, 'Send over TLS, whatever syslogProtocol is.')),
  syslogProtocol: ofBoth(word('syslog', 'udp', ['udp', 'tcp', 'tls'], 'Transport of messages to the syslog server.')),
  syslogCaCert: ofBoth(
    text('syslog', '', PEM, 'PEM of the only authority trusted for the syslog server; empty: the well-known ones.'),
  ),

  // SSH, Telnet
  sshEnabled: flag('ssh', false, 'Command line over SSH; takes effect immediately.'),
  sshPort: number('ssh', 22, PORT, 'TCP port of SSH; takes effect immediately.'),
  sshAllowedNetworks: text(
    'ssh',
    '',
    { min: 0, max: 2000, format: 'networks' },
    'Networks from which SSH connections are accepted, as addresses or in CIDR notation; empty: all.',
  ),
  sshIdleTimeout: number('ssh', 600, IDLE, 'A session without input ends after this time; 0: never.'),
  sshPrompt: text('ssh', 'SynLink> ', { min: 0, max: 32 }, 'Prompt of the command line over SSH; empty: none.'),
  sshBanner: text('ssh', '', { min: 0, max: 1000, multiline: true }, 'Text that SSH clients show before the sign-in.'),
  disableSshPassLogin: flag('ssh', false, 'No sign-in with a password over SSH.'),
  disableSshKeyLogin: flag('ssh', false, 'No sign-in with a key over SSH.'),
  telnetEnabled: unserved(
    flag('ssh', false, 'Command line over Telnet; only recorded, as Telnet carries passwords in the clear. Use SSH.'),
  ),

  // Modbus
  modbusEnabled: flag('modbus', false, 'Modbus TCP server; takes effect immediately.'),
  modbusPort: number('modbus', 502, PORT, 'TCP port of Modbus; takes effect immediately.'),
  modbusAllowedNetworks: text(
    'modbus',
    '',
    NETWORKS,
    'Networks whose clients may connect, as Modbus has no sign-in; empty: nobody, and the port stays closed.',
  ),
  modbusReadRoleId: role(
    'modbus',
    'Role whose rights readers have; what it may not view reads as unknown. 0: every measurement and outlet.',
  ),
  modbusWriteEnabled: flag('modbus', false, 'Clients may switch, without a password.'),
  modbusWriteNetworks: text('modbus', '', NETWORKS, 'The allowed networks whose clients may switch; empty: nobody.'),
  modbusWriteRoleId: role('modbus', 'Role whose rights clients have when they switch; 0: nobody switches.'),
  // NUT
  nutEnabled: flag('nut', false, 'NUT server; takes effect immediately.'),
  nutPort: number('nut', 3493, PORT, 'TCP port of the NUT server.'),
  nutName: text(
    'nut',
    'pdu',
    { min: 1, max: 32, format: 'nutName' },
    'Name of the PDU in the NUT protocol, as in pdu@host; its description is the name of the device.',
  ),
  nutAnonymousRead: flag('nut', true, 'Allow reading without a user, as upsc and upsmon of other vendors do.'),
  nutAnonymousRoleId: role(
    'nut',
    'Role whose rights to read count for clients without a user; 0: every measurement and every outlet.',
  ),
  nutAllowedNetworks: text(
    'nut',
    '',
    { min: 0, max: 2000, format: 'networks' },
    'Networks that may connect to the NUT server; empty: every network.',
  ),
  nutRequireTls: flag('nut', false, 'Accept user names and passwords after STARTTLS only.'),
  nutFsdAllowed: flag(
    'nut',
    false,
    'Allow administrators to set FSD, which makes every upsmon of this PDU shut its host down.',
  ),

  // MQTT
  mqttEnabled: flag('mqtt', false, 'Connection to the MQTT broker; takes effect immediately, as all settings of MQTT.'),
  mqttHost: text('mqtt', '', { min: 0, max: 253, format: 'host' }, 'MQTT broker.'),
  mqttPort: number('mqtt', 8883, PORT, 'TCP port of the broker: usually 8883 with TLS, 1883 without.'),
  mqttTls: flag('mqtt', true, 'TLS 1.2 or later to the broker, whose certificate and name are checked.'),
  mqttCaCert: text('mqtt', '', PEM, 'PEM of the only authority trusted for the broker; empty: the well-known ones.'),
  mqttClientCert: text('mqtt', '', PEM, 'PEM of the certificate with which the controller signs in to the broker.'),
  mqttClientKey: secret(
    'mqtt',
    { min: 1, max: 16_384, format: 'privateKey', multiline: true },
    'PEM of the private key of mqttClientCert.',
  ),
  mqttUsername: text('mqtt', '', { min: 0, max: 255 }, 'User name at the broker.'),
  mqttPassword: secret('mqtt', { min: 1, max: 255 }, 'Password at the broker.'),
  mqttClientId: text(
    'mqtt',
    '',
    { min: 0, max: 64, format: 'word' },
    'Client id at the broker, which no other client may have; empty: rackfeed- and the serial number.',
  ),
  mqttVersion: word(
    'mqtt',
    'auto',
    ['auto', '5', '3.1.1'],
    'Version of MQTT; auto: 5, and 3.1.1 if the broker refuses 5.',
  ),
  mqttTopicPrefix: text(
    'mqtt',
    '',
    { min: 0, max: 128, format: 'topicPrefix' },
    'Beginning of all topics of this PDU; empty: rackfeed/ and the serial number.',
  ),
  mqttPublishInterval: number(
    'mqtt',
    10,
    { min: 1, max: 3600, unit: 's' },
    'The readings of each object are published at least this often.',
  ),
  mqttDeadband: number(
    'mqtt',
    2,
    { min: 0, max: 50, unit: '%' },
    'Readings that have changed by more than this are published at once.',
  ),
  mqttKeepalive: number(
    'mqtt',
    30,
    { min: 10, max: 600, unit: 's' },
    'Time without a message after which the connection is tested; the broker reports a silent controller as offline after one and a half of it.',
  ),
  mqttUserId: text(
    'mqtt',
    '',
    { min: 0, max: 9, format: 'entryId' },
    'Id of the user whose rights MQTT has: what the user may view is published, and commands are those of the user. Empty: only the status is published.',
  ),
  mqttCommandsEnabled: flag('mqtt', false, 'Take commands from the broker.'),
  mqttRequireTime: flag(
    'mqtt',
    true,
    'Refuse commands in JSON without the time at which they were sent, as they may have waited.',
  ),
  mqttDiscoveryEnabled: flag('mqtt', false, 'Announce the PDU to Home Assistant.'),
  mqttDiscoveryPrefix: text(
    'mqtt',
    'homeassistant',
    { min: 1, max: 128, format: 'topicPrefix' },
    'Beginning of the topics in which Home Assistant finds devices.',
  ),

  // fleet
  fleetAccess: word(
    'fleet',
    'switch',
    ['none', 'read', 'switch'],
    'What the hub of RACKFEED_HUB may do: nothing, read, or read and switch; without a hub it has no effect.',
  ),

  // AutoPing
  autopingInterval: number(
    'autoping',
    1000,
    { min: 100, max: 3_600_000, unit: 'ms' },
    'Time between two pings of a target, rounded up to the poll cycle.',
  ),
  autopingTimeout: number(
    'autoping',
    1000,
    { min: 100, max: 60_000, unit: 'ms' },
    'A ping without an answer within this time has failed.',
  ),

  // automation
  postSigningSecret: secret(
    'autoping',
    { min: 38, max: 94, format: 'signingSecret' },
    'Signs the posts of actions: "whsec_" and the base64 of 24 to 64 bytes; empty: they are not signed.',
  ),
  actionsPerMinute: number(
    'autoping',
    10,
    { min: 1, max: 60 },
    'Largest number of runs of an action for one event within a minute.',
  ),

  // display
  lcdOrientation: unserved(number('lcd', 90, ORIENTATION, 'Rotation of the picture.')),
  lcdScreensaverTimeout: unserved(number('lcd', 60, IDLE, 'Idle time before the screen saver; 0: never.')),
  lcdScreensaverType: unserved(
    text('lcd', 'power_info', { min: 1, max: 32, format: 'word' }, 'Content of the screen saver.'),
  ),
  lcdBacklightBrightness: unserved(number('lcd', 2, { min: 0, max: 10 }, 'Brightness level.')),
  lcdBackgroundColor: unserved(text('lcd', 'black', { min: 1, max: 32, format: 'word' }, 'Background colour.')),
  lcdOutletControlEnabled: unserved(flag('lcd', true, 'Allow outlets to be switched at the display.')),
  lcdNetworkControlEnabled: unserved(flag('lcd', true, 'Allow the network to be configured at the display.')),
  lcdRebootControlEnabled: unserved(flag('lcd', false, 'Allow the controller to be restarted at the display.')),
  lcdFlushControlEnabled: unserved(flag('lcd', false, 'Allow a factory reset at the display.')),

  // ports
  portAMode: unserved(word('ports', 'sensor', ['sensor', 'com', 'modem', 'disabled'], 'Use of accessory port A.')),
  portAComBaud: unserved(number('ports', 115_200, BAUD, 'Speed of port A as serial line.')),
  portAModemBaud: unserved(number('ports', 115_200, BAUD, 'Speed of port A with a modem.')),
  usbComBaud: unserved(number('ports', 115_200, BAUD, 'Speed of the USB port as serial line.')),
  usbModemBaud: unserved(number('ports', 115_200, BAUD, 'Speed of the USB port with a modem.')),
  usbFwupdateControlEnabled: unserved(flag('ports', false, 'Allow firmware to be installed from a USB stick.')),
} satisfies Record<string, SettingRow>;
