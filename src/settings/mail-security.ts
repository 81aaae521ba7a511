import type { SettingChange, SettingValues } from './setting-value.js';

/** How a connection to the mail server is encrypted: not at all, after a plain greeting, or from its first byte. */
export type MailSecurity = 'none' | 'starttls' | 'tls';

/** On this port a mail server speaks TLS from the start (RFC 8314). */
const IMPLICIT_TLS = 465;

type MailSettings = Pick<SettingValues, 'smtpSecurity' | 'smtpTlsEnabled' | 'smtpAuthRequired' | 'smtpPort'>;

/** The encryption that the settings ask for. A password never travels in the clear, so signing in always asks for TLS. */
export function mailSecurityOf(settings: MailSettings): MailSecurity {
  const { smtpSecurity, smtpTlsEnabled, smtpAuthRequired, smtpPort } = settings;
  if (smtpSecurity === 'starttls' || smtpSecurity === 'tls') return smtpSecurity;
  const isAsked = smtpSecurity === 'auto' && smtpTlsEnabled;
  if (!isAsked && !smtpAuthRequired) return 'none';
  return smtpPort === IMPLICIT_TLS && smtpSecurity === 'auto' ? 'tls' : 'starttls';
}

/**
 * Keeps smtpTlsEnabled, which older clients know alone, and smtpSecurity in agreement: smtpSecurity decides where it
 * changes; where only smtpTlsEnabled changes, smtpSecurity becomes "auto" and follows it.
 */
export function withMailSecurity(before: MailSettings, change: SettingChange): SettingChange {
  const security = change.smtpSecurity ?? before.smtpSecurity;
  const tls = change.smtpTlsEnabled ?? before.smtpTlsEnabled;
  if (security === 'auto' || tls === (security !== 'none')) return change;
  if (security !== before.smtpSecurity) return { ...change, smtpTlsEnabled: security !== 'none' };
  return { ...change, smtpSecurity: 'auto' };
}
