import { ApiError } from '../common/errors.js';
import { mailSecurityOf, type MailSecurity } from './mail-security.js';
import type { SettingChange, SettingKey, SettingValues } from './setting-value.js';

/** The destination of stored secrets and their protection. A secret was entered for these and for nothing else. */
interface Destination {
  readonly secrets: readonly SettingKey[];
  /** The setting that would send the secrets elsewhere or protect them less; undefined if none does. */
  readonly movedBy: (before: SettingValues, after: SettingValues) => SettingKey | undefined;
}

/** The levels of encryption from the weakest to the strongest. */
const MAIL_SECURITY: readonly MailSecurity[] = ['none', 'starttls', 'tls'];

const differing =
  (...keys: SettingKey[]) =>
  (before: SettingValues, after: SettingValues): SettingKey | undefined =>
    keys.find((key) => before[key] !== after[key]);

const mailMoved = differing('smtpServer', 'smtpPort', 'smtpUsername', 'smtpCaCert');

/** True if a change weakens the encryption, ignoring that signing in always uses TLS. */
const isMailWeaker = (before: SettingValues, after: SettingValues): boolean => {
  const rank = (values: SettingValues) => MAIL_SECURITY.indexOf(mailSecurityOf({ ...values, smtpAuthRequired: false }));
  return rank(after) < rank(before);
};

const DESTINATIONS: readonly Destination[] = [
  {
    secrets: ['smtpPassword'],
    movedBy: (before, after) => {
      if (before.smtpServer === '') return undefined; // the password has not been sent anywhere yet
      const weakened = after.smtpSecurity === before.smtpSecurity ? 'smtpTlsEnabled' : 'smtpSecurity';
      return mailMoved(before, after) ?? (isMailWeaker(before, after) ? weakened : undefined);
    },
  },
  {
    secrets: ['snmp3AuthPass', 'snmp3PrivacyPass'],
    movedBy: differing('snmp3TrapUser', 'snmp3TrapSecurity', 'snmp3TrapAuthProtocol', 'snmp3TrapPrivacyProtocol'),
  },
  {
    secrets: ['mqttPassword'],
    movedBy: (before, after) => {
      if (before.mqttHost === '') return undefined; // the password has not been sent anywhere yet
      const weakened = before.mqttTls && !after.mqttTls ? ('mqttTls' as const) : undefined;
      return differing('mqttHost', 'mqttPort', 'mqttUsername', 'mqttCaCert')(before, after) ?? weakened;
    },
  },
];

/** A stored secret that a change would send elsewhere, and the setting that does so. */
export interface RedirectedSecret {
  readonly secret: SettingKey;
  readonly movedBy: SettingKey;
}

/** The stored secrets that a change would send elsewhere without containing them. */
export function redirectedSecrets(before: SettingValues, change: SettingChange): RedirectedSecret[] {
  const after = { ...before, ...change } as SettingValues;
  return DESTINATIONS.flatMap(({ secrets, movedBy }) => {
    const key = movedBy(before, after);
    if (key === undefined) return [];
    return secrets
      .filter((secret) => before[secret] !== '' && change[secret] === undefined)
      .map((secret) => ({ secret, movedBy: key }));
  });
}

/** Throws 422 naming each secret that has to be sent again. */
export function assertSecretsResent(before: SettingValues, change: SettingChange): void {
  const redirected = redirectedSecrets(before, change);
  if (redirected.length === 0) return;
  throw ApiError.validation(
    redirected.map(({ secret, movedBy }) => ({
      field: secret,
      message: `Send ${secret} too, because ${movedBy} changes where it goes or how it is protected; "" removes it.`,
    })),
  );
}
