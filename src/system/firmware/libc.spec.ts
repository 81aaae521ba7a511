import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { libcConflict, ownLibc, type Libc } from './libc.js';

const BOOKWORM: Libc = { name: 'glibc', version: '2.36' };

describe('the C library that a bundle needs', () => {
  it.each([
    ['the same version', '2.36'],
    ['an older one', '2.4'],
    ['one of three numbers', '2.2.5'],
  ])('may be %s', (_, minimumGlibc) => {
    expect(libcConflict({ libc: 'glibc', minimumGlibc }, BOOKWORM)).toBeUndefined();
  });

  it('must not be newer than that of the machine', () => {
    const reason = libcConflict({ libc: 'glibc', minimumGlibc: '2.38' }, BOOKWORM);
    expect(reason).toMatch(/^it needs at least glibc 2\.38, and this system has 2\.36; /);
  });

  it('must not be another one', () => {
    expect(libcConflict({ libc: 'musl' }, BOOKWORM)).toMatch(/made for systems with musl, and this one has glibc/);
    const alpine: Libc = { name: 'musl' };
    expect(libcConflict({ libc: 'glibc', minimumGlibc: '2.17' }, alpine)).toMatch(/glibc, and this one has musl/);
    expect(libcConflict({ libc: 'musl' }, alpine)).toBeUndefined();
  });

  it('is not checked if the bundle does not name one, or on a system with only one', () => {
    expect(libcConflict({}, BOOKWORM)).toBeUndefined();
    expect(libcConflict({ libc: 'glibc', minimumGlibc: '2.38' }, undefined)).toBeUndefined();
  });

  it('is compared by number, not by text', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (needed, own) => {
        const libc = 'glibc';
        const conflict = libcConflict({ libc, minimumGlibc: `2.${needed}` }, { name: libc, version: `2.${own}` });
        expect(conflict === undefined).toBe(needed <= own);
      }),
    );
  });

  it('of this machine is known', () => {
    if (process.platform === 'linux') expect(ownLibc()?.name).toMatch(/^(glibc|musl)$/);
    else expect(ownLibc()).toBeUndefined();
  });
});
