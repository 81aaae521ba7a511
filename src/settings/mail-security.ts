import type { SettingChange, SettingValues } from './setting-value.js';

/** The encryption of a connection to the mail server: none, after a plain greeting, or from the first byte. */
export type MailSecurity = 'none' | 'starttls' | 'tls';

/** On this port a mail server speaks TLS from the start (RFC 8314). */
const IMPLICIT_TLS = 465;

type MailSettings = Pick<SettingValues, 'smtpSecurity' | 'smtpTlsEnabled' | 'smtpAuthRequired' | 'smtpPort'>;

/** The encryption according to the settings. A password is never sent as plain text, so signing in always needs TLS. */
export function mailSecurityOf(settings: MailSettings): MailSecurity {
  const { smtpSecurity, smtpTlsEnabled, smtpAuthRequired, smtpPort } = settings;
  if (smtpSecurity === 'starttls' || smtpSecurity === 'tls') return smtpSecurity;
  const isAsked = smtpSecurity === 'auto' && smtpTlsEnabled;
  if (!isAsked && !smtpAuthRequired) return 'none';
  return smtpPort === IMPLICIT_TLS && smtpSecurity === 'auto' ? 'tls' : 'starttls';
}

/**
 * Keeps smtpTlsEnabled, the only one that older clients know, and smtpSecurity consistent: smtpSecurity decides if it
 * changes; if only smtpTlsEnabled changes, smtpSecurity becomes "auto" and follows it.
 */
export function withMailSecurity(before: MailSettings, change: SettingChange): SettingChange {
  const security = change.smtpSecurity ?? before.smtpSecurity;
  const tls = change.smtpTlsEnabled ?? before.smtpTlsEnabled;
  if (security === 'auto' || tls === (security !== 'none')) return change;
  if (security !== before.smtpSecurity) return { ...change, smtpTlsEnabled: security !== 'none' };
  return { ...change, smtpSecurity: 'auto' };
}
