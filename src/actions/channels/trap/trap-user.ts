import type { NetSnmp, User } from 'net-snmp';
import type { SettingsStore } from '../../../settings/settings.store.js';

type Settings = Pick<SettingsStore, 'get'>;

/** The missing setting without which no SNMPv3 trap can be sent; undefined if none is missing. */
export function missingV3Setting(settings: Settings): string | undefined {
  const security = settings.get('snmp3TrapSecurity');
  if (settings.get('snmp3TrapUser') === '') return 'there is no user (snmp3TrapUser)';
  if (security !== 'noAuthNoPriv' && settings.get('snmp3AuthPass') === '') {
    return `the security level ${security} needs an authentication passphrase (snmp3AuthPass)`;
  }
  if (security === 'authPriv' && settings.get('snmp3PrivacyPass') === '') {
    return 'the security level authPriv needs a privacy passphrase (snmp3PrivacyPass)';
  }
  return undefined;
}

/** The user of SNMPv3 traps, with no secret that its security level does not need. */
export function trapUser(settings: Settings, { SecurityLevel, AuthProtocols, PrivProtocols }: NetSnmp): User {
  const security = settings.get('snmp3TrapSecurity');
  return {
    name: settings.get('snmp3TrapUser'),
    level: SecurityLevel[security],
    ...(security !== 'noAuthNoPriv' && {
      authProtocol: settings.get('snmp3TrapAuthProtocol') === 'SHA' ? AuthProtocols.sha : AuthProtocols.md5,
      authKey: settings.get('snmp3AuthPass'),
    }),
    ...(security === 'authPriv' && {
      privProtocol: settings.get('snmp3TrapPrivacyProtocol') === 'AES' ? PrivProtocols.aes : PrivProtocols.des,
      privKey: settings.get('snmp3PrivacyPass'),
    }),
  };
}
