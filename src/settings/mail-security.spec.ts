import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../config/runtime-config.js';
import { mailSecurityOf, withMailSecurity } from './mail-security.js';
import { defaultOf, SETTING_KEYS, type SettingChange, type SettingValues } from './setting-value.js';

const config = readConfig({});
const DEFAULTS = Object.fromEntries(SETTING_KEYS.map((key) => [key, defaultOf(key, config)])) as SettingValues;
const set = (change: SettingChange): SettingValues => ({ ...DEFAULTS, ...change });

describe('the encryption of mail', () => {
  it.each([
    [{}, 'starttls'],
    [{ smtpPort: 465 }, 'tls'],
    [{ smtpPort: 465, smtpTlsEnabled: false }, 'none'],
    [{ smtpTlsEnabled: false }, 'none'],
    [{ smtpTlsEnabled: false, smtpAuthRequired: true }, 'starttls'],
    [{ smtpTlsEnabled: false, smtpAuthRequired: true, smtpPort: 465 }, 'tls'],
    [{ smtpSecurity: 'none' }, 'none'],
    [{ smtpSecurity: 'none', smtpAuthRequired: true }, 'starttls'],
    [{ smtpSecurity: 'starttls', smtpPort: 465 }, 'starttls'],
    [{ smtpSecurity: 'tls', smtpPort: 2465 }, 'tls'],
  ] as const)('with %j is %s', (change, security) => expect(mailSecurityOf(set(change))).toBe(security));
});

describe('smtpTlsEnabled and smtpSecurity agree', () => {
  it.each([
    ['smtpSecurity decides', {}, { smtpSecurity: 'none' }, { smtpSecurity: 'none', smtpTlsEnabled: false }],
    [
      'also against a contradicting member',
      {},
      { smtpSecurity: 'none', smtpTlsEnabled: true },
      { smtpSecurity: 'none', smtpTlsEnabled: false },
    ],
    [
      'only smtpTlsEnabled makes it auto',
      { smtpSecurity: 'tls' },
      { smtpTlsEnabled: false },
      { smtpSecurity: 'auto', smtpTlsEnabled: false },
    ],
    [
      'so does a whole response in which only smtpTlsEnabled was changed',
      { smtpSecurity: 'tls' },
      { smtpSecurity: 'tls', smtpTlsEnabled: false },
      { smtpSecurity: 'auto', smtpTlsEnabled: false },
    ],
    ['auto lets smtpTlsEnabled be', { smtpSecurity: 'auto' }, { smtpTlsEnabled: false }, { smtpTlsEnabled: false }],
    ['what agrees stays', { smtpSecurity: 'tls' }, { smtpTlsEnabled: true }, { smtpTlsEnabled: true }],
  ] as const)('%s', (_, before, change, after) => expect(withMailSecurity(set(before), change)).toEqual(after));
});
