import { describe, expect, it } from '@jest/globals';
import { ADMIN_PASSWORD, someAccounts } from '../support/modules/accounts.js';
import { ConfigError } from '../../src/config/runtime-config.js';
import { newAdminPassword } from '../../src/users/accounts/first-start.service.js';
import { brokenRule } from '../../src/users/passwords/password-policy.js';

describe('the first start', () => {
  it('creates one administrator with the configured password, and only once', async () => {
    const pdu = await someAccounts();
    const admin = pdu.users.find(1);
    expect(admin).toMatchObject({ username: 'admin', roleId: 1, passwordChangeRequired: false, enabled: true });
    expect(await pdu.hasher.verify(admin.passwordHash, ADMIN_PASSWORD)).toBe(true);
    const again = await pdu.restarted();
    expect(again.users.list()).toEqual([admin]);
    expect([pdu.users.generatedPassword, again.users.generatedPassword]).toEqual([undefined, undefined]);
    await pdu.stop();
  });

  it('without one generates a password of 16 unambiguous characters, shown once, that must be replaced', async () => {
    const pdu = await someAccounts('');
    const password = pdu.users.generatedPassword ?? '';
    expect(password).toMatch(/^[A-HJ-NP-Z2-9]{16}$/);
    expect(await pdu.hasher.verify(pdu.users.find(1).passwordHash, password)).toBe(true);
    expect(pdu.users.view(pdu.users.find(1)).passwordChangeRequired).toBe(true);
    expect(await pdu.dump()).not.toContain(password);

    const change = (newPassword: string) =>
      pdu.passwords.change('1', { currentPassword: password, newPassword }, pdu.admin);
    await expect(change(password)).rejects.toMatchObject({ code: 'PASSWORD_UNCHANGED' });
    await change('chosen by myself');
    expect(pdu.users.view(pdu.users.find(1))).not.toHaveProperty('passwordChangeRequired');
    expect((await pdu.restarted()).users.generatedPassword).toBeUndefined();
    await pdu.stop();
  });

  it('never generates the same password twice, and only ones that satisfy the policy', () => {
    const passwords = Array.from({ length: 500 }, newAdminPassword);
    expect(new Set(passwords).size).toBe(500);
    expect(passwords.filter((password) => brokenRule(password, 'admin', () => false))).toEqual([]);
  });

  it.each([
    ['short', 'at least 8'],
    ['password', 'too common'],
    ['x'.repeat(129), 'at most 128'],
  ])('refuses %s by the name of its variable and the broken rule', async (password, rule) => {
    const refusal = await someAccounts(password).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as ConfigError).problems).toHaveLength(1);
    expect((refusal as ConfigError).message).toMatch(new RegExp(`^RACKFEED_ADMIN_PASSWORD .*${rule}`));
  });
});
