import type { Words } from '../../language/words.js';

/** The settings by the page that has their fields; a test compares them with the pages. */
export const SETTING_PLACES: Readonly<Record<string, readonly (keyof Words['conf'])[]>> = {
  '/network/web': [
    'webApiPasswordEnabled',
    'webIdleTimeout',
    'webMaxUsers',
    'webAllowedHosts',
    'webSslEnabled',
    'webSslPort',
    'webRedirectHttp',
    'webHstsEnabled',
    'customSslCertEnabled',
  ],
  '/network/mail': [
    'smtpServer',
    'smtpPort',
    'smtpFrom',
    'smtpSecurity',
    'smtpTlsEnabled',
    'smtpCaCert',
    'smtpAuthRequired',
    'smtpUsername',
    'smtpPassword',
  ],
  '/network/snmp': [
    'snmpv12Enabled',
    'snmpv12ReadString',
    'snmpv12ReadRoleId',
    'snmpv12WriteString',
    'snmpv12WriteRoleId',
    'snmpMinimumSecurity',
    'snmpPort',
    'snmpAllowedNetworks',
    'snmpContact',
    'snmpLocation',
    'snmpIdentity',
    'snmpSysDescr',
    'snmpCompatMibs',
    'snmp3TrapUser',
    'snmp3TrapSecurity',
    'snmp3TrapAuthProtocol',
    'snmp3AuthPass',
    'snmp3TrapPrivacyProtocol',
    'snmp3PrivacyPass',
    'snmpInformEnabled',
  ],
  '/network/ssh': [
    'sshEnabled',
    'sshPort',
    'sshAllowedNetworks',
    'sshIdleTimeout',
    'disableSshPassLogin',
    'disableSshKeyLogin',
    'sshPrompt',
    'sshBanner',
  ],
  '/network/nut': [
    'nutEnabled',
    'nutPort',
    'nutName',
    'nutAnonymousRead',
    'nutAnonymousRoleId',
    'nutAllowedNetworks',
    'nutRequireTls',
    'nutFsdAllowed',
  ],
  '/network/modbus': [
    'modbusEnabled',
    'modbusPort',
    'modbusAllowedNetworks',
    'modbusReadRoleId',
    'modbusWriteEnabled',
    'modbusWriteNetworks',
    'modbusWriteRoleId',
  ],
  '/network/syslog': [
    'syslogServerIp',
    'syslogProtocol',
    'enableRemoteTcpEncryptedLogging',
    'syslogCaCert',
    'enableRemoteUserLogging',
    'enableRemoteEventLogging',
  ],
  '/network/identity': [
    'hostName',
    'ipAssign',
    'staticIp',
    'subnetMask',
    'gatewayIp',
    'primaryDns',
    'secondaryDns',
    'secondaryHostName',
    'allowLocalTargets',
  ],
  '/network/time': ['timezone', 'daylightsavings', 'ntpEnabled', 'ntpHost'],
  '/system': [
    'deviceName',
    'neighbours',
    'globalRebootTime',
    'deviceSequentialPowerUpDelay',
    'capacityDerating',
    'tariff',
    'autopingInterval',
    'autopingTimeout',
    'actionsPerMinute',
  ],
};

/** The reason why a setting has no field; test/laws/setting-fields.spec.ts accepts no other. */
export const WITHOUT_FIELD: Readonly<Record<string, string>> = {
  macAddr: 'is read-only; the page Identity shows it',
  customSslCertExists: 'is read-only; the page Web shows the certificate',
  customSslKeyExists: 'is read-only; the page Web shows the certificate',
  setupSteps: 'is set by the guided setup',
};

/** The address of the field of a setting on its page. */
export const settingAddress = (page: string, name: string): string => `${page}#${settingId(name)}`;

/** The id of the element of a setting's field. */
export const settingId = (name: string): string => `setting-${name}`;
